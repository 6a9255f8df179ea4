/** Which fields a form shows, in which order, by their descriptions. Pure. */

import type { CustomFieldDescription } from '@rushes/contract'

/** A field of a form: a custom field, or one of a form that others define, which may have to be filled in. */
export type Described = CustomFieldDescription & { required?: boolean | undefined }

/** Descriptions by name, as the service has them. */
export type DescribedFields = Readonly<Record<string, Described>>

/** What a custom field stands on; where nothing is said, every field is shown. */
export interface Bearer {
  readonly objectType: string
  readonly funnel?: string | undefined
}

/** A field with its name; of a COMPOUND its parts, named within it. */
export interface FormField {
  readonly name: string
  readonly described: Described
  readonly parts: readonly FormField[]
}

/** What is shown for a bearer: hidden fields and those of others left out, in their order, then by label. */
export function listFormFields(fields: DescribedFields, bearer?: Bearer): FormField[] {
  const named = Object.entries(fields).map(([name, described]) => ({ name, described, parts: [] }))
  return named
    .filter(({ name, described }) => findWhole(name, fields) === undefined && isShown(described, bearer))
    .map(field => ({ ...field, parts: listParts(field.name, named, fields) }))
    .sort(byOrder)
}

/** The COMPOUND that a field is a part of, by its name `<name>.<part>`. */
export function findWhole(name: string, fields: DescribedFields): string | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const whole = name.slice(0, dot)
    if (dot < name.length - 1 && fields[whole]?.type === 'COMPOUND') return whole
  }
  return undefined
}

function listParts(whole: string, named: readonly FormField[], fields: DescribedFields): FormField[] {
  return named
    .filter(({ name, described }) => findWhole(name, fields) === whole && described.hidden !== true)
    .map(field => ({ ...field, name: field.name.slice(whole.length + 1) }))
    .sort(byOrder)
}

function isShown(described: Described, bearer: Bearer | undefined): boolean {
  if (described.hidden === true) return false
  if (bearer === undefined) return true
  const { restrictedTo = [], clipAllowed = true, subClipAllowed = true } = described
  const { objectType, funnel = '' } = bearer
  if (restrictedTo.length > 0 && !restrictedTo.includes(objectType) && !restrictedTo.includes(funnel)) return false
  if (objectType === 'MediaObjectAnnotation') return clipAllowed
  return objectType !== 'ClipAnnotation' || subClipAllowed
}

/** "`order`": those without one stand behind. */
export function byOrder(one: FormField, other: FormField): number {
  const [first, second] = [one.described.order ?? Infinity, other.described.order ?? Infinity]
  return first === second ? toLabel(one).localeCompare(toLabel(other)) : first - second
}

/** What people read of a field. */
export function toLabel({ name, described }: Pick<FormField, 'name' | 'described'>): string {
  return described.label === undefined || described.label === '' ? name : described.label
}

/** Whether a search accepts this name in a list of fields; another one would have the whole search rejected. */
export function isSearchName(field: string): boolean {
  return /^[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$.-]*$/u.test(field)
}
