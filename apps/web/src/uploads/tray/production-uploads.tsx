import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { getKnown } from '../../frame/production.ts'
import { type ClipWork, useWorkflowStates } from '../../library/clips/workflow-states.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatBytes, formatPercent } from '../../platform/translations.ts'
import { isUnreadable } from '../../player/media-names.ts'
import { toPath } from '../files/file-order.ts'
import { pickFiles } from '../files/pick-files.ts'
import { continueWith, forgetArrived, resumeAll, resumeUpload, sendAnyway } from '../sending.ts'
import { toPercent } from '../totals.ts'
import { type Duplicate, forgetDuplicates, type Upload } from '../uploads.ts'
import { texts } from './messages.ts'
import { ArrivedLine, CancelButton, FailedLine, SendingLine, ShowLink, WaitingLine } from './upload-line.tsx'
import { useVersionOffers, type VersionOffer } from './version-offers.ts'

/** More lines would make every step of the progress slow. */
const maxLines = 60

interface ProductionUploadsProps {
  prId: number
  /** Its name, where there are others. */
  title: string | undefined
  all: readonly Upload[]
  /** Files that it has already. */
  same: readonly Duplicate[]
}

/** The uploads into one production: first those that somebody has to do something about. */
export function ProductionUploads({ prId, title, all, same }: ProductionUploadsProps) {
  const works = useWorkflowStates(prId)
  const workOf = ({ mediaObjectId }: Upload) => (mediaObjectId === undefined ? undefined : works.get(mediaObjectId))
  const hasFailed = (upload: Upload) => upload.state === 'arrived' && workOf(upload)?.isFailed === true
  const listIn = (...states: readonly Upload['state'][]) => all.filter(({ state }) => states.includes(state))
  const failed = listIn('failed')
  const missing = listIn('file missing')
  const broken = all.filter(hasFailed)
  const unreadable = useUnreadable(
    prId,
    works,
    listIn('arrived').filter(upload => workOf(upload) === undefined),
  )
  const sending = listIn('sending', 'paused')
  const waiting = listIn('waiting')
  const arrived = listIn('arrived').filter(upload => !hasFailed(upload) && !unreadable.includes(upload))
  const turn = useSignal(0)
  const offers = useVersionOffers(prId, arrived.slice(-maxLines), turn.value)
  const stack = async ({ mediaObjectId = 0 }: Upload, { id }: VersionOffer) => {
    const { addVersions } = await import('../../versions/version-writer.ts')
    await addVersions(prId, id, [mediaObjectId])
    turn.value += 1
  }
  const count = failed.length + missing.length + broken.length + unreadable.length + same.length
  return (
    <div class="uploads-production">
      {title !== undefined && <h3 class="uploads-title">{title}</h3>}
      {count > 0 && (
        <Part
          kind="attention"
          name={texts('attention')}
          count={count}
          action={<AttentionAction {...{ failed, missing, same }} />}
        >
          {failed.slice(0, maxLines).map(upload => (
            <FailedLine key={upload.key} upload={upload} reason={upload.error ?? texts('noReason')}>
              <Button small onClick={() => resumeUpload(upload.key)}>
                {texts('retry')}
              </Button>
              <CancelButton upload={upload} />
            </FailedLine>
          ))}
          {missing.slice(0, maxLines).map(upload => (
            <FailedLine
              key={upload.key}
              upload={upload}
              reason={texts('fileMissing', { percent: formatPercent(toPercent(upload.sentBytes, upload.size)) })}
            >
              <Button small onClick={() => chooseAgain(false)}>
                {texts('chooseFile')}
              </Button>
              <CancelButton upload={upload} />
            </FailedLine>
          ))}
          {same.slice(0, maxLines).map(one => (
            <DuplicateLine key={one.key} one={one} />
          ))}
          {broken.slice(0, maxLines).map(upload => (
            <BrokenLine key={upload.key} upload={upload} work={workOf(upload)} />
          ))}
          {unreadable.slice(0, maxLines).map(upload => (
            <FailedLine key={upload.key} upload={upload} reason={texts('notMedia')}>
              <ShowLink upload={upload} />
            </FailedLine>
          ))}
        </Part>
      )}
      {sending.length > 0 && (
        <Part name={texts('sending')} count={sending.length}>
          {sending.slice(0, maxLines).map(upload => (
            <SendingLine key={upload.key} upload={upload} />
          ))}
        </Part>
      )}
      {waiting.length > 0 && (
        <details class="uploads-waiting">
          <summary>
            {texts('waiting', { count: waiting.length })}
            <span>{formatBytes(waiting.reduce((sum, { size, sentBytes }) => sum + size - sentBytes, 0))}</span>
          </summary>
          <ul>
            {waiting.slice(0, maxLines).map(upload => (
              <WaitingLine key={upload.key} upload={upload} />
            ))}
            {waiting.length > maxLines && (
              <li class="upload-more">{texts('moreUploads', { count: waiting.length - maxLines })}</li>
            )}
          </ul>
        </details>
      )}
      {arrived.length > 0 && (
        <Part
          name={texts('arrivedHead')}
          count={arrived.length}
          action={
            <Button small kind="quiet" onClick={() => forgetArrived(prId)}>
              {texts('clearArrived')}
            </Button>
          }
        >
          {arrived
            .toReversed()
            .slice(0, maxLines)
            .map(upload => (
              <ArrivedLine
                key={upload.key}
                upload={upload}
                work={workOf(upload)}
                offer={offers.get(upload.key)}
                onVersion={offer => stack(upload, offer).catch(tellError)}
              />
            ))}
        </Part>
      )}
    </div>
  )
}

