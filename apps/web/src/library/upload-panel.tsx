import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { listDroppedFiles } from './dropped-files.ts'
import { texts } from './messages.ts'
import {
  addFiles,
  cancelUpload,
  forgetArrived,
  pauseUpload,
  resumeUpload,
  type Upload,
  type UploadState,
  uploads,
} from './uploads.ts'

/** Of the field for files, which other parts of the page open too. */
const filesId = 'upload-files'

/** Lets the person choose files to upload. */
export function chooseFiles(): void {
  document.getElementById(filesId)?.click()
}

interface UploadPanelProps {
  prId: number
  collectionId: number | undefined
}

/** Files and folders are added by choice, or by drop anywhere on the page. */
export function UploadPanel({ prId, collectionId }: UploadPanelProps) {
  const folderId = useId()
  const isOver = useSignal(false)
  const add = (files: readonly File[]) => addFiles(prId, collectionId, files)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      isOver.value = true
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false
    }
    const onDrop = (event: DragEvent) => {
      isOver.value = false
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      listDroppedFiles(event.dataTransfer).then(add, tellError)
    }
    const listeners = { dragover: onDragOver, dragleave: onDragLeave, drop: onDrop }
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener)
    }
  }, [prId, collectionId])
  const shown = uploads.value.filter(upload => upload.prId === prId)
  const choose = (id: string, isFolder: boolean) => (
    <span class="uploads-choice">
      <label class="button" for={id}>
        {texts(isFolder ? 'uploadFolder' : 'uploadFiles')}
      </label>
      <input
        class="only-heard"
        id={id}
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </span>
  )
  return (
    <section class="uploads" aria-label={texts('uploads')} data-over={isOver.value}>
      <div class="uploads-bar">
        <strong>{texts('upload')}</strong>
        {choose(filesId, false)}
        {choose(folderId, true)}
        <span class="field-hint">{texts('drop')}</span>
      </div>
      {shown.length > 0 && <UploadList prId={prId} all={shown} />}
    </section>
  )
}

/** Those that somebody may have to do something about stand first. */
const order: readonly UploadState[] = ['failed', 'file missing', 'sending', 'paused', 'waiting', 'arrived']
/** More lines would make every step of the progress slow. */
const mostLines = 60

function UploadList({ prId, all }: { prId: number; all: readonly Upload[] }) {
  const arrived = all.filter(({ state }) => state === 'arrived').length
  const sorted = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <>
      <div class="uploads-bar">
        <span role="status">{texts('arrivedCount', { arrived, count: all.length })}</span>
        {arrived > 0 && (
          <Button kind="plain" onClick={() => forgetArrived(prId)}>
            {texts('forgetArrived')}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul class="uploads-list" tabIndex={0}>
        {sorted.slice(0, mostLines).map(upload => (
          <UploadLine key={upload.key} upload={upload} />
        ))}
        {sorted.length > mostLines && <li>{texts('moreUploads', { count: sorted.length - mostLines })}</li>}
      </ul>
    </>
  )
}

function UploadLine({ upload }: { upload: Upload }) {
  const { key, fileName, size, sentBytes, state, error } = upload
  const percent = Math.floor((sentBytes / Math.max(size, 1)) * 100)
  const said = {
    waiting: texts('waiting'),
    sending: texts('percent', { percent }),
    paused: texts('percent', { percent }),
    'file missing': texts('chooseAgain'),
    arrived: texts('arrived'),
    failed: texts('failed', { reason: error ?? '' }),
  }[state]
  return (
    <li class="upload-line" data-state={state}>
      <span class="upload-name">{fileName}</span>
      <progress max={100} value={percent} aria-label={fileName} />
      <span class="upload-state">{said}</span>
      {state === 'sending' && (
        <Button kind="plain" onClick={() => pauseUpload(key)}>
          {texts('pause')}
        </Button>
      )}
      {(state === 'paused' || state === 'failed') && (
        <Button kind="plain" onClick={() => resumeUpload(key)}>
          {texts('resume')}
        </Button>
      )}
      {state !== 'arrived' && (
        <Button kind="plain" onClick={() => cancelUpload(key).catch(tellError)}>
          {texts('cancel')}
        </Button>
      )}
    </li>
  )
}
