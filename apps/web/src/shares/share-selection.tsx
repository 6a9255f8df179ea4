import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { api } from '../platform/api.ts'
import { texts } from './messages.ts'
import { NewShare } from './new-share.tsx'

/** As many as one call takes. */
const mostAttached = 1000

interface ShareSelectionProps {
  prId: number
  /** Ids of the clips, in the order in which visitors see them. */
  ids: readonly number[]
  onClose: () => void
}

/** Shares clips that were chosen in the library. */
export function ShareSelection({ prId, ids, onClose }: ShareSelectionProps) {
  return (
    <NewShare
      prId={prId}
      title={texts('shareSelection', { count: ids.length })}
      onShare={request => shareClips(prId, ids, request)}
      onClose={onClose}
    />
  )
}

/**
 * "To share a selection of clips: create an editorial object with `funnel` `SelectionShare` and a `title`, attach the
 * clips, then call S1 on it." Where a step is refused, nothing is left of the ones before.
 */
async function shareClips(prId: number, ids: readonly number[], request: SharedObjectRequest): Promise<ShareObject> {
  const title = request.label ?? texts('chosenClips')
  const { id } = await api.collections.createCollection({ prId, body: { funnel: 'SelectionShare', title } })
  try {
    for (let from = 0; from < ids.length; from += mostAttached) {
      const body = ids.slice(from, from + mostAttached).map(mediaObjectId => ({ mediaObjectId }))
      await api.collections.attachEntries({ prId, id, body })
    }
    return await api.sharing.createShare({ prId, id, body: request })
  } catch (error) {
    await api.collections.deleteCollection({ prId, id }).catch(() => {})
    throw error
  }
}
