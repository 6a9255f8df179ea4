/** Values of custom fields that name things by their ids, as they come out of an archive. */

import type { CustomFieldType } from '@rushes/contract'
import { type ArchiveIds, type ArchiveTarget, remember } from '../../../platform/archive/index.ts'
import { isObject, toId } from '../../form-fields/index.ts'
import type { DescriptionKind, WrittenDescription } from '../tables.ts'

/** Of a COMPOUND: what is known of the types of its parts. */
type PartTypes = Readonly<Record<string, CustomFieldType | undefined>>

const getDescribed = remember<ArchiveTarget, Map<DescriptionKind, WrittenDescription>>(() => new Map())

/** Keeps what the fields of an import are, for their values, which come later. */
export function noteDescription(into: ArchiveTarget, kind: DescriptionKind, description: WrittenDescription): void {
  getDescribed(into).set(kind, description)
}

/** Custom fields in which what they name is called by its id here; what is not in the archive is named no more. */
export function mapFieldIds(
  into: ArchiveTarget,
  kind: DescriptionKind,
  customFields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { fields = {} } = getDescribed(into).get(kind) ?? {}
  const mapped = Object.entries(customFields).map(([name, stored]): [string, unknown] => {
    const isTyped = isObject(stored) && typeof stored.type === 'string' && Array.isArray(stored.values)
    if (!isTyped) return [name, mapValues(fields[name]?.type, stored, toPartTypes(name, fields), into.ids)]
    const type = stored.type as CustomFieldType
    const values = mapList(type, stored.values as unknown[], toPartTypes(name, fields), into.ids)
    const { value: _first, ...members } = stored
    return [
      name,
      { ...members, values, ...(values.length > 0 && Object.hasOwn(stored, 'value') && { value: values[0] }) },
    ]
  })
  return Object.fromEntries(mapped)
}

function toPartTypes(name: string, fields: NonNullable<WrittenDescription['fields']>): PartTypes {
  const parts = Object.entries(fields).filter(([part]) => part.startsWith(`${name}.`))
  return Object.fromEntries(parts.map(([part, { type }]) => [part.slice(name.length + 1), type]))
}

/** One value or a list of them, in whichever form a client sent it. */
export function mapValues(
  type: CustomFieldType | undefined,
  values: unknown,
  parts: PartTypes,
  ids: ArchiveIds,
): unknown {
  if (Array.isArray(values)) return mapList(type, values, parts, ids)
  return mapValue(type, values, parts, ids) ?? null
}

function mapList(type: CustomFieldType | undefined, values: readonly unknown[], parts: PartTypes, ids: ArchiveIds) {
  return values.map(value => mapValue(type, value, parts, ids)).filter(value => value !== undefined)
}

function mapValue(type: CustomFieldType | undefined, value: unknown, parts: PartTypes, ids: ArchiveIds): unknown {
  if (type === 'JSON' || value === null) return value
  if (type === 'FLOW_ID') return mapReference(value, ids)
  if (!isObject(value)) return value
  if (type === 'FLOW_OBJECT') {
    const id = mapReference(value.id, ids)
    return id === undefined ? undefined : { ...value, id }
  }
  // The entry of a vocabulary; those of other systems keep their ids.
  const entry = Object.hasOwn(value, 'value') ? toId(value.id) : undefined
  if (entry !== undefined) return { ...value, id: ids.find('thesaurus-entries', entry) ?? value.id }
  if (type !== 'COMPOUND') return value
  const members = Object.entries(value).map(([name, part]) => [name, mapValues(parts[name], part, {}, ids)])
  return Object.fromEntries(members)
}

function mapReference(value: unknown, ids: ArchiveIds): number | undefined {
  const id = toId(value)
  const now = id === undefined ? undefined : ids.findOfAny(id)
  if (now === undefined) ids.lose('customFields.reference')
  return now
}
