import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { FileResource } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { SelectField } from '../../design/fields/field.tsx'
import { FileButton } from '../../design/fields/file-button.tsx'
import { useTouch } from '../../design/fields/form.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { getKnown } from '../../frame/production.ts'
import { api, baseUrl } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { texts } from '../messages.ts'

interface WatermarkPictureProps {
  prId: number
  /** Of the file; nothing while none is chosen. */
  id: number | undefined
  onId: (id: number | undefined) => void
}

/** Chooses the picture of the watermark among the files of the production and of its account, or uploads one if that is permitted. */
export function WatermarkPicture({ prId, id, onId }: WatermarkPictureProps) {
  const touch = useTouch()
  const isBusy = useSignal(false)
  // What is typed while a file is on its way stays.
  const latest = useRef(onId)
  latest.current = onId
  const pictures = useResource(signal => loadPictures(prId, signal), [prId])
  const mayUpload = getKnown(prId)?.held.has('LIBRARY_UPLOAD')
  const chosen = pictures.data?.find(picture => picture.id === id)
  const upload = async (file: File) => {
    isBusy.value = true
    try {
      const body = { filename: file.name, content: await toBase64(file) }
      const added = await api.files.createFile({ prId, body })
      touch()
      latest.current(added.id)
      pictures.reload()
    } catch (error) {
      tellError(error)
    }
    isBusy.value = false
  }
  const known = (pictures.data ?? []).map(picture => [String(picture.id), picture.filename] as const)
  // One that is gone, or that the person may not see, stays until another is chosen.
  const unknown = id === undefined || chosen ? [] : [[String(id), `#${id}`] as const]
  return (
    <div class="watermark-picture">
      <SelectField
        label={texts('picture')}
        required
        value={id === undefined ? '' : String(id)}
        options={[['', texts('noPicture')], ...unknown, ...known]}
        onValue={value => onId(value === '' ? undefined : Number(value))}
      />
      {mayUpload && (
        <FileButton
          text={texts('uploadPicture')}
          accept="image/*"
          isDisabled={isBusy.value}
          onFiles={([file]) => {
            if (file) void upload(file)
          }}
        />
      )}
      {chosen && <img class="stage" src={toAddress(chosen)} alt={chosen.filename} />}
    </div>
  )
}

/** Those of the account are left out for who may not look into it. */
async function loadPictures(prId: number, signal: AbortSignal): Promise<FileResource[]> {
  const accountId = getKnown(prId)?.production.accountId
  const [own, ofAccount] = await Promise.all([
    Array.fromAsync(listAll(api.files.listFiles, { prId, signal }, 500)),
    accountId === undefined
      ? []
      : Array.fromAsync(listAll(api.files.listAccountFiles, { id: accountId, signal }, 500)).catch(() => []),
  ])
  return [...own, ...ofAccount].filter(({ mimeType = '' }) => mimeType.startsWith('image/'))
}

function toAddress({ id, productionId, accountId }: FileResource): string {
  const place = productionId === undefined ? `account/${accountId}` : `production/${productionId}`
  return `${baseUrl}/${place}/file/${id}/content`
}

async function toBase64(file: File): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}
