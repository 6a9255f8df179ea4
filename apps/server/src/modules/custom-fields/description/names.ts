/** Names of custom fields are compared in Unicode normal form C; one that is known already keeps its spelling. Pure. */

import type { JsonPatch } from '@rushes/contract'
import { toFormC } from '../../../platform/text/form-c.ts'

type Members = Readonly<Record<string, unknown>>

/** Names by their normal form; of two with the same the first counts. */
export function toSpellings(names: Iterable<string>): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>()
  for (const name of names) {
    const form = toFormC(name)
    if (!spellings.has(form)) spellings.set(form, name)
  }
  return spellings
}

/** Members under the names that they are stored with, or else described with; of two spellings the later counts. */
export function withKnownNames<T>(
  sent: Readonly<Record<string, T>>,
  stored: Members,
  described: Iterable<string>,
): Readonly<Record<string, T>> {
  const names = Object.keys(sent)
  if (names.every(name => isAscii(name) || Object.hasOwn(stored, name))) return sent
  const known = new Set(described)
  const ofStored = toSpellings(Object.keys(stored))
  const ofOthers = toSpellings([...known, ...names])
  const toKnown = (name: string) => {
    if (Object.hasOwn(stored, name)) return name
    const form = toFormC(name)
    return ofStored.get(form) ?? (known.has(name) ? name : ofOthers.get(form)!)
  }
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [toKnown(name), value]))
}

/** A patch whose paths name custom fields as they are stored. */
export function withFieldPaths(patch: JsonPatch, stored: Members = {}): JsonPatch {
  const spellings = toSpellings(Object.keys(stored))
  const toKnown = (pointer: string) => {
    const [root, member, name, ...others] = pointer.split('/')
    if (member !== 'customFields' || name === undefined || isAscii(name)) return pointer
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
    const known = Object.hasOwn(stored, plain) ? plain : (spellings.get(toFormC(plain)) ?? plain)
    return [root, member, known.replaceAll('~', '~0').replaceAll('/', '~1'), ...others].join('/')
  }
  return patch.map(operation => ({
    ...operation,
    path: toKnown(operation.path),
    ...(operation.from !== undefined && { from: toKnown(operation.from) }),
  }))
}

/** Whether a name has one spelling only. */
function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name)
}
