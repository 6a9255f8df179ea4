/** The two descriptions of custom fields that a production has, and how each is read and written. */

import type { CustomFieldDescription, CustomFieldsDescription } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import { byOrder, type DescribedFields, type FormField, findWhole } from './described.ts'

/** What custom fields are of. */
export const kinds = ['annotations', 'collections'] as const
export type Kind = (typeof kinds)[number]

const calls = {
  annotations: {
    get: api.customFields.getAnnotationFields,
    replace: api.customFields.updateAnnotationFields,
    describe: api.customFields.updateAnnotationField,
  },
  collections: {
    get: api.customFields.getCollectionFields,
    replace: api.customFields.updateCollectionFields,
    describe: api.customFields.updateCollectionField,
  },
}

export function getDescription(prId: number, kind: Kind, signal: AbortSignal): Promise<CustomFieldsDescription> {
  return calls[kind].get({ prId, signal })
}

/** Describes one field, a new one too; the others are left alone. */
export function describeField(
  prId: number,
  kind: Kind,
  property: string,
  body: CustomFieldDescription,
): Promise<CustomFieldsDescription> {
  return calls[kind].describe({ prId, property, body })
}

/** Replaces these members of a description; refused when somebody else has changed it since it was read. */
export function changeDescription(
  prId: number,
  kind: Kind,
  read: CustomFieldsDescription,
  changed: Partial<Pick<CustomFieldsDescription, 'fields' | 'allowUndefinedFields'>>,
): Promise<CustomFieldsDescription> {
  const { version, allowUndefinedFields, clientSettings, fields, name } = read
  const written = { allowUndefinedFields, clientSettings, fields, name, ...changed }
  const body = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))
  return calls[kind].replace({ prId, body: { ...body, version } })
}

/** All fields in their order, hidden ones too; parts stand behind what they are parts of. */
export function listInOrder(fields: DescribedFields): FormField[] {
  const all = Object.entries(fields).map(([name, described]) => ({ name, described, parts: [] }))
  return all
    .filter(({ name }) => findWhole(name, fields) === undefined)
    .sort(byOrder)
    .flatMap(field => [field, ...all.filter(({ name }) => findWhole(name, fields) === field.name).sort(byOrder)])
}

type Descriptions = Readonly<Record<string, CustomFieldDescription>>

/** Describes a new field, behind the others at its level. */
export async function addField(
  prId: number,
  kind: Kind,
  fields: Descriptions,
  name: string,
  described: CustomFieldDescription,
): Promise<CustomFieldsDescription> {
  const before = listLevel(fields, name)
  const added = await describeField(prId, kind, name, { ...described, order: before.length + 1 })
  const isNumbered = before.every((other, index) => added.fields?.[other]?.order === index + 1)
  // Those without an order stand behind those that have one.
  return isNumbered
    ? added
    : changeDescription(prId, kind, added, { fields: number(added.fields ?? {}, [...before, name]) })
}

/** The descriptions with one field moved among those at its level; all of them are renumbered. */
export function moveField(fields: Descriptions, name: string, by: -1 | 1): Record<string, CustomFieldDescription> {
  const level = listLevel(fields, name)
  const at = level.indexOf(name)
  level.splice(at, 1)
  level.splice(at + by, 0, name)
  return number(fields, level)
}

/** The names of the fields at the level of one, in their order. */
function listLevel(fields: DescribedFields, name: string): string[] {
  const whole = findWhole(name, fields)
  return listInOrder(fields).flatMap(field => (findWhole(field.name, fields) === whole ? [field.name] : []))
}

/** The descriptions with these numbered in this order. */
function number(fields: Descriptions, names: readonly string[]): Record<string, CustomFieldDescription> {
  const orders = new Map(names.map((name, index) => [name, index + 1]))
  return Object.fromEntries(
    Object.entries(fields).map(([name, described]) => {
      const order = orders.get(name)
      return [name, order === undefined ? described : { ...described, order }]
    }),
  )
}
