import type { Annotation, JsonPatch } from '@rushes/contract'
import { findStatusKey, parseLanguage } from '../../../platform/text/language.ts'

const maps = ['subtitlingStatuses', 'transcriptionStatuses'] as const

/**
 * A patch whose keys of the maps of statuses are in canonical spelling, as those that are stored (subtitles-29). A key
 * that is stored in another spelling is that one. Throws BadRequestError for a key that names no language.
 */
export function withStatusKeys(patch: JsonPatch, stored: Annotation): JsonPatch {
  return patch.map(operation => {
    const { path, from } = operation
    const [, name = '', ...keys] = path.split('/')
    const map = maps.find(known => known === name)
    if (!map) return operation
    const known = stored[map] ?? {}
    const isWhole = keys.length === 0 && isMap(operation.value)
    return {
      ...operation,
      path: toKnownPointer(path, known),
      ...(from !== undefined && { from: toKnownPointer(from, known) }),
      ...(isWhole && { value: withKnownKeys(operation.value as Record<string, unknown>, known, path) }),
    }
  })
}

function toKnownPointer(pointer: string, known: object): string {
  const [root, name, key, ...others] = pointer.split('/')
  if (key === undefined) return pointer
  const plain = key.replaceAll('~1', '/').replaceAll('~0', '~')
  const escaped = toKnownKey(plain, known, pointer).replaceAll('~', '~0').replaceAll('/', '~1')
  return [root, name, escaped, ...others].join('/')
}

/** Of two spellings of one key, the later counts. */
function withKnownKeys(map: Record<string, unknown>, known: object, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [toKnownKey(key, known, `${path}/${key}`), value]),
  )
}

function toKnownKey(key: string, known: object, path: string): string {
  if (Object.hasOwn(known, key)) return key
  return findStatusKey(key) ?? parseLanguage(key.split(';', 1)[0]!, path)
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
