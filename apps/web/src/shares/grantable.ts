import { rightsToGrant, type ShareObject } from '@rushes/contract'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { type OfferedPermission, offered, toShareDraft } from './share-draft.ts'

/** What the caller can grant, and what a share has already; everything until the rights of the caller are known. */
export function useGrantable(prId: number, share?: ShareObject): readonly OfferedPermission[] {
  const rights = useResource(signal => api.productions.listPermissions({ prId, signal }), [prId])
  if (!rights.data) return offered
  const held = new Set<string>(rights.data)
  const before: readonly string[] = share ? toShareDraft(share).permissions : []
  return offered.filter(name => held.has(rightsToGrant[name]) || before.includes(name))
}
