import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { copyText } from '../../design/copying/copy-text.ts'
import { tell } from '../../design/floating/toasts.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { loadGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { QuickShare } from './quick-share.tsx'
import { toShareDraft, toShareLink, toShareRequest } from './share-draft.ts'

/** As many as one call takes. */
const mostAttached = 1000

interface ShareSelectionProps {
  prId: number
  /** Ids of the clips, in the order in which visitors see them. */
  ids: readonly number[]
  onClose: () => void
}

/** Shares clips that were selected in the library. */
export function ShareSelection({ prId, ids, onClose }: ShareSelectionProps) {
  const name = useResource(signal => nameSelection(prId, ids, signal), [prId, ids.join()])
  return (
    <QuickShare
      prId={prId}
      title={texts('shareSelection', { count: ids.length })}
      defaultLabel={name.data}
      onShare={request => shareClips(prId, ids, request)}
      onClose={onClose}
    />
  )
}

/** Shares clips with the usual permissions and copies the link. */
export async function copyShareLink(prId: number, ids: readonly number[]): Promise<void> {
  const share = await shareClips(prId, ids, toShareRequest(toShareDraft(), await loadGrantable(prId)))
  const link = toShareLink(share)
  if (link !== undefined) await copyText(link)
  tell(texts('linkCopied'))
}

/** The title of a share of some clips: the name of the only one, or how many they are. */
async function nameSelection(prId: number, ids: readonly number[], signal?: AbortSignal): Promise<string> {
  const count = texts('clipCount', { count: ids.length })
  const [id] = ids
  if (id === undefined || ids.length > 1) return count
  return (await api.media.getMediaObject({ prId, id, ...(signal && { signal }) })).name ?? count
}

/**
 * "To share a selection of clips: create an editorial object with `funnel` `SelectionShare` and a `title`, attach the
 * clips, then call S1 on it." Where a step is refused, nothing is left of the ones before.
 */
async function shareClips(prId: number, ids: readonly number[], request: SharedObjectRequest): Promise<ShareObject> {
  const label = request.label ?? (await nameSelection(prId, ids))
  const { id } = await api.collections.createCollection({ prId, body: { funnel: 'SelectionShare', title: label } })
  try {
    for (let from = 0; from < ids.length; from += mostAttached) {
      const body = ids.slice(from, from + mostAttached).map(mediaObjectId => ({ mediaObjectId }))
      await api.collections.attachEntries({ prId, id, body })
    }
    return await api.sharing.createShare({ prId, id, body: { ...request, label } })
  } catch (error) {
    await api.collections.deleteCollection({ prId, id }).catch(() => {})
    throw error
  }
}
