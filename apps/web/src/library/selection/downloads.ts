import { api } from '../../platform/reading/api.ts'
import { downloadInstance } from '../../review/files/downloads.tsx'
import { texts } from './messages.ts'

/** Browsers ask people about more. */
const maxDownloads = 50

/** Has the browser save the originals, or what may be had in their place. */
export async function downloadClips(prId: number, ids: readonly number[], mayHaveOriginals: boolean): Promise<void> {
  if (ids.length > maxDownloads) throw new Error(texts('tooManyDownloads', { count: maxDownloads }))
  for (const id of ids) {
    const { items } = await api.media.listInstances({ prId, id })
    const original = mayHaveOriginals ? items.find(({ type }) => type === 'RAW') : undefined
    const file = original ?? items.find(({ type }) => type === 'PROXY')
    if (file) await downloadInstance(api, prId, file)
  }
}
