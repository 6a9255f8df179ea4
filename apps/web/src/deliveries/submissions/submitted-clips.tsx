import type { SubmittedAnnotation } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { Icon, type IconName } from '../../design/icons.tsx'
import { type ClipWork, useWorkflowStates } from '../../library/clips/workflow-states.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { showTray, uploads } from '../../uploads/uploads.ts'
import { readSubmittedClips, type SubmittedClip } from './clips.ts'
import { texts } from './messages.ts'

interface SubmittedClipsProps {
  prId: number
  clips: readonly SubmittedAnnotation[]
  /** Whether work on them may be done again. */
  mayRetry: boolean
  /** Changes when they may have changed. */
  news?: unknown
  /** At the end of the line of a clip. */
  children?: (clip: SubmittedAnnotation, name: string) => ComponentChildren
}

/** The clips of a submission: what each is and how far the work on it is, with a way to its page. */
export function SubmittedClips({ prId, clips, mayRetry, news, children }: SubmittedClipsProps) {
  const ids = clips.flatMap(({ mediaObjectId }) => mediaObjectId ?? [])
  const states = useWorkflowStates(prId)
  // Work that ends leaves a clip with other facts.
  const found = useResource(signal => readSubmittedClips(prId, ids, signal), [prId, ids.join(), news, states])
  if (clips.length === 0) return <p class="field-hint">{texts('noClips')}</p>
  return (
    <ul class="submitted-clips">
      {clips.map(clip => {
        const { id, mediaObjectId = 0 } = clip
        const known = found.data?.get(mediaObjectId)
        const name = known?.name ?? `#${mediaObjectId || id}`
        return (
          <li key={`${id} ${mediaObjectId}`}>
            <Picture
              prId={prId}
              id={mediaObjectId}
              clip={known}
              isFailed={states.get(mediaObjectId)?.isFailed === true}
            />
            <div>
              {mediaObjectId === 0 ? (
                <span>{name}</span>
              ) : (
                <Link href={`/app/production/${prId}/clip/${mediaObjectId}`}>{name}</Link>
              )}
              {known && <p>{known.facts.join(' · ')}</p>}
              <Sending prId={prId} id={mediaObjectId} name={name} />
              <Work prId={prId} name={name} work={states.get(mediaObjectId)} mayRetry={mayRetry} />
            </div>
            {children?.(clip, name)}
          </li>
        )
      })}
    </ul>
  )
}

const icons: Readonly<Record<string, IconName>> = { VIDEO: 'film', IMAGE: 'image', AUDIO: 'waveform' }

interface PictureProps {
  prId: number
  id: number
  clip: SubmittedClip | undefined
  isFailed: boolean
}

function Picture({ prId, id, clip, isFailed }: PictureProps) {
  return (
    <span class="submitted-picture stage">
      {clip?.hasPoster ? (
        <img src={`/api/production/${prId}/mo/${id}/poster`} alt="" width={64} height={36} decoding="async" />
      ) : (
        <Icon name={isFailed ? 'file-x' : (icons[clip?.type ?? ''] ?? 'file')} />
      )}
    </span>
  )
}

/** How far the upload of a clip is that this browser sends. */
function Sending({ prId, id, name }: { prId: number; id: number; name: string }) {
  const upload = uploads.value.find(one => one.prId === prId && one.mediaObjectId === id && one.state !== 'arrived')
  if (!upload) return null
  const { state, size, sentBytes, error } = upload
  if (state === 'failed' || state === 'file missing') {
    return (
      <p class="submitted-failure">
        <span class="error-text">{error ?? texts('notSent')}</span>
        <Button small onClick={() => showTray(true)}>
          {texts('showUploads')}
        </Button>
      </p>
    )
  }
  return (
    <p>
      {texts(state === 'paused' ? 'notSent' : 'sending')}{' '}
      <progress max={Math.max(size, 1)} value={sentBytes} aria-label={name} />
    </p>
  )
}

interface WorkProps {
  prId: number
  name: string
  work: ClipWork | undefined
  mayRetry: boolean
}

/** Work on a clip that goes on, or why it failed. */
function Work({ prId, name, work, mayRetry }: WorkProps) {
  if (!work) return null
  if (!work.isFailed) {
    return (
      <p>
        {texts('inWork')} {work.percent !== undefined && <progress max={100} value={work.percent} aria-label={name} />}
      </p>
    )
  }
  const retry = async () => {
    await api.workflows.redoWorkflow({ prId, id: work.workflowId, body: { redoSingleTask: true } })
    tell(texts('retried'))
  }
  return (
    <p class="submitted-failure">
      <span class="error-text">{texts('clipFailed', { reason: work.reason ?? texts('noReason') })}</span>
      {mayRetry && (
        <Button small aria-label={texts('retryOf', { name })} onClick={() => void retry().catch(tellError)}>
          {texts('retry')}
        </Button>
      )}
    </p>
  )
}
