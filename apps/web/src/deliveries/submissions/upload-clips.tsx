import { useSignal, useSignalEffect } from '@preact/signals'
import type { SubmittedAnnotation } from '@rushes/contract'
import { FileButton } from '../../design/fields/file-button.tsx'
import { useTouch } from '../../design/fields/form.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { duplicates, showTray, uploads } from '../../uploads/uploads.ts'
import { texts } from './messages.ts'

interface UploadClipsProps {
  prId: number
  /** What people know the place by where the files go. */
  title: string
  /** Given each clip as soon as the service has announced it, or has the same file already. */
  onClip: (clip: SubmittedAnnotation) => void
}

/** Uploads files for a submission: each becomes a clip of it while it is still on its way. */
export function UploadClips({ prId, title, onClip }: UploadClipsProps) {
  const touch = useTouch()
  const awaited = useSignal<readonly File[]>([])
  useSignalEffect(() => {
    const found = awaited.value
      .map(file => [file, findClip(prId, file)] as const)
      .filter(([, moId]) => moId !== undefined)
    if (found.length === 0) return
    const files = new Set(found.map(([file]) => file))
    awaited.value = awaited.peek().filter(file => !files.has(file))
    touch()
    for (const [, mediaObjectId] of found) if (mediaObjectId !== undefined) onClip({ mediaObjectId })
  })
  return (
    <div>
      <FileButton
        text={texts('uploadClips')}
        isMultiple
        onFiles={files => {
          awaited.value = [...awaited.value, ...files]
          import('../../uploads/sending.ts').then(({ enqueue }) => enqueue({ prId, title }, files)).catch(tellError)
          showTray(true)
        }}
      />
    </div>
  )
}

/** The clip of a file that is on its way, or that the production has already. */
function findClip(prId: number, file: File): number | undefined {
  const upload = uploads.value.findLast(
    one =>
      one.prId === prId &&
      one.size === file.size &&
      one.lastModified === file.lastModified &&
      one.fileName.endsWith(file.name),
  )
  const same = duplicates.value.find(one => one.file === file)
  return upload?.mediaObjectId ?? same?.clipId
}
