/** One value, as the type of its field wants it (custom-fields-12). Pure. */

import type { CustomFieldType } from '@rushes/contract'
import { toFormC } from '../../platform/text/form-c.ts'

/** Types whose values are one word, number or reference; a list of words can name them. */
export type ScalarType = Exclude<CustomFieldType, 'JSON' | 'COMPOUND'>

const longestString = 10_000
const longestText = 1_000_000
const [lowestInteger, highestInteger] = [-(2 ** 31), 2 ** 31 - 1]
/** The furthest instants that JavaScript can tell, in epoch milliseconds. */
const furthestInstant = 8.64e15

/** Gives `undefined` for what cannot be cast; what was cast once is cast to itself. */
const casts: Readonly<Record<ScalarType, (value: unknown) => unknown>> = {
  STRING: value => toText(value, longestString),
  TEXT: value => toText(value, longestText),
  BOOLEAN: toBoolean,
  INTEGER: value => toInteger(value, lowestInteger, highestInteger),
  LONG: value => toInteger(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  FRAME: value => toInteger(value, 0, Number.MAX_SAFE_INTEGER),
  FLOW_ID: toId,
  DOUBLE: toDouble,
  DATE: toInstant,
  FLOW_OBJECT: toReference,
}

const meanings: Readonly<Record<ScalarType, string>> = {
  STRING: `a STRING (a text of at most ${longestString} characters)`,
  TEXT: `a TEXT (of at most ${longestText} characters)`,
  BOOLEAN: 'a BOOLEAN (true or false)',
  INTEGER: 'an INTEGER (whole, 32 bits)',
  LONG: 'a LONG (whole, between -2^53 and 2^53)',
  FRAME: 'a FRAME (the number of a frame, from 0)',
  FLOW_ID: 'a FLOW_ID (the id of a resource)',
  DOUBLE: 'a DOUBLE (a number)',
  DATE: 'a DATE (epoch milliseconds, or ISO 8601)',
  FLOW_OBJECT: 'a FLOW_OBJECT (an object with id and objectType)',
}

/** The value as the type wants it; `undefined` when it cannot be cast. */
export function castScalar(type: ScalarType, value: unknown): unknown {
  return casts[type](value)
}

/** A type in words, for errors about another one. */
export function describeType(type: ScalarType): string {
  return meanings[type]
}

/** A value as texts name it: white and black lists, regular expressions. They compare it in normal form C. */
export function toWord(value: unknown): string {
  return toFormC(isObject(value) ? String(value.id) : String(value))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The id of a resource, also as text. */
export function toId(value: unknown): number | undefined {
  return toInteger(value, 0, Number.MAX_SAFE_INTEGER)
}

function toText(value: unknown, longest: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.length <= longest ? value : undefined
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return text === 'true' || text === 'false' ? text === 'true' : undefined
}

function toInteger(value: unknown, lowest: number, highest: number): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,20}\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < lowest || number > highest) return undefined
  // No negative zero.
  return number + 0
}

function toDouble(value: unknown): number | undefined {
  const isNumeral = typeof value === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)
  const number = isNumeral ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  // What cannot be kept exactly would come back as another number.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number + 0
}

const isoForm = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Epoch milliseconds; of ISO 8601 without an offset as UTC, so that the place of the server means nothing. */
function toInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return toInteger(value, -furthestInstant, furthestInstant)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  // Fewer digits are more likely a year.
  if (/^-?\d{5,16}$/.test(text)) return toInteger(text, -furthestInstant, furthestInstant)
  const [matched, day = '', minute = '00:00', second = '00', fraction = '0', offset = 'Z'] = isoForm.exec(text) ?? []
  if (matched === undefined || !isDay(day)) return undefined
  const zone = offset === 'Z' || offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`
  const instant = Date.parse(`${day}T${minute}:${second}.${fraction}${zone}`)
  return Number.isNaN(instant) ? undefined : instant
}

/** Not the 30th of February, which would be taken for a day in March. */
function isDay(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day)
}

/** What else a reference says (a name to show) is kept. */
function toReference(value: unknown): unknown {
  if (!isObject(value)) return undefined
  const id = toId(value.id)
  const { objectType } = value
  const isNamed = typeof objectType === 'string' && objectType !== '' && objectType.length <= 200
  return id === undefined || !isNamed ? undefined : { ...value, id }
}
