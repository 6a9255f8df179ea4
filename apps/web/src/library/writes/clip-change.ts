/** Changes of clips as data, which can be shown, sent, taken back and kept. Pure. */

import type { JsonPatch } from '@rushes/contract'
import type { FoundClip } from '../clips/clip-search.ts'

export type ClipChange =
  /** Members of the annotation of each clip, by JSON Pointer; nothing takes one away. */
  | { readonly what: 'set'; readonly members: Readonly<Record<string, unknown>> }
  /** Members of each clip by its id. */
  | { readonly what: 'cells'; readonly byClip: Readonly<Record<number, Readonly<Record<string, unknown>>>> }
  | { readonly what: 'tags'; readonly added: readonly string[]; readonly removed: readonly string[] }
  /** Names by the ids of the clips. */
  | { readonly what: 'rename'; readonly names: Readonly<Record<number, string>> }
  | { readonly what: 'attach' | 'detach'; readonly collection: number }
  | { readonly what: 'move'; readonly from: number; readonly to: number }
  | { readonly what: 'order'; readonly collection: number; readonly moves: Moves; readonly back: Moves }
  /** Entries of a collection, each at its place. */
  | { readonly what: 'put'; readonly collection: number; readonly entries: Moves }
  /** Deletes clips; calls name their annotations, in the order of their ids. */
  | { readonly what: 'remove'; readonly annotationIds: readonly number[] }
  /** Gives clips back what they had. */
  | { readonly what: 'restore'; readonly steps: Steps }
  /** One after the other. */
  | { readonly what: 'all'; readonly parts: readonly PartOfChange[] }

/** A change of these clips. */
export interface PartOfChange {
  readonly ids: readonly number[]
  readonly change: ClipChange
}

/** What was written to clips, by their ids, and what takes it back. */
export type Steps = Readonly<Record<number, { readonly patch: JsonPatch; readonly inverse: JsonPatch }>>

/** Annotations and the index that each is moved to, one after the other. */
export type Moves = readonly (readonly [annotationId: number, position: number])[]

/** What a change makes of a clip as it is shown. */
export function showChange(clip: FoundClip, change: ClipChange): Partial<FoundClip> {
  switch (change.what) {
    case 'set':
      return showMembers(clip, change.members)
    case 'cells':
      return showMembers(clip, change.byClip[clip.id] ?? {})
    case 'tags':
      return {
        tags: [...new Set([...clip.tags, ...change.added])].filter(tag => !change.removed.includes(tag)),
      }
    case 'rename':
      return { name: change.names[clip.id] ?? clip.name }
    case 'attach':
    case 'put':
      return { collections: [...new Set([...clip.collections, change.collection])] }
    case 'detach':
      return { collections: clip.collections.filter(id => id !== change.collection) }
    case 'move':
      return { collections: [...new Set([...clip.collections.filter(id => id !== change.from), change.to])] }
    case 'restore':
      return showMembers(
        clip,
        Object.fromEntries((change.steps[clip.id]?.inverse ?? []).map(step => [step.path, step.value])),
      )
    case 'all':
      return showParts(clip, change.parts)
    case 'order':
    case 'remove':
      return {}
  }
}

function showParts(clip: FoundClip, parts: readonly PartOfChange[]): Partial<FoundClip> {
  const shown: Partial<FoundClip> = {}
  for (const { ids, change } of parts) {
    if (ids.includes(clip.id)) Object.assign(shown, showChange({ ...clip, ...shown }, change))
  }
  return shown
}

function showMembers(clip: FoundClip, members: Readonly<Record<string, unknown>>): Partial<FoundClip> {
  const shown: Partial<FoundClip> = {}
  for (const [path, value] of Object.entries(members))
    Object.assign(shown, showMember({ ...clip, ...shown }, path, value))
  return shown
}

function showMember(clip: FoundClip, path: string, value: unknown): Partial<FoundClip> {
  const text = typeof value === 'string' ? value : ''
  switch (path) {
    case '/reviewStatus':
      return { reviewStatus: text === '' ? undefined : text }
    case '/rating':
      return { rating: Number(value ?? 0) }
    case '/description':
      return { description: text }
    case '/language':
      return { language: text }
    case '/tags':
      return { tags: Array.isArray(value) ? value.map(String) : [] }
  }
  const name = path
    .slice(1)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
  return { values: { ...clip.values, [name]: [value ?? []].flat().join(', ') } }
}

/** The values of before of what a change shows: what takes it back. */
export function showBefore(clip: FoundClip, shown: Partial<FoundClip>): Partial<FoundClip> {
  return Object.fromEntries(Object.keys(shown).map(name => [name, clip[name as keyof FoundClip]]))
}
