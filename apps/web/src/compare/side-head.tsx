import type { ReviewStatusChoice } from '@rushes/contract'
import { Link } from '../platform/router.tsx'
import { writeTimecode } from '../player/frames.ts'
import type { ReviewAccess } from '../review/access.ts'
import { ReviewStatus } from '../review/status/review-status.tsx'
import { ClipChoice, type SideName } from './clip-choice.tsx'
import { texts } from './messages.ts'
import type { LoadedSide } from './side.ts'

interface SideHeadProps {
  access: ReviewAccess
  choices: readonly ReviewStatusChoice[]
  ids: Readonly<Record<SideName, number>>
  name: SideName
  side: LoadedSide
}

/** Which clip it is, what was decided about it, and the frame that is shown; another clip can be put in its place. */
export function SideHead({ access, choices, ids, name, side: { shown, status, film, format } }: SideHeadProps) {
  const { prId } = access
  const title = shown.name ?? `#${shown.id}`
  return (
    <figcaption class="compare-head">
      <strong class="compare-letter">{name.toUpperCase()}</strong>
      <Link
        class="compare-name"
        href={`/app/production/${prId}/clip/${shown.id}`}
        title={title}
        aria-label={texts('open', { name: title })}
      >
        {title}
      </Link>
      <ReviewStatus
        status={status.shown}
        choices={choices}
        mayChange={access.maySetStatus}
        onStatus={status.set}
        hasKeys={false}
      />
      <output class="compare-frame">
        {writeTimecode(film.frame.value, format)} · {film.frame.value}
      </output>
      <ClipChoice prId={prId} side={name} others={ids} button={{ kind: 'icon', icon: 'chevron-down', small: true }} />
    </figcaption>
  )
}
