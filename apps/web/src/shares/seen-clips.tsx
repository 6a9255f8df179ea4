import { useSignal } from '@preact/signals'
import type { SeenClip } from '@rushes/contract'
import { nameClips } from '../platform/clip-names.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'

interface SeenClipsProps {
  prId: number
  clips: readonly SeenClip[]
  /** How many there are; `clips` may be the latest of them. */
  clipCount: number
}

/** What somebody has seen of a share: how many clips, and on request which. */
export function SeenClips({ prId, clips, clipCount }: SeenClipsProps) {
  const isOpen = useSignal(false)
  if (clipCount === 0) return <p>{texts('sawNothing')}</p>
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>{texts('sawClips', { count: clipCount })}</summary>
      {isOpen.value && <ClipList prId={prId} clips={clips} />}
    </details>
  )
}

function ClipList({ prId, clips }: Omit<SeenClipsProps, 'clipCount'>) {
  const ids = clips.map(({ mediaObjectId }) => mediaObjectId)
  const names = useResource(signal => nameClips(prId, ids, signal), [prId, ids.join()])
  return (
    <ul>
      {clips.map(({ mediaObjectId, viewed, played, downloaded }) => {
        const did = [
          viewed !== undefined && texts('viewed'),
          played !== undefined && texts('played'),
          downloaded !== undefined && texts('downloaded'),
        ].filter(word => word !== false)
        return (
          <li key={mediaObjectId}>
            <Link href={`/app/production/${prId}/clip/${mediaObjectId}`}>
              {names.data?.get(mediaObjectId) ?? `#${mediaObjectId}`}
            </Link>{' '}
            ({did.join(', ')})
          </li>
        )
      })}
    </ul>
  )
}
