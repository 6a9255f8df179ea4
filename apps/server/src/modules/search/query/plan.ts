/**
 * A query, one step nearer to SQL: every leaf knows whether it is about a column, about values of the dictionary or about
 * words. The dictionaries are asked between this step and the next (`lookups.ts`), in a round trip or two for the whole query.
 */

import {
  type Bound,
  evaluateDateMath,
  findPrefix,
  foldQuery,
  type Pattern,
  type Query,
  type QueryFolder,
  toValue,
  type Value,
  type Zone,
} from '@rushes/query'
import { toFormC } from '../../../platform/text/form-c.ts'
import { findColumn, isAnalysed, type NumberColumn, presentField, toIndexedText } from '../documents/schema.ts'
import { foldText, mayBeOfCompound, toWords } from '../documents/words.ts'
import { listSpellings, toCanonicalPattern } from './language-tags.ts'

export type Plan =
  | { readonly kind: 'everything' | 'nothing' }
  /** A leaf that asks nothing, as `"…"` of dots alone: it takes no part in its group. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'numbers'; readonly column: NumberColumn; readonly test: NumberTest }
  | { readonly kind: 'values'; readonly lookup: ValueLookup }
  | { readonly kind: 'words'; readonly field: string | undefined; readonly test: WordTest }
  | {
      readonly kind: 'group'
      readonly must: readonly Plan[]
      readonly should: readonly Plan[]
      readonly mustNot: readonly Plan[]
    }
  | { readonly kind: 'boost'; readonly inner: Plan; readonly factor: number }
  | { readonly kind: 'constantScore'; readonly inner: Plan; readonly score: number }

/** Whole numbers; both bounds are part of the range. */
export type NumberTest =
  | { readonly kind: 'present' }
  | { readonly kind: 'oneOf'; readonly numbers: readonly number[] }
  | { readonly kind: 'between'; readonly lower: number; readonly upper: number }
  | { readonly kind: 'like'; readonly pattern: string }

/** Which values of a field are meant; an object's identity is the key to what the dictionary answers. */
export interface ValueLookup {
  readonly field: string
  readonly match: DictionaryMatch
}

export type DictionaryMatch =
  | { readonly kind: 'oneOf'; readonly texts: readonly string[]; readonly numbers: readonly number[] }
  | { readonly kind: 'like'; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 0 | 1 | 2 }
  | { readonly kind: 'range'; readonly lower: DictionaryBound | undefined; readonly upper: DictionaryBound | undefined }

/** `number` is set where the bound can be read as one. */
export interface DictionaryBound {
  readonly text: string
  readonly number: number | undefined
  readonly inclusive: boolean
}

export type WordTest =
  /** The words one after the other; the last may be the beginning of a word. */
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly slop: number; readonly isPrefix: boolean }
  /** Any word of the vocabulary that matches. */
  | { readonly kind: 'lookup'; readonly match: DictionaryMatch }

/** What dates of a query are counted from, and in which zone. */
export interface Moment {
  readonly ms: number
  readonly zone?: Zone | undefined
}

/** Plans a query; `NOW` in its dates is this moment. */
export function toPlan(query: Query, now: Moment): Plan {
  const folder: QueryFolder<Plan> = {
    all: () => ({ kind: 'everything' }),
    none: () => ({ kind: 'nothing' }),
    exists: ({ field }) => planExists(field),
    term: ({ field, value }) => planTerms(field, [value], now),
    anyOf: (field, values) => planTerms(field, values, now),
    phrase: ({ field, text, slop }) =>
      field === undefined || isAnalysed(field) ? planPhrase(field, text, slop) : planTerms(field, [toValue(text)], now),
    wildcard: ({ field, pattern }) => planWildcard(field, pattern),
    fuzzy: ({ field, text, edits }) => planFuzzy(field, text, edits),
    range: ({ field, lower, upper }) => planRange(field, lower, upper, now),
    group: group => ({ kind: 'group', ...group }),
    boost: (inner, factor) => ({ kind: 'boost', inner, factor }),
    constantScore: (inner, score) => ({ kind: 'constantScore', inner, score }),
  }
  return foldQuery(query, folder)
}

/** Documents that have a value in the field. */
export function planExists(field: string): Plan {
  const column = findColumn(field)
  if (column !== undefined) return { kind: 'numbers', column, test: { kind: 'present' } }
  return { kind: 'values', lookup: { field: presentField, match: { kind: 'oneOf', texts: [field], numbers: [] } } }
}

/** Documents that have one of the values in the field; no values, no documents. */
export function planTerms(field: string | undefined, values: readonly Value[], now: Moment): Plan {
  if (field === undefined || isAnalysed(field)) {
    const plans = values.map(value => planWords(field, value.text))
    return plans.length === 1 ? plans[0]! : { kind: 'group', must: [], should: plans, mustNot: [] }
  }
  const numbers = values.map(value => readNumber(value, now)).filter(number => number !== undefined)
  const column = findColumn(field)
  if (column !== undefined) {
    const whole = numbers.filter(Number.isSafeInteger)
    return whole.length === 0
      ? { kind: 'nothing' }
      : { kind: 'numbers', column, test: { kind: 'oneOf', numbers: whole } }
  }
  return planValues(field, {
    kind: 'oneOf',
    texts: values.flatMap(({ text }) => listSpellings(field, text)).map(toIndexedText),
    numbers,
  })
}

