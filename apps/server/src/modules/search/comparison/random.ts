/** Documents and queries by chance. */

import { type Occur, type Query, toValue } from '@rushes/query'
import fc from 'fast-check'
import type { SearchDocument } from '../documents/document.ts'

const word = fc.constantFrom('a', 'b', 'ab', 'abc', 'bca', 'cab', 'dead', 'bead')
const sentence = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' '))
const number = fc.integer({ min: -3, max: 12 })
const absent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Annotations of production 1 with the ids from 0 on. */
export const someDocuments: fc.Arbitrary<SearchDocument[]> = fc
  .array(
    fc.record({
      fields: fc.record({
        name: absent(word),
        place_s: absent(sentence),
        tags: absent(fc.uniqueArray(word, { maxLength: 3 })),
        description: absent(sentence),
        start: absent(number),
        count_l: absent(number),
        half_d: absent(number.map(value => value / 2)),
        mixed: absent(fc.oneof(word, number, fc.boolean())),
      }),
      text: absent(fc.array(sentence, { maxLength: 2 })),
    }),
    { minLength: 120, maxLength: 120 },
  )
  .map(drawn =>
    drawn.map(({ fields, text }, id) => ({ id, kind: 'annotation' as const, productionId: 1, fields, text })),
  )

const field = fc.constantFrom(
  'name',
  'place_s',
  'tags',
  'description',
  'start',
  'count_l',
  'half_d',
  'mixed',
  'id',
  'none',
  undefined,
)
const text = fc.oneof(word, sentence, number.map(String), fc.constantFrom('true', '1.5', '2.0'))
const value = text.map(toValue)
const bound = fc.option(
  fc.record({ value: fc.oneof(word, number.map(String)).map(toValue), inclusive: fc.boolean() }),
  {
    nil: undefined,
  },
)
const part = fc.oneof(
  fc.constantFrom(...'abde12').map(letter => ({ kind: 'text', text: letter }) as const),
  fc.constantFrom({ kind: 'anyText' } as const, { kind: 'anyCharacter' } as const),
)
const leaf: fc.Arbitrary<Query> = fc.oneof(
  // A word of the default field is one word: several make a phrase.
  fc.record({ kind: fc.constant('term' as const), field, value }).filter(term => !term.value.text.includes(' ')),
  fc.record({ kind: fc.constant('phrase' as const), field, text, slop: fc.constant(0) }),
  fc.record({ kind: fc.constant('fuzzy' as const), field, text: word, edits: fc.constantFrom(0, 1, 2) }),
  fc
    .record({ kind: fc.constant('wildcard' as const), field, pattern: fc.array(part, { minLength: 2, maxLength: 4 }) })
    .filter(({ pattern }) => pattern.some(item => item.kind !== 'text') && pattern.some(item => item.kind === 'text'))
    .filter(({ pattern }) =>
      pattern.every((item, index) => item.kind === 'anyCharacter' || item.kind !== pattern[index - 1]?.kind),
    ),
  fc
    .record({ kind: fc.constant('range' as const), field, lower: bound, upper: bound })
    .filter(range => range.lower !== undefined || range.upper !== undefined),
  field.filter(name => name !== undefined).map((name): Query => ({ kind: 'exists', field: name })),
  fc.constant<Query>({ kind: 'all' }),
)
/** Queries of those documents. */
export const { tree } = fc.letrec<{ tree: Query; clause: { occur: Occur; query: Query } }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .array(tie('clause'), { minLength: 1, maxLength: 4 })
      .filter(clauses => clauses.length > 1 || clauses[0]?.occur !== 'should')
      .map((clauses): Query => ({ kind: 'boolean', clauses })),
    fc.record({ kind: fc.constant('boost' as const), query: tie('tree'), factor: fc.constantFrom(0, 2.5) }),
  ),
  clause: fc.record({ occur: fc.constantFrom<Occur>('must', 'should', 'mustNot'), query: tie('tree') }),
}))
