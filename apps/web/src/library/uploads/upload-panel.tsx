import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { tellError } from '../../design/toasts.tsx'
import { texts } from '../messages.ts'
import { listDroppedFiles } from './dropped-files.ts'
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
import './uploads.css'

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

/** Buttons that add files and folders. */
export function UploadButtons({ prId, collectionId }: UploadPanelProps) {
  const folderId = useId()
  const choose = (id: string, isFolder: boolean) => (
    <span class="uploads-choice">
      <label class="button" for={id} data-kind={isFolder ? 'quiet' : undefined}>
        <Icon name={isFolder ? 'folder' : 'upload'} size={14} />
        <span aria-hidden="true">{texts(isFolder ? 'uploadFolder' : 'upload')}</span>
        <span class="only-heard">{texts(isFolder ? 'uploadFolder' : 'uploadFiles')}</span>
      </label>
      <input
        class="only-heard"
        id={id}
        type="file"
        aria-label={texts(isFolder ? 'uploadFolder' : 'uploadFiles')}
        multiple
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={event => {
          addFiles(prId, collectionId, [...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </span>
  )
  return (
    <>
      {choose(filesId, false)}
      {choose(folderId, true)}
    </>
  )
}

/** Files and folders are dropped anywhere on the page; those on their way are listed in a corner. */
export function UploadPanel({ prId, collectionId }: UploadPanelProps) {
  const isOver = useSignal(false)
  const isOpen = useSignal(true)
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
  return (
    <>
      <div class="uploads-target" data-over={isOver.value}>
        {isOver.value && <p>{texts('drop')}</p>}
      </div>
      {shown.length > 0 && (
        <section class="uploads" aria-label={texts('uploads')}>
          <UploadList
            prId={prId}
            all={shown}
            isOpen={isOpen.value}
            onOpen={() => {
              isOpen.value = !isOpen.value
            }}
          />
        </section>
      )}
    </>
  )
}

/** Those that somebody may have to do something about stand first. */
const order: readonly UploadState[] = ['failed', 'file missing', 'sending', 'paused', 'waiting', 'arrived']
/** More lines would make every step of the progress slow. */
const mostLines = 60

interface UploadListProps {
  prId: number
  all: readonly Upload[]
  isOpen: boolean
  onOpen: () => void
}

function UploadList({ prId, all, isOpen, onOpen }: UploadListProps) {
  const arrived = all.filter(({ state }) => state === 'arrived').length
  const sorted = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <>
      <div class="uploads-bar">
        <span role="status">{texts('arrivedCount', { arrived, count: all.length })}</span>
        {arrived > 0 && (
          <Button small kind="quiet" onClick={() => forgetArrived(prId)}>
            {texts('forgetArrived')}
          </Button>
        )}
        <Button
          small
          kind="icon"
          icon={isOpen ? 'chevron-down' : 'chevron-up'}
          aria-label={texts('uploads')}
          aria-expanded={isOpen}
          onClick={onOpen}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul class="uploads-list" tabIndex={0} hidden={!isOpen}>
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
        <Button small kind="quiet" onClick={() => pauseUpload(key)}>
          {texts('pause')}
        </Button>
      )}
      {(state === 'paused' || state === 'failed') && (
        <Button small kind="quiet" onClick={() => resumeUpload(key)}>
          {texts('resume')}
        </Button>
      )}
      {state !== 'arrived' && (
        <Button small kind="quiet" onClick={() => cancelUpload(key).catch(tellError)}>
          {texts('cancel')}
        </Button>
      )}
    </li>
  )
}
