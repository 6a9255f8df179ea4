import type { JsonPatch, SolrDocument } from '@rushes/contract'
import { toBareValues } from '../../../custom-fields/values.ts'
import { api } from '../../../platform/reading/api.ts'
import { texts } from '../../messages.ts'
import type { Steps } from '../clip-change.ts'
import type { Applied } from './apply-to-clips.ts'
import { patchClips, type ReadClip } from './patch-clips.ts'

/** What a change makes of a clip as it is; nothing where the clip is so already. */
export type ChangeOf = (clip: ReadClip) => JsonPatch

/** Somebody else has written another value than the one that was to be replaced. */
export class ConflictError extends Error {
  readonly path: string
  readonly theirs: unknown

  constructor(path: string, theirs: unknown) {
    super(texts('changedSince'))
    this.path = path
    this.theirs = theirs
  }
}

/** JSON Pointers of all that a change may read or write, and what it writes there. */
type Written = readonly (readonly [path: string, value: unknown])[]

interface ChangeOptions {
  readonly written: Written
  /** Values that are to be replaced, by JSON Pointer. */
  readonly expected?: Readonly<Record<string, unknown>> | undefined
}

/** A change of clips that was made, and what takes it back. */
export interface Changed extends Applied {
  readonly steps: Steps
}

/**
 * Changes clips and knows how to take it back: each is read before. Throws ConflictError where one clip has another value
 * than expected.
 */
export async function changeClips(
  prId: number,
  ids: readonly number[],
  change: ChangeOf,
  { written, expected = {} }: ChangeOptions,
): Promise<Changed> {
  const steps: Record<number, Steps[number]> = {}
  let conflict: ConflictError | undefined
  const found = Object.keys(expected).length > 0 ? undefined : await readAhead(prId, ids, written)
  const applied = await patchClips(prId, ids, found, (before, moId) => {
    const patch = change(before)
    const other = patch.find(({ path }) => isOther(before, path, expected))
    if (other) {
      conflict = new ConflictError(other.path, readAt(before, other.path))
      throw conflict
    }
    steps[moId] = { patch, inverse: toInverse(before, patch) }
    return patch
  })
  if (conflict && applied.done === 0) throw conflict
  for (const moId of applied.refused) delete steps[moId]
  return { ...applied, steps }
}

/** Takes steps back: each clip gets what it had, unless somebody else has changed the same since. */
export async function restoreClips(prId: number, steps: Steps): Promise<Changed> {
  const ids = Object.keys(steps).map(Number)
  const written = Object.values(steps).flatMap(({ patch }) => patch.map(step => [step.path, readValue(step)] as const))
  const found = await readAhead(prId, ids, written)
  const applied = await patchClips(prId, ids, found, (now, moId) => {
    const { patch, inverse } = steps[moId] ?? { patch: [], inverse: [] }
    // It may have been taken back by a call whose answer was lost.
    if (inverse.every(step => isSame(readAt(now, step.path), readValue(step)))) return []
    for (const step of patch) {
      if (!isSame(readAt(now, step.path), readValue(step))) throw new ConflictError(step.path, readAt(now, step.path))
    }
    return inverse
  })
  const back = Object.entries(steps).map(([id, { patch, inverse }]) => [id, { patch: inverse, inverse: patch }])
  return { ...applied, steps: Object.fromEntries(back) }
}

/** What a step writes; nothing where it takes something away. */
function readValue(step: JsonPatch[number]): unknown {
  return 'value' in step ? step.value : undefined
}

/** Members that a search gives just as the clip has them, by JSON Pointer. */
const foundMembers = ['/tags', '/reviewStatus', '/rating', '/description', '/language']
/** Ids that one call can name in its address. */
const idsOfCall = 500

/** Custom fields that have no parts, as far as their names can be asked for. */
const fieldPattern = /^\/customFields\/([\w-]+)$/

/** Whether each custom field that is written is a list, by its name; nothing where a search does not give all that is written. */
function findLists(written: Written): ReadonlyMap<string, boolean> | undefined {
  const lists = new Map<string, boolean>()
  for (const [path, value] of written) {
    if (foundMembers.includes(path)) continue
    const name = fieldPattern.exec(path)?.[1]
    const isList = Array.isArray(value)
    const isPlain = [value].flat().every(part => ['string', 'number', 'boolean'].includes(typeof part))
    if (name === undefined || !isPlain || (lists.get(name) ?? isList) !== isList) return undefined
    lists.set(name, isList)
  }
  return lists
}

