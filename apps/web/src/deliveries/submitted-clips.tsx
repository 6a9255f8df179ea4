import type { SubmittedAnnotation } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { nameClips } from '../platform/clip-names.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'

interface SubmittedClipsProps {
  prId: number
  clips: readonly SubmittedAnnotation[]
  /** What stands beside a clip. */
  children?: (clip: SubmittedAnnotation, name: string) => ComponentChildren
}

/** The clips of a submission by their names, each with a way to its page. */
export function SubmittedClips({ prId, clips, children }: SubmittedClipsProps) {
  const ids = clips.flatMap(({ mediaObjectId }) => mediaObjectId ?? [])
  const names = useResource(signal => nameClips(prId, ids, signal), [prId, ids.join()])
  if (clips.length === 0) return <p class="field-hint">{texts('noClips')}</p>
  return (
    <ul class="submitted-clips">
      {clips.map(clip => {
        const { id, mediaObjectId } = clip
        const name = names.data?.get(mediaObjectId ?? 0) ?? `#${mediaObjectId ?? id}`
        return (
          <li key={id}>
            {mediaObjectId === undefined ? (
              <span>{name}</span>
            ) : (
              <Link href={`/app/production/${prId}/clip/${mediaObjectId}`}>{name}</Link>
            )}
            {children?.(clip, name)}
          </li>
        )
      })}
    </ul>
  )
}
