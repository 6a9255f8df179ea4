import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'

/** Where to go from a clip. */
export function ClipLinks({ prId, moId }: { prId: number; moId: number }) {
  return (
    <nav class="clip-links" aria-label={texts('links')}>
      <Link class="button" href={`/app/production/${prId}`}>
        {texts('library')}
      </Link>
      <Link class="button" href={`/app/production/${prId}/clip/${moId}/subtitles`}>
        {texts('subtitles')}
      </Link>
    </nav>
  )
}
