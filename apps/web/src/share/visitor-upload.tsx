import { useSignal } from '@preact/signals'
import { type Client, uploadFile } from '@rushes/client'
import { FileButton } from '../design/fields/file-button.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { formatPercent } from '../platform/translations.ts'
import { texts } from './messages.ts'

interface VisitorUploadProps {
  api: Client
  prId: number
  collectionId: number
  onUploaded: () => void
}

/** Files that a visitor sends into the shared collection. */
export function VisitorUpload({ api, prId, collectionId, onUploaded }: VisitorUploadProps) {
  const progress = useSignal<{ name: string; percent: number } | undefined>(undefined)
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      await uploadFile(api, {
        prId,
        fileName: file.name,
        source: file,
        request: { attachToEoId: collectionId },
        onProgress: (sent, total) => {
          progress.value = { name: file.name, percent: Math.floor((sent / Math.max(total, 1)) * 100) }
        },
      })
      tell(texts('uploaded', { name: file.name }))
      onUploaded()
    }
  }
  return (
    <section class="visitor-upload">
      <FileButton
        text={texts('upload')}
        isMultiple
        isDisabled={progress.value !== undefined}
        onFiles={files => {
          send(files)
            .catch(tellError)
            .finally(() => {
              progress.value = undefined
            })
        }}
      />
      <p class="field-hint" role="status">
        {progress.value
          ? texts('uploading', { name: progress.value.name, percent: formatPercent(progress.value.percent) })
          : texts('uploadHint')}
      </p>
      {progress.value && <progress max={100} value={progress.value.percent} aria-label={progress.value.name} />}
    </section>
  )
}
