/** Filters of the library as conditions of a query: one for each field, of any of its values or of none of them. Pure. */

import { escapeName } from './typed-query.ts'

/** What was added in the last seven days. */
export const addedThisWeek = 'created:[NOW/DAY-7DAYS TO *]'
/** What waits for a person: clips in review, and those where an open comment mentions them. */
export const toWaiting = (userId: number | undefined) => `reviewStatus:"IN_REVIEW" OR openMentionIds:${userId ?? 0}`

/** The null among the values stands for having no value. */
export type FieldValue = string | number | boolean | null

export interface Condition {
  readonly field: string
  readonly values: readonly (string | null)[]
  readonly isExcluded: boolean
}

/** The condition that a field has this value; null: none. */
export function toFilter(field: string, value: FieldValue): string {
  return writeCondition({ field, values: [value === null ? null : String(value)], isExcluded: false })
}

export function writeCondition({ field, values, isExcluded }: Condition): string {
  const name = escapeName(field)
  const given = values.filter(value => value !== null)
  const isAbsent = given.length < values.length
  const quoted = given.map(value => `"${value.replaceAll(/["\\]/g, '\\$&')}"`)
  const present = quoted.length === 1 ? `${name}:${quoted[0]}` : `${name}:(${quoted.join(' OR ')})`
  if (isExcluded) return isAbsent ? `${name}:*` : `-${present}`
  if (quoted.length === 0) return `-${name}:*`
  return isAbsent ? `(${present} OR (*:* -${name}:*))` : present
}

const namePattern = String.raw`(?:[^\s:"\\()]|\\.)+`
const valuePattern = String.raw`"(?:[^"\\]|\\.)*"`
const presentPattern = `(${namePattern}):(${valuePattern}|\\(${valuePattern}(?: OR ${valuePattern})*\\))`

/** The condition that a filter is; the query itself where it is of another form. */
export function readFilter(filter: string): Condition | { readonly query: string } {
  const absent = new RegExp(`^(-?)(${namePattern}):\\*$`).exec(filter)
  if (absent) return { field: withoutEscapes(absent[2] ?? ''), values: [null], isExcluded: absent[1] === '' }
  const either = new RegExp(`^\\(${presentPattern} OR \\(\\*:\\* -(${namePattern}):\\*\\)\\)$`).exec(filter)
  if (either && either[1] === either[3]) {
    return { field: withoutEscapes(either[1] ?? ''), values: [...readValues(either[2] ?? ''), null], isExcluded: false }
  }
  const match = new RegExp(`^(-?)${presentPattern}$`).exec(filter)
  if (!match) return { query: filter }
  return { field: withoutEscapes(match[2] ?? ''), values: readValues(match[3] ?? ''), isExcluded: match[1] === '-' }
}

function readValues(text: string): string[] {
  return (text.match(new RegExp(valuePattern, 'g')) ?? []).map(value => withoutEscapes(value.slice(1, -1)))
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

/** The conditions without those on these fields. */
export function withoutFields(filters: readonly string[], fields: readonly string[]): string[] {
  return filters.filter(filter => {
    const read = readFilter(filter)
    return !('field' in read && fields.includes(read.field))
  })
}

/** The filters with a value of a field chosen or no longer: several mean any of them; or with it excluded. */
export function toggleValue(
  filters: readonly string[],
  field: string,
  value: string | null,
  isExcluded = false,
): string[] {
  const conditions = filters.map(readFilter)
  const at = conditions.findIndex(read => 'field' in read && read.field === field && read.isExcluded === isExcluded)
  const found = conditions[at]
  const values = found && 'field' in found ? found.values : []
  const next = values.includes(value) ? values.filter(other => other !== value) : [...values, value]
  // What is chosen is not excluded at the same time.
  const others = filters.filter((_, index) => index !== at).flatMap(filter => withoutValue(filter, field, value))
  return next.length === 0 ? others : [...others, writeCondition({ field, values: next, isExcluded })]
}

function withoutValue(filter: string, field: string, value: string | null): string[] {
  const read = readFilter(filter)
  if (!('field' in read) || read.field !== field || !read.values.includes(value)) return [filter]
  const values = read.values.filter(other => other !== value)
  return values.length === 0 ? [] : [writeCondition({ ...read, values })]
}

/** Whether a value of a field is chosen or excluded. */
export function findChoice(
  filters: readonly string[],
  field: string,
  value: string | null,
): 'chosen' | 'excluded' | undefined {
  for (const filter of filters) {
    const read = readFilter(filter)
    if (!('field' in read) || read.field !== field || !read.values.includes(value)) continue
    return read.isExcluded ? 'excluded' : 'chosen'
  }
  return undefined
}
