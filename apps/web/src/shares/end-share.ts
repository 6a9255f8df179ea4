import { listAll } from '@rushes/client'
import type { ShareObject } from '@rushes/contract'
import { api, isRefusal } from '../platform/reading/api.ts'

/** Ends a share. Of chosen clips the hidden collection goes with it, unless another share shows that too. */
export async function endShare(prId: number, { id, editorialObjectId }: ShareObject): Promise<void> {
  await api.sharing.deleteShare({ prId, id })
  if (editorialObjectId !== undefined) await removeSelection(prId, editorialObjectId)
}

async function removeSelection(prId: number, id: number): Promise<void> {
  try {
    const { funnel } = await api.collections.getCollection({ prId, id })
    if (funnel !== 'SelectionShare') return
    for await (const { editorialObjectId } of listAll(api.sharing.listShares, { prId }, 500)) {
      if (editorialObjectId === id) return
    }
    await api.collections.deleteCollection({ prId, id })
  } catch (error) {
    // Who may share need not be allowed to delete; what stays is shown nowhere.
    if (!isRefusal(error, 'ForbiddenError', 'NotFoundError')) throw error
  }
}
