import type { MediaObjectInstance } from '@rushes/contract'
import { Menu } from '../design/menu.tsx'
import { tellError } from '../design/toasts.tsx'
import { useResource } from '../platform/resource.ts'
import { formatBytes } from '../platform/translations.ts'
import type { ReviewAccess } from './access.ts'
import { texts } from './messages.ts'

/** The original and the proxies of a clip, for those who may have them. */
export function Downloads({ access, moId }: { access: ReviewAccess; moId: number }) {
  const { api, prId, mayDownload } = access
  const instances = useResource(signal => api.media.listInstances({ prId, id: moId, signal }), [api, prId, moId])
  if (!mayDownload || !instances.data) return null
  const download = async ({ id }: MediaObjectInstance) => {
    const response = await api.media.getDownloadLink({ prId, id: moId, moiId: id })
    const link = document.createElement('a')
    link.href = await response.text()
    link.download = ''
    link.click()
  }
  const items = instances.data.items
    .filter(({ type }) => type === 'RAW' || type === 'PROXY')
    .map(instance => ({
      text: texts(instance.type === 'RAW' ? 'original' : 'proxy', { size: formatBytes(instance.size ?? 0) }),
      onChoose: () => {
        download(instance).catch(tellError)
      },
    }))
  return <Menu items={items}>{texts('download')}</Menu>
}
