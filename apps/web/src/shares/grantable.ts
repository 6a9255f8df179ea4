import { rightsToGrant, type ShareObject } from '@rushes/contract'
import { loadProduction } from '../frame/production.ts'
import { useResource } from '../platform/reading/resource.ts'
import { type OfferedPermission, offered, toShareDraft } from './form/share-draft.ts'

/** What the caller can grant, and what a share has already; everything until the rights of the caller are known. */
export function useGrantable(prId: number, share?: ShareObject): readonly OfferedPermission[] {
  const entered = useResource(() => loadProduction(prId), [prId])
  if (!entered.data) return offered
  const before: readonly string[] = share ? toShareDraft(share).permissions : []
  return listGrantable(entered.data.held, before)
}

/** What a share permits and the caller cannot grant; nothing until the rights of the caller are known. */
export function useMissing(share: ShareObject): readonly OfferedPermission[] | undefined {
  const { productionId } = share
  const entered = useResource(() => loadProduction(productionId), [productionId])
  if (!entered.data) return undefined
  const { held } = entered.data
  return offered.filter(name => toShareDraft(share).permissions.includes(name) && !held.has(rightsToGrant[name]))
}

/** What the caller can grant. */
export async function loadGrantable(prId: number): Promise<readonly OfferedPermission[]> {
  return listGrantable((await loadProduction(prId)).held)
}

function listGrantable(held: ReadonlySet<string>, before: readonly string[] = []): readonly OfferedPermission[] {
  return offered.filter(name => held.has(rightsToGrant[name]) || before.includes(name))
}
