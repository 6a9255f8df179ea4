import { Button } from '../design/button.tsx'
import { Icon } from '../design/icons.tsx'
import { useResource } from '../platform/resource.ts'
import { Link, navigate } from '../platform/router.tsx'
import { leave } from '../platform/unsaved.ts'
import type { ReviewedClip } from '../review/load-clip.ts'
import { hasFrames } from '../review/no-film.ts'
import { texts } from './messages.ts'
import { findNeighbours } from './neighbours.ts'

interface ClipHeadProps {
  prId: number
  moId: number
}

/** To the clip before or after this one in the list that one came from. */
export function Turning({ prId, moId }: ClipHeadProps) {
  const found = useResource(signal => findNeighbours(prId, moId, signal), [prId, moId])
  const neighbours = found.data
  if (!neighbours) return null
  const go = (id: number | undefined) => () => {
    if (id !== undefined) leave(() => navigate(`/app/production/${prId}/clip/${id}`))
  }
  return (
    <span class="clip-turning">
      <Button
        kind="icon"
        small
        icon="chevron-left"
        aria-label={texts('previousClip')}
        disabled={neighbours.previous === undefined}
        onClick={go(neighbours.previous)}
      />
      <span class="num">{texts('clipNumber', { number: neighbours.number, count: neighbours.count })}</span>
      <Button
        kind="icon"
        small
        icon="chevron-right"
        aria-label={texts('nextClip')}
        disabled={neighbours.next === undefined}
        onClick={go(neighbours.next)}
      />
    </span>
  )
}

/** The way to the subtitles, of what has a time in which they can be. */
export function SubtitlesLink({ prId, clip }: { prId: number; clip: ReviewedClip | undefined }) {
  if (!clip || !hasFrames(clip)) return null
  return (
    <Link class="button clip-subtitles" href={`/app/production/${prId}/clip/${clip.id}/subtitles`}>
      <Icon name="captions" size={14} /> {texts('subtitles')}
    </Link>
  )
}
