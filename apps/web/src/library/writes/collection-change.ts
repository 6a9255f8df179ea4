/** Changes of collections as data, which can be shown, sent, taken back and kept. Pure. */

import type { Collection } from '../collections/collection.ts'
import type { Moves } from './clip-change.ts'

export type CollectionChange =
  /** A new one with these clips. */
  | {
      readonly what: 'create'
      readonly title: string
      readonly parentId?: number | undefined
      readonly clips: readonly number[]
    }
  | { readonly what: 'title'; readonly id: number; readonly title: string; readonly before?: string | undefined }
  /** Into another one; at the top without a parent. */
  | {
      readonly what: 'move'
      readonly id: number
      readonly parentId?: number | undefined
      readonly before?: number | undefined
    }
  /** Places among those beside it, and what these were. */
  | { readonly what: 'order'; readonly places: Places; readonly before: Places }
  /** Takes out all that is in it, or these entries alone. */
  | { readonly what: 'empty'; readonly id: number; readonly entries?: Moves | undefined }
  | { readonly what: 'fill'; readonly id: number; readonly entries: Moves }
  /** With those below it; not where it holds more than these clips. */
  | { readonly what: 'remove'; readonly id: number; readonly holding?: readonly number[] | undefined }

/** Collections and the place that each has among its siblings. */
export type Places = readonly (readonly [id: number, index: number])[]

/** What a write makes known of itself in a collection that it creates: it is not created twice. */
export const writeMark = 'rushesWrite'

/** The collections with a change, which `key` names. */
export function showCollectionChange(
  all: readonly Collection[],
  change: CollectionChange,
  key: string,
): readonly Collection[] {
  const replace = (id: number, part: Partial<Collection>) =>
    all.map(collection => (collection.id === id ? { ...collection, ...part } : collection))
  switch (change.what) {
    case 'create': {
      const { title, parentId } = change
      if (all.some(({ systemFields }) => isMarked(systemFields, key))) return all
      const id = Math.min(0, ...all.map(other => other.id)) - 1
      const created = { id, title, objectType: 'Notebook' as const, systemFields: {}, subObjects_index: 0 }
      return [...all, parentId === undefined ? created : { ...created, parentId }]
    }
    case 'title':
      return replace(change.id, { title: change.title })
    case 'move':
      return all.map(collection => {
        if (collection.id !== change.id) return collection
        const { parentId: _before, ...rest } = collection
        return change.parentId === undefined ? rest : { ...rest, parentId: change.parentId }
      })
    case 'order': {
      const places = new Map(change.places)
      return all.map(collection => ({
        ...collection,
        subObjects_index: places.get(collection.id) ?? collection.subObjects_index,
      }))
    }
    case 'remove': {
      const gone = new Set([change.id])
      // Those below it are listed in any order.
      for (let count = 0; count !== gone.size; ) {
        count = gone.size
        for (const { id, parentId } of all) if (parentId !== undefined && gone.has(parentId)) gone.add(id)
      }
      return all.filter(({ id }) => !gone.has(id))
    }
    case 'empty':
    case 'fill':
      return all
  }
}

export function isMarked(systemFields: unknown, key: string): boolean {
  return Object(systemFields)[writeMark] === key
}
