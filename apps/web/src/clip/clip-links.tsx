import { toLibraryPath } from '../library/last-place.ts'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { hasFrames } from '../review/no-film.ts'
import { texts } from './messages.ts'

/** Where to go from a clip. */
export function ClipLinks({ prId, moId }: { prId: number; moId: number }) {
  const clip = useResource(signal => api.media.getMediaObject({ prId, id: moId, signal }), [prId, moId])
  return (
    <nav class="clip-links" aria-label={texts('links')}>
      <Link class="button" href={toLibraryPath(prId)}>
        {texts('library')}
      </Link>
      {(clip.data === undefined || hasFrames(clip.data)) && (
        <Link class="button" href={`/app/production/${prId}/clip/${moId}/subtitles`}>
          {texts('subtitles')}
        </Link>
      )}
    </nav>
  )
}
