import type { Client } from '@rushes/client'
import type { MediaObjectInstance } from '@rushes/contract'
import { Menu } from '../../design/floating/menu.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { formatBytes } from '../../platform/translations.ts'
import type { ReviewAccess } from '../access.ts'
import { texts } from '../messages.ts'

interface DownloadsProps {
  access: ReviewAccess
  /** All files of the clip. */
  files: readonly MediaObjectInstance[]
}

/** The original and the proxies of a clip, as far as the caller may have them. */
export function Downloads({ access: { api, prId, mayDownload }, files }: DownloadsProps) {
  const offered = files.filter(
    ({ type }) => (type === 'RAW' && mayDownload.originals) || (type === 'PROXY' && mayDownload.proxies),
  )
  if (offered.length === 0) return null
  const items = offered.map(file => ({
    text: toName(file),
    onChoose: () => {
      downloadInstance(api, prId, file).catch(tellError)
    },
  }))
  return (
    <Menu label={texts('download')} items={items} button={{ kind: 'default', icon: 'download', class: 'downloads' }} />
  )
}

function toName({ type, profile, size }: MediaObjectInstance): string {
  const facts = [profile, size === undefined ? undefined : formatBytes(size)].filter(fact => fact !== undefined)
  const name = texts(type === 'RAW' ? 'original' : 'proxy')
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`
}

/** Has the browser save a file of a clip, by a link that the service signs. Throws what the service refuses with. */
export async function downloadInstance(
  api: Client,
  prId: number,
  { id, mediaObjectId }: MediaObjectInstance,
): Promise<void> {
  const response = await api.media.getDownloadLink({ prId, id: mediaObjectId, moiId: id })
  const link = document.createElement('a')
  link.href = await response.text()
  link.download = ''
  link.click()
}
