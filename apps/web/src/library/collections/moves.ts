import { collectionPlaces } from '@rushes/contract'
import { tell } from '../../design/floating/toasts.tsx'
import { texts } from '../messages.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import { texts as writeTexts } from '../writes/messages.ts'
import { type Collection, isStored } from './collection.ts'
import { toTitle } from './title.ts'

/** A collection that can contain another one, or the top level; with the titles from the top down to it. */
export interface Target {
  readonly id: number | undefined
  readonly path: readonly string[]
}

/** Where a collection can be, in the order of the tree: by its kind, and neither in itself nor below itself. */
export function listTargets(all: readonly Collection[], moved: Collection): Target[] {
  const { parent, isParentNeeded } = collectionPlaces[moved.objectType ?? 'Notebook']
  const byParent = Map.groupBy(all, ({ parentId }) => parentId)
  const listBelow = (id: number | undefined, path: readonly string[]): Target[] =>
    (byParent.get(id) ?? [])
      .filter(collection => collection.id !== moved.id && isStored(collection))
      .flatMap(collection => {
        const own = [...path, toTitle(collection)]
        const below = listBelow(collection.id, own)
        return collection.objectType === parent ? [{ id: collection.id, path: own }, ...below] : below
      })
  return [...(isParentNeeded ? [] : [{ id: undefined, path: [] }]), ...listBelow(undefined, [])]
}

/** Puts a collection one place up or down among those of its level. */
export function moveAmongSiblings(
  writer: CollectionWriter,
  siblings: readonly Collection[],
  at: number,
  by: -1 | 1,
): void {
  const order = [...siblings]
  const [moved] = order.splice(at, 1)
  if (!moved) return
  order.splice(at + by, 0, moved)
  const changed = order.flatMap(({ id, subObjects_index: before = 0 }, index) =>
    before === index ? [] : [{ id, index, before }],
  )
  const places = changed.map(({ id, index }) => [id, index] as const)
  const before = changed.map(place => [place.id, place.before] as const)
  void writer.change({ what: 'order', places, before }, { text: writeTexts('moved', { title: toTitle(moved) }) })
}

/** Puts a collection into another one, or at the top level. Tells where its kind cannot be there. */
export function moveTo(
  writer: CollectionWriter,
  collection: Collection,
  all: readonly Collection[],
  target: number | undefined,
): void {
  const { id, parentId: before } = collection
  if (target === id || target === before) return
  if (!listTargets(all, collection).some(({ id }) => id === target)) {
    tell(texts('cannotMove'), 'error')
    return
  }
  const text = writeTexts('moved', { title: toTitle(collection) })
  void writer.change({ what: 'move', id, parentId: target, before }, { text })
}
