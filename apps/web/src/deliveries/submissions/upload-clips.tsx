import { useSignal, useSignalEffect } from '@preact/signals'
import type { SubmittedAnnotation } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { FileButton } from '../../design/fields/file-button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { duplicates, showTray, uploads } from '../../uploads/uploads.ts'
import { texts } from './messages.ts'

interface UploadClipsProps {
  prId: number
  /** What people know the place by where the files go. */
  title: string
  /** Given each clip as soon as the service has announced it, or has the same file already. */
  onClip: (clip: SubmittedAnnotation) => void
  /** Given how many files were chosen that are no clips yet, but will be. */
  onAwaited: (count: number) => void
}

/** A file that was chosen and is no clip yet. */
interface ChosenFile {
  readonly file: File
  /** Keys of uploads that had ended before: what they made may have been deleted since. */
  readonly ended: ReadonlySet<string>
  /** Whether its upload is listed, or the same file of the production is. */
  readonly isListed: boolean
}

/**
 * Uploads files for a submission: each becomes a clip of it while it is still on its way. The list of uploads would cover
 * the submission, which shows how far each clip is: it opens for a file that becomes none.
 */
export function UploadClips({ prId, title, onClip, onAwaited }: UploadClipsProps) {
  const chosen = useSignal<readonly ChosenFile[]>([])
  /** Those whose failure the list was opened for. */
  const shown = useRef<ReadonlySet<File>>(new Set())
  useSignalEffect(() => {
    const followed = chosen.value.map(one => [one, follow(prId, one)] as const)
    onAwaited(followed.filter(([, outcome]) => outcome === 'coming').length)
    const open = followed.filter(([, outcome]) => outcome === 'coming' || outcome === 'failed')
    const failed = followed.filter(([, outcome]) => outcome === 'failed').map(([{ file }]) => file)
    if (failed.some(file => !shown.current.has(file))) showTray(true)
    shown.current = new Set(failed)
    if (open.length === followed.length) return
    chosen.value = open.map(([one]) => one)
    for (const [, outcome] of followed) if (typeof outcome === 'number') onClip({ mediaObjectId: outcome })
  })
  const add = async (files: readonly File[]) => {
    const ended = new Set(
      uploads.value.filter(({ state }) => state === 'arrived' || state === 'failed').map(({ key }) => key),
    )
    chosen.value = [...chosen.value, ...files.map(file => ({ file, ended, isListed: false }))]
    const { enqueue } = await import('../../uploads/sending.ts')
    await enqueue({ prId, title }, files)
  }
  const setListed = (files: readonly File[]) => {
    chosen.value = chosen.value.map(one => (files.includes(one.file) ? { ...one, isListed: true } : one))
  }
  return (
    <div>
      <FileButton
        text={texts('uploadClips')}
        isMultiple
        onFiles={files => {
          void add(files)
            .catch(tellError)
            .then(() => setListed(files))
        }}
      />
    </div>
  )
}

/**
 * The clip of a file that is on its way, or that the production has already; without a clip: whether one is coming, has
 * failed until it is tried again, or it is gone because the upload was cancelled.
 */
function follow(prId: number, { file, ended, isListed }: ChosenFile): number | 'coming' | 'failed' | 'gone' {
  const upload = uploads.value.findLast(
    one =>
      one.prId === prId &&
      one.size === file.size &&
      one.lastModified === file.lastModified &&
      `/${one.fileName}`.endsWith(`/${file.name}`) &&
      !ended.has(one.key),
  )
  // One that was chosen before is not listed twice.
  const same = duplicates.value.find(
    one =>
      one.file === file ||
      (isListed && one.place.prId === prId && one.file.size === file.size && one.file.name === file.name),
  )
  const clipId = upload?.mediaObjectId ?? same?.clipId
  if (clipId !== undefined) return clipId
  if (upload) return upload.state === 'failed' ? 'failed' : 'coming'
  return isListed ? 'gone' : 'coming'
}
