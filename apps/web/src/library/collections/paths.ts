import { type Collection, isStored } from './collection.ts'
import { toTitle } from './title.ts'

/** The subtype of collections whose entries are the versions of one clip, oldest first. */
export const stackFunnel = 'VersionStack'

/** Collections that pages make for themselves: of a share of some clips, and of the versions of a clip. */
const hiddenFunnels = ['SelectionShare', stackFunnel]

export function isShown({ funnel }: Collection): boolean {
  return !hiddenFunnels.includes(funnel ?? '')
}

/** The collections of a level in their order: where that says nothing, by title. */
export function inOrder(collections: readonly Collection[]): Collection[] {
  return collections.toSorted(
    (a, b) =>
      (a.subObjects_index ?? 0) - (b.subObjects_index ?? 0) || toTitle(a).localeCompare(toTitle(b)) || a.id - b.id,
  )
}

/** All collections that clips can be put into, in the order of the tree, each with the titles from the top down to it. */
export function listPaths(all: readonly Collection[]): { id: number; path: string[] }[] {
  const shown = all.filter(collection => isShown(collection) && isStored(collection))
  const byParent = Map.groupBy(shown, ({ parentId }) => parentId)
  const listBelow = (id: number | undefined, above: string[]): { id: number; path: string[] }[] =>
    inOrder(byParent.get(id) ?? []).flatMap(collection => {
      const path = [...above, toTitle(collection)]
      return [{ id: collection.id, path }, ...listBelow(collection.id, path)]
    })
  return listBelow(undefined, [])
}

/** The ids of a collection and of all below it; it is the first. */
export function listWithin(all: readonly Collection[], id: number): number[] {
  const inside = all.filter(collection => collection.parentId === id && isShown(collection) && isStored(collection))
  return [id, ...inside.flatMap(collection => listWithin(all, collection.id))]
}

/** A collection and all around it, the outermost first. */
export function listAround(all: readonly Collection[], id: number | undefined): Collection[] {
  const found = all.find(collection => collection.id === id)
  return found ? [...listAround(all, found.parentId), found] : []
}
