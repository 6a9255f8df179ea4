import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import type { ClipWork } from '../../library/clips/workflow-states.ts'
import { formatDuration } from '../../platform/dates.ts'
import { Link } from '../../platform/router.tsx'
import { formatBytes, formatPercent } from '../../platform/translations.ts'
import { nameWork } from '../../platform/work-names.ts'
import { countSecondsLeft } from '../rate.ts'
import { cancelUpload, measureRate, pauseUpload, resumeUpload } from '../sending.ts'
import { toPercent } from '../totals.ts'
import type { Upload } from '../uploads.ts'
import { clock } from './clock.ts'
import { texts } from './messages.ts'
import type { VersionOffer } from './version-offers.ts'

interface LineProps {
  upload: Upload
}

/** What a line says of a file in any state. */
type NamedUpload = Pick<Upload, 'prId' | 'mediaObjectId' | 'fileName' | 'placeTitle' | 'state'>

/** Name and folder of a file; the name leads to its clip once there is one. */
function FileName({ upload: { prId, mediaObjectId, fileName, placeTitle, state } }: { upload: NamedUpload }) {
  const parts = fileName.split('/')
  const name = parts.pop() ?? fileName
  const folder = [placeTitle, ...parts].filter(part => part !== '').join(' / ')
  return (
    <span class="upload-name">
      {state === 'arrived' && mediaObjectId !== undefined ? (
        <Link href={`/app/production/${prId}/clip/${mediaObjectId}`} title={name}>
          {name}
        </Link>
      ) : (
        <span title={name}>{name}</span>
      )}
      {folder !== '' && <span class="upload-folder">{folder}</span>}
    </span>
  )
}

export function SendingLine({ upload }: LineProps) {
  void clock.value
  const { key, fileName, size, sentBytes, state } = upload
  const percent = toPercent(sentBytes, size)
  const perSecond = state === 'sending' ? measureRate(key) : undefined
  const secondsLeft = countSecondsLeft(size - sentBytes, perSecond)
  const facts = [
    texts('sentOf', { sent: formatBytes(sentBytes), total: formatBytes(size) }),
    ...(state === 'paused' ? [texts('paused')] : []),
    ...(perSecond === undefined ? [] : [texts('perSecond', { bytes: formatBytes(perSecond) })]),
    ...(secondsLeft === undefined ? [] : [texts('timeLeft', { time: formatDuration(secondsLeft) })]),
  ]
  return (
    <li class="upload-line" data-state={state}>
      <Icon name="file" />
      <FileName upload={upload} />
      <span class="upload-percent">{formatPercent(percent)}</span>
      <progress max={100} value={percent} aria-label={fileName} />
      <span class="upload-facts">{facts.join(' · ')}</span>
      <span class="upload-actions">
        {state === 'paused' ? (
          <Button small kind="icon" icon="play" aria-label={texts('resume')} onClick={() => resumeUpload(key)} />
        ) : (
          <Button small kind="icon" icon="pause" aria-label={texts('pause')} onClick={() => pauseUpload(key)} />
        )}
        <CancelButton upload={upload} />
      </span>
    </li>
  )
}

export function WaitingLine({ upload }: LineProps) {
  return (
    <li class="upload-line" data-state={upload.state}>
      <Icon name="clock" />
      <FileName upload={upload} />
      <span class="upload-facts">{formatBytes(upload.size)}</span>
      <span class="upload-actions">
        <CancelButton upload={upload} />
      </span>
    </li>
  )
}

interface FailedLineProps {
  upload: NamedUpload
  reason: string
  /** What can be done about it. */
  children: ComponentChildren
}

export function FailedLine({ upload, reason, children }: FailedLineProps) {
  return (
    <li class="upload-line" data-state="failed">
      <Icon name="circle-alert" />
      <FileName upload={upload} />
      <span class="upload-facts">{reason}</span>
      <span class="upload-actions">{children}</span>
    </li>
  )
}

interface ArrivedLineProps extends LineProps {
  work: ClipWork | undefined
  /** The clip of which it may be another version. */
  offer?: VersionOffer | undefined
  onVersion: (offer: VersionOffer) => void
}

export function ArrivedLine({ upload, work, offer, onVersion }: ArrivedLineProps) {
  const { fileName } = upload
  const doing = work?.label === undefined ? texts('preparing') : nameWork(work.label)
  return (
    <li class="upload-line" data-state="arrived">
      <Icon name={work ? 'loader' : 'circle-check'} />
      <FileName upload={upload} />
      {work?.percent !== undefined && <span class="upload-percent">{formatPercent(work.percent)}</span>}
      {work?.percent !== undefined && <progress max={100} value={work.percent} aria-label={fileName} />}
      <span class="upload-facts">{work ? doing : texts('arrived')}</span>
      <span class="upload-actions">
        <ShowLink upload={upload} />
      </span>
      {offer && (
        <Button small class="upload-offer" icon="layers" onClick={() => onVersion(offer)}>
          <span class="upload-offer-name">{texts('makeVersion', { name: offer.name })}</span>
        </Button>
      )}
    </li>
  )
}

export function ShowLink({ upload: { prId, folderId, collectionId } }: LineProps) {
  const place = folderId ?? collectionId
  return (
    <Link
      class="button upload-show"
      href={`/app/production/${prId}${place === undefined ? '' : `?collection=${place}`}`}
    >
      {texts('showInLibrary')}
    </Link>
  )
}

export function CancelButton({ upload: { key } }: LineProps) {
  return (
    <Button
      small
      kind="icon"
      icon="x"
      aria-label={texts('cancel')}
      onClick={event => {
        // The button goes with its line; the list keeps the keyboard.
        event.currentTarget.closest<HTMLElement>('.uploads')?.focus()
        cancelUpload(key).catch(tellError)
      }}
    />
  )
}
