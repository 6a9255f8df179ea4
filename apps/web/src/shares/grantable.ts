import { rightsToGrant, type ShareObject } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { type OfferedPermission, offered, toShareDraft } from './form/share-draft.ts'

/** What the caller can grant, and what a share has already; everything until the rights of the caller are known. */
export function useGrantable(prId: number, share?: ShareObject): readonly OfferedPermission[] {
  const rights = useResource(signal => api.productions.listPermissions({ prId, signal }), [prId])
  if (!rights.data) return offered
  const before: readonly string[] = share ? toShareDraft(share).permissions : []
  return listGrantable(rights.data, before)
}

/** What the caller can grant. */
export async function loadGrantable(prId: number): Promise<readonly OfferedPermission[]> {
  return listGrantable(await api.productions.listPermissions({ prId }))
}

function listGrantable(rights: readonly string[], before: readonly string[] = []): readonly OfferedPermission[] {
  const held = new Set(rights)
  return offered.filter(name => held.has(rightsToGrant[name]) || before.includes(name))
}