interface PartProps {
  kind?: 'attention'
  name: string
  count: number
  action?: ComponentChildren
  children: ComponentChildren
}

function Part({ kind, name, count, action, children }: PartProps) {
  return (
    <section class="uploads-part" data-kind={kind}>
      <div class="uploads-part-head">
        <h3>
          {name} · {count}
        </h3>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

/** Of the files that have arrived, and on which nothing is done any more, those that are not what their names say. */
function useUnreadable(
  prId: number,
  works: ReadonlyMap<number, ClipWork>,
  arrived: readonly Upload[],
): readonly Upload[] {
  const named = arrived.filter(({ fileName }) => isUnreadable({ type: 'DOCUMENT', name: fileName }))
  const ids = named.slice(-maxLines).map(({ mediaObjectId = 0 }) => mediaObjectId)
  const clips = useResource(
    async signal => {
      if (ids.length === 0) return []
      const query = {
        fq: [`mediaObjectId:(${ids.join(' ')})`, 'mediaObjectType:DOCUMENT'],
        fl: ['mediaObjectId'],
        rows: maxLines,
      }
      return (await api.annotations.searchMediaObjects({ prId, query, signal })).results
    },
    [prId, ids.join(), works],
  )
  const found = new Set(clips.data?.map(({ mediaObjectId }) => Number(mediaObjectId)))
  return named.filter(({ mediaObjectId = 0 }) => found.has(mediaObjectId))
}

interface AttentionActionProps {
  failed: readonly Upload[]
  missing: readonly Upload[]
  same: readonly Duplicate[]
}

function AttentionAction({ failed, missing, same }: AttentionActionProps) {
  return (
    <>
      {same.length > 1 && (
        <>
          <Button small kind="quiet" onClick={() => sendDuplicates(same)}>
            {texts('uploadAllAnyway')}
          </Button>
          <Button small kind="quiet" onClick={() => forgetDuplicates(same)}>
            {texts('leaveOut')}
          </Button>
        </>
      )}
      {missing.length > 1 && (
        <Button small kind="quiet" onClick={() => chooseAgain(true)}>
          {texts('chooseFiles')}
        </Button>
      )}
      {failed.length > 1 && (
        <Button small kind="quiet" onClick={() => resumeAll('failed')}>
          {texts('retryAll')}
        </Button>
      )}
    </>
  )
}

/** Lets the person choose files that were being sent before the page was closed. */
function chooseAgain(isMultiple: boolean): void {
  pickFiles({ isMultiple }, files => {
    const strangers = continueWith(files)
    const [first] = strangers
    if (first) tell(texts('notOfThese', { count: strangers.length, name: first.name }), 'error')
  })
}

function sendDuplicates(same: readonly Duplicate[]): void {
  forgetDuplicates(same)
  sendAnyway(same)
}

function DuplicateLine({ one }: { one: Duplicate }) {
  const { file, place, clipId, addedTo } = one
  const reason = texts(clipId === undefined ? 'onItsWay' : 'hereAlready')
  const upload = {
    prId: place.prId,
    mediaObjectId: clipId,
    fileName: toPath(file),
    placeTitle: place.title,
    state: 'arrived',
  } as const
  return (
    <FailedLine
      upload={upload}
      reason={addedTo === undefined ? reason : `${reason} ${texts('addedTo', { title: addedTo })}`}
    >
      <Button small onClick={() => sendDuplicates([one])}>
        {texts('uploadAnyway')}
      </Button>
      <Button small kind="icon" icon="x" aria-label={texts('cancel')} onClick={() => forgetDuplicates([one])} />
    </FailedLine>
  )
}

function BrokenLine({ upload, work }: { upload: Upload; work: ClipWork | undefined }) {
  const { prId } = upload
  const mayRetry = getKnown(prId)?.held.has('WORKFLOW_MANAGE') === true
  return (
    <FailedLine upload={upload} reason={texts('workFailed', { reason: work?.reason ?? texts('noReason') })}>
      {work && mayRetry && (
        <Button
          small
          onClick={() =>
            api.workflows.redoWorkflow({ prId, id: work.workflowId, body: { redoSingleTask: true } }).catch(tellError)
          }
        >
          {texts('retryWork')}
        </Button>
      )}
    </FailedLine>
  )
}
