/** What a query means, written down a second time and without any cleverness: tests of documents in memory. */

import { type Bound, foldQuery, type Pattern, parseQuery, type QueryFolder, type Value } from '@rushes/query'
import type { SearchDocument } from '../documents/document.ts'

type Matches = (document: SearchDocument) => boolean
type Item = string | number | boolean

const analysed = ['description']
const inDefault = ['description', 'name', 'tags', 'place_s']

/** Ids of the documents that a query finds, ascending. */
export function findNaively(documents: readonly SearchDocument[], q: string): number[] {
  const matches = foldQuery(parseQuery(q), naive)
  return documents
    .filter(matches)
    .map(document => document.id)
    .sort((a, b) => a - b)
}

const naive: QueryFolder<Matches> = {
  all: () => () => true,
  none: () => () => false,
  exists:
    ({ field }) =>
    document =>
      listValues(document, field).length > 0,
  term: ({ field, value }) => forField(field, words => words.includes(value.text), isValue(value)),
  phrase: ({ field, text }) => {
    const wanted = ` ${text} `
    return forField(field, words => ` ${words.join(' ')} `.includes(wanted), isValue({ kind: 'text', text }))
  },
  wildcard: ({ field, pattern }) => {
    const expression = toExpression(pattern)
    return forField(
      field,
      words => words.some(word => expression.test(word)),
      value => expression.test(String(value)),
    )
  },
  fuzzy: ({ field, text, edits }) =>
    forField(
      field,
      words => words.some(word => isNear(word, text, edits)),
      value => isNear(String(value), text, field === 'id' || field === 'start' ? 0 : edits),
    ),
  range: ({ field, lower, upper }) => {
    const isIn = (value: Item) => isBeyond(value, lower, 1) && isBeyond(value, upper, -1)
    return forField(field, words => words.some(isIn), isIn)
  },
  group:
    ({ must, should, mustNot }) =>
    document =>
      must.every(matches => matches(document)) &&
      (must.length > 0 || should.some(matches => matches(document))) &&
      !mustNot.some(matches => matches(document)),
  boost: inner => inner,
  constantScore: inner => inner,
}

/** Words of each text of the field, or the field's values, one of which must pass. */
function forField(
  field: string | undefined,
  hasWords: (words: readonly string[]) => boolean,
  isWanted: (value: Item) => boolean,
): Matches {
  if (field !== undefined && !analysed.includes(field)) return document => listValues(document, field).some(isWanted)
  const fields = field === undefined ? inDefault : [field]
  return document => {
    const texts = fields.flatMap(name => listValues(document, name))
    if (field === undefined) texts.push(...(document.text ?? []))
    return texts.some(text => hasWords(String(text).toLowerCase().split(' ')))
  }
}

function listValues(document: SearchDocument, field: string): Item[] {
  const value = field === 'id' ? document.id : document.fields[field]
  return [value ?? []].flat()
}

function isValue(wanted: Value): (value: Item) => boolean {
  return value => (typeof value === 'number' ? Number(wanted.text) === value : String(value) === wanted.text)
}

function isBeyond(value: Item, bound: Bound | undefined, sign: 1 | -1): boolean {
  if (bound === undefined) return true
  const { text } = bound.value
  const [a, b] = typeof value === 'number' ? [value, Number(text)] : [String(value), text]
  return a === b ? bound.inclusive : sign === 1 ? a > b : a < b
}

function toExpression(pattern: Pattern): RegExp {
  const parts = pattern.map(part =>
    part.kind === 'text' ? RegExp.escape(part.text) : part.kind === 'anyText' ? '.*' : '.',
  )
  return new RegExp(`^${parts.join('')}$`, 'su')
}

/** Whether so many edits are enough, by trying each of them; a swap is of two characters that nothing else touches. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (a !== '' && a[0] === b[0]) return isNear(a.slice(1), b.slice(1), edits)
  if (edits === 0) return false
  const isSwap = a.length > 1 && a[0] === b[1] && a[1] === b[0]
  return (
    isNear(a.slice(1), b, edits - 1) ||
    isNear(a, b.slice(1), edits - 1) ||
    isNear(a.slice(1), b.slice(1), edits - 1) ||
    (isSwap && isNear(a.slice(2), b.slice(2), edits - 1))
  )
}
