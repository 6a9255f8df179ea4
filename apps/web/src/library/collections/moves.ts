import type { EditorialObject } from '@rushes/contract'
import { api } from '../../platform/api.ts'
import { texts } from '../messages.ts'
import { listTargets } from './move-collection.tsx'

/** Puts a collection one place up or down among those of its level. */
export async function moveAmongSiblings(
  prId: number,
  siblings: readonly EditorialObject[],
  at: number,
  by: -1 | 1,
): Promise<void> {
  const order = [...siblings]
  const [moved] = order.splice(at, 1)
  if (!moved) return
  order.splice(at + by, 0, moved)
  for (const [index, { id, subObjects_index }] of order.entries()) {
    if (subObjects_index === index) continue
    await api.collections.patchCollection({ prId, id, body: [{ op: 'add', path: '/subObjects_index', value: index }] })
  }
}

/** Puts a collection into another one. Throws where its kind cannot be there. */
export async function moveInto(
  prId: number,
  collection: EditorialObject,
  all: readonly EditorialObject[],
  target: number,
): Promise<void> {
  if (target === collection.id || target === collection.parentId) return
  if (!listTargets(all, collection).some(({ id }) => id === target)) throw new Error(texts('cannotMove'))
  await api.collections.patchCollection({
    prId,
    id: collection.id,
    body: [{ op: 'add', path: '/parentId', value: target }],
  })
}
