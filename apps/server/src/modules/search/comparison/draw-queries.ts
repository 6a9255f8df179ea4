/** Queries by chance: of every kind that the language has. */

import { type Bound, formatQuery, type Occur, type Query, toValue } from '@rushes/query'
import fc from 'fast-check'
import { tree } from './random.ts'

/** One of these is drawn, more or less often. */
export const queryWeights = { tree: 1, special: 1, text: 1, everything: 3 }

const words = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'cab', 'dead'), { minLength: 2, maxLength: 3 })
  .map(some => some.join(' '))
const analysed = fc.constantFrom('description', 'note_ts', undefined)
const moment = fc.constantFrom('NOW', 'NOW/DAY-5DAYS', 'NOW-3DAYS', 'NOW/MONTH', '2025-12-25T00:00:00Z')
const toBound = (value: fc.Arbitrary<string>): fc.Arbitrary<Bound | undefined> =>
  fc.option(fc.record({ value: value.map(toValue), inclusive: fc.boolean() }), { nil: undefined })
const term = (field: string, ...texts: readonly string[]): fc.Arbitrary<Query> =>
  fc.constantFrom(...texts).map(text => ({ kind: 'term', field, value: toValue(text) }))

/** What queries of the common words and fields do not have. */
const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('phrase' as const), field: analysed, text: words, slop: fc.constantFrom(1, 2, 3, 9) }),
  // The last word is the beginning of one, after others; of exact values all of it is the beginning.
  fc
    .record({
      field: fc.constantFrom('description', 'note_ts', 'place_s', undefined),
      text: fc.constantFrom('a b', 'b c', 'dead be', 'cab-d', 'a b c'),
    })
    .map(
      ({ field, text }): Query => ({ kind: 'wildcard', field, pattern: [{ kind: 'text', text }, { kind: 'anyText' }] }),
    ),
  // Signs alone ask nothing.
  fc.record({ kind: fc.constant('phrase' as const), field: analysed, text: fc.constant('…'), slop: fc.constant(0) }),
  fc
    .record({
      kind: fc.constant('range' as const),
      field: fc.constantFrom('created', 'lastUpdated'),
      lower: toBound(moment),
      upper: toBound(moment),
    })
    .filter(range => range.lower !== undefined || range.upper !== undefined),
  fc
    .constantFrom('my field', 'Größe', 'created', 'language', 'note_ts', 'attachedEditorialObjectId')
    .map((field): Query => ({ kind: 'exists', field })),
  term('my field', 'a', 'b c', 'é'),
  term('Größe', '1', '3.0'),
  term('language', 'eng', 'en', 'nl'),
  term('mixed', '1', '2', '-1', '0', '1e21'),
  term('start', 'a', '1', '1.5'),
  term('name', '😀', 'strasse'),
)

/** Some of these together, and what changes a score. */
const special: fc.Arbitrary<Query> = fc
  .array(
    fc.record({
      occur: fc.constantFrom<Occur>('must', 'should', 'should', 'mustNot'),
      query: fc.oneof(
        { arbitrary: leaf, weight: 3 },
        { arbitrary: tree, weight: 1 },
        {
          arbitrary: fc.record({
            kind: fc.constant('constantScore' as const),
            query: leaf,
            score: fc.constantFrom(0, 0.5, 3),
          }),
          weight: 1,
        },
        {
          arbitrary: fc.record({ kind: fc.constant('boost' as const), query: leaf, factor: fc.constantFrom(0.5, 4) }),
          weight: 1,
        },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map(([first, ...others]) =>
    others.length === 0 && first?.occur === 'should'
      ? first.query
      : { kind: 'boolean', clauses: first ? [first, ...others] : others },
  )

/** As people write them. */
const text = fc.constantFrom(
  'a b',
  'dead bead',
  '"a b"~2',
  '"b a"~1',
  '"ab cab dead"~1',
  '"dead cab"~2^3',
  'a^2 b',
  'dea*',
  'a-b*',
  '+"a b" c*',
  'a +b -cab',
  'a AND NOT b',
  '(a OR dead)^3 AND b',
  'Straße',
  'strase~',
  'do?d d*d',
  '"a b"^=3 c*',
  'my\\ field:a b',
  'name:(a b ab)',
  'name:[a TO c} cab',
  'description:{a TO *]',
  'Größe:[1 TO 4] a',
  'created:[NOW/DAY-5DAYS TO NOW]',
  'created:[* TO NOW-3DAYS} b',
  'created:* -lastUpdated:*',
  'language:eng a',
  'language:e*',
  '10:00:03:12',
  '10:00:00 a',
  'timecode:"10 00 03"',
  'note_ts:"b cab"',
  '"…" a',
  'ภาษา cab',
  '東京',
)

/** The text of a query or filter of any kind but everything. */
export const someQuery = fc.oneof(
  { arbitrary: tree.map(formatQuery), weight: queryWeights.tree },
  { arbitrary: special.map(formatQuery), weight: queryWeights.special },
)
/** The text of a query. */
export const someSearch = fc.oneof(
  { arbitrary: someQuery, weight: queryWeights.tree + queryWeights.special },
  { arbitrary: text, weight: queryWeights.text },
  { arbitrary: fc.constantFrom('*:*', '*'), weight: queryWeights.everything },
)