/** What documents have is never sought under the name that keeps it. */
function planValues(field: string, match: DictionaryMatch): Plan {
  return field === presentField ? { kind: 'nothing' } : { kind: 'values', lookup: { field, match } }
}

/** Words that nobody has quoted: one that may be a part of compounds is found in those too, after others. */
function planWords(field: string | undefined, text: string): Plan {
  const plan = planPhrase(field, text, 0)
  const [word = '', ...others] = toWords(text)
  if (others.length > 0 || !mayBeOfCompound(word)) return plan
  const match: DictionaryMatch = { kind: 'like', pattern: `%${word}%` }
  const compounds: Plan = { kind: 'words', field, test: { kind: 'lookup', match } }
  return { kind: 'group', must: [], should: [plan, compounds], mustNot: [] }
}

function planPhrase(field: string | undefined, text: string, slop: number): Plan {
  const words = toWords(text)
  if (words.length === 0) return { kind: 'blank' }
  return { kind: 'words', field, test: { kind: 'phrase', words, slop, isPrefix: false } }
}

function planWildcard(field: string | undefined, pattern: Pattern): Plan {
  if (field !== undefined && !isAnalysed(field)) {
    const column = findColumn(field)
    if (column !== undefined) return { kind: 'numbers', column, test: { kind: 'like', pattern: toLike(pattern) } }
    return planValues(field, { kind: 'like', pattern: toLike(toCanonicalPattern(field, pattern)) })
  }
  const prefix = findPrefix(pattern)
  const words = prefix === undefined ? [] : toWords(prefix)
  if (words.length > 0) return { kind: 'words', field, test: { kind: 'phrase', words, slop: 0, isPrefix: true } }
  return { kind: 'words', field, test: { kind: 'lookup', match: { kind: 'like', pattern: toLike(pattern, foldText) } } }
}

function planFuzzy(field: string | undefined, text: string, edits: 0 | 1 | 2): Plan {
  if (field !== undefined && findColumn(field) !== undefined) return planTerms(field, [toValue(text)], { ms: 0 })
  if (field !== undefined && !isAnalysed(field)) return planValues(field, { kind: 'fuzzy', text: toFormC(text), edits })
  return { kind: 'words', field, test: { kind: 'lookup', match: { kind: 'fuzzy', text: foldText(text), edits } } }
}

function planRange(field: string | undefined, lower: Bound | undefined, upper: Bound | undefined, now: Moment): Plan {
  const column = field === undefined ? undefined : findColumn(field)
  if (column !== undefined) return planNumberRange(column, lower, upper, now)
  const isText = field === undefined || isAnalysed(field)
  const toBound = (bound: Bound | undefined): DictionaryBound | undefined =>
    bound && {
      text: isText ? foldText(bound.value.text) : toFormC(bound.value.text),
      number: readNumber(bound.value, now),
      inclusive: bound.inclusive,
    }
  const match: DictionaryMatch = { kind: 'range', lower: toBound(lower), upper: toBound(upper) }
  return isText ? { kind: 'words', field, test: { kind: 'lookup', match } } : planValues(field, match)
}

function planNumberRange(column: NumberColumn, from: Bound | undefined, to: Bound | undefined, now: Moment): Plan {
  const low = from === undefined ? Number.NEGATIVE_INFINITY : readNumber(from.value, now)
  const high = to === undefined ? Number.POSITIVE_INFINITY : readNumber(to.value, now)
  if (low === undefined || high === undefined) return { kind: 'nothing' }
  const lower = Math.max(from?.inclusive === false ? Math.floor(low) + 1 : Math.ceil(low), Number.MIN_SAFE_INTEGER)
  const upper = Math.min(to?.inclusive === false ? Math.ceil(high) - 1 : Math.floor(high), Number.MAX_SAFE_INTEGER)
  return lower > upper ? { kind: 'nothing' } : { kind: 'numbers', column, test: { kind: 'between', lower, upper } }
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/

/** The number or moment that a value means, if any. A whole number that a double cannot hold is no number. */
function readNumber(value: Value, now: Moment): number | undefined {
  if (value.kind === 'dateMath') return evaluateDateMath(value.dateMath, now.ms, now.zone)
  if (!decimal.test(value.text)) return undefined
  const number = Number(value.text)
  return Number.isFinite(number) ? number : undefined
}

/** A pattern for `like` with `\` as the escape. */
function toLike(pattern: Pattern, fold: (text: string) => string = text => text): string {
  return pattern
    .map(part => {
      if (part.kind === 'text') return fold(toFormC(part.text)).replaceAll(/[\\%_]/g, '\\$&')
      return part.kind === 'anyText' ? '%' : '_'
    })
    .join('')
}

/** Whether a leaf, or everything within a group, asks nothing. */
export function isBlank(plan: Plan): boolean {
  if (plan.kind === 'boost' || plan.kind === 'constantScore') return isBlank(plan.inner)
  if (plan.kind === 'group') return [...plan.must, ...plan.should].every(isBlank) && plan.mustNot.every(isBlank)
  return plan.kind === 'blank'
}