/** Many clips as the search knows them: two calls for a thousand. Nothing where that is not enough to change them. */
async function readAhead(
  prId: number,
  ids: readonly number[],
  written: Written,
): Promise<ReadonlyMap<number, ReadClip> | undefined> {
  const lists = findLists(written)
  if (ids.length < 2 || !lists) return undefined
  const fields = [...lists.keys()].flatMap(name => [`customFields.${name}`, `customFields.${name}.*`])
  const fl = ['mediaObjectId', 'version', ...foundMembers.map(path => path.slice(1)), ...fields]
  const parts = Array.from({ length: Math.ceil(ids.length / idsOfCall) }, async (_, part) => {
    const named = ids.slice(part * idsOfCall, (part + 1) * idsOfCall)
    const query = { fq: [`mediaObjectId:(${named.join(' ')})`], fl: [fl.join()], rows: named.length }
    return (await api.annotations.searchMediaObjects({ prId, query })).results
  })
  const results = (await Promise.all(parts)).flat()
  const clips = results.map(clip => [Number(clip.mediaObjectId), toReadClip(clip, lists)] as const)
  return new Map(clips.flatMap(([id, clip]) => (clip ? [[id, clip]] : [])))
}

/** Nothing where a field of the clip is more than the search shows. */
function toReadClip(document: SolrDocument, lists: ReadonlyMap<string, boolean>): ReadClip | undefined {
  const customFields: Record<string, unknown> = {}
  for (const [name, isList] of lists) {
    // As the search names it.
    const field = `customFields.${name}`.normalize('NFC')
    const values = [document[field] ?? []].flat()
    const hasParts = Object.keys(document).some(key => key.startsWith(`${field}.`))
    if (hasParts || (!isList && values.length > 1)) return undefined
    customFields[name] = isList && values.length > 0 ? values : values[0]
  }
  const { mediaObjectId, ...members } = document
  return { tags: [], ...members, customFields, mediaObjectId: Number(mediaObjectId) } as unknown as ReadClip
}

/** Whether a clip has another value than expected. */
function isOther(clip: object, path: string, expected: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(expected, path) && !isSame(readAt(clip, path), expected[path])
}

/** Nothing, an empty text and an empty list are the same to people. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(toPlain(one)) === JSON.stringify(toPlain(other))
}

function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.toSorted()
  return value === undefined || value === '' ? null : value
}

/** The steps that give back what a resource had where the patch wrote. */
function toInverse(before: object, patch: JsonPatch): JsonPatch {
  return patch.map(({ path }) => {
    const value = readAt(before, path)
    if (value !== undefined && value !== null) return { op: 'add' as const, path, value }
    // A field without a value is written as nothing; members of the resource are taken away.
    return path.startsWith(fieldsPath) ? { op: 'add' as const, path, value: null } : { op: 'remove' as const, path }
  })
}

const fieldsPath = '/customFields/'

/** The value at a JSON Pointer; of a custom field without what describes it. */
function readAt(resource: object, pointer: string): unknown {
  const bare = pointer.startsWith(fieldsPath)
    ? { customFields: toBareValues((resource as { customFields?: unknown }).customFields) }
    : resource
  return pointer
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (value === null || value === undefined ? undefined : Object(value)[name]), bare)
}

/** Tags of a clip with some more and without some others. */
export function changeTags(added: readonly string[], removed: readonly string[] = []): ChangeOf {
  return ({ tags = [] }) => {
    const next = [...new Set([...tags, ...added])].filter(tag => !removed.includes(tag))
    return next.length === tags.length && next.every(tag => tags.includes(tag))
      ? []
      : [{ op: 'add', path: '/tags', value: next }]
  }
}

/** One member of a clip; nothing takes it away. */
export function setMember(path: string, value: unknown): ChangeOf {
  return clip => {
    const before = readAt(clip, path)
    if (isSame(before, value)) return []
    const isEmpty = value === undefined || value === null || value === ''
    if (isEmpty && path.startsWith(fieldsPath)) return [{ op: 'add', path, value: null }]
    if (isEmpty) return [{ op: 'remove', path }]
    return [{ op: 'add', path, value }]
  }
}
