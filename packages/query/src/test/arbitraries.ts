import fc from 'fast-check'
import type { Bound, Clause, LeafQuery, Occur, Pattern, PatternPart, Query } from '../parse/ast.ts'
import { toValue } from '../values/value.ts'

/** Records with the prototype of ordinary objects, which deep equality compares. */
function record<T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true })
}

/** Texts rich in characters that mean something in the syntax; never empty, never with U+0000. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'ab+-!():^[]"{}~*?\\/ \t\n\u3000&|;,.=_#\'',
        'AND',
        'OR',
        'NOT',
        '&&',
        'TO',
        'NOW',
        'filter',
        '1',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }).map(text => text.replaceAll('\0', 'x')),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(parts => parts.join(''))

// Names of fields are read in form C.
const fieldName = trickyText.map(text => text.normalize('NFC')).filter(text => text !== '_query_' && text !== '_val_')
const field = fc.option(fc.oneof(fc.constantFrom('f', 'g'), fieldName), { nil: undefined })
const value = fc
  .oneof(trickyText, fc.constantFrom('NOW/DAY-7DAYS', '2024-01-01T00:00:00Z', '-5', '*', 'video/mp4'))
  .map(toValue)
const bound: fc.Arbitrary<Bound | undefined> = fc.option(record({ value, inclusive: fc.boolean() }), {
  nil: undefined,
})
const decimal = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(Math.abs)

const pattern: fc.Arbitrary<Pattern> = fc
  .array(
    fc.oneof(
      trickyText.map((text): PatternPart => ({ kind: 'text', text })),
      fc.constantFrom<PatternPart>({ kind: 'anyText' }, { kind: 'anyCharacter' }),
    ),
    { maxLength: 4 },
  )
  .map(parts => parts.filter((part, index) => part.kind === 'anyCharacter' || part.kind !== parts[index - 1]?.kind))
  .filter(parts => parts.some(part => part.kind !== 'text') && !(parts.length === 1 && parts[0]?.kind === 'anyText'))

const leaf: fc.Arbitrary<LeafQuery> = fc.oneof(
  record({ kind: fc.constant('term' as const), field, value }),
  record({
    kind: fc.constant('phrase' as const),
    field,
    text: fc.oneof(fc.constant(''), trickyText),
    slop: fc.nat(),
  }),
  record({ kind: fc.constant('wildcard' as const), field, pattern }),
  record({ kind: fc.constant('fuzzy' as const), field, text: trickyText, edits: fc.constantFrom(0, 1, 2) }),
  record({ kind: fc.constant('range' as const), field, lower: bound, upper: bound }).filter(
    range => range.field === undefined || range.lower !== undefined || range.upper !== undefined,
  ),
)

/** Every tree that a parser can give: no empty group, and no group of one optional clause. */
export const queryTree: fc.Arbitrary<Query> = fc.letrec<{ query: Query; clause: Clause }>(tie => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.constant<Query>({ kind: 'all' }),
    fieldName.map((name): Query => ({ kind: 'exists', field: name })),
    record({ kind: fc.constant('boost' as const), query: tie('query'), factor: decimal }),
    record({ kind: fc.constant('constantScore' as const), query: tie('query'), score: decimal }),
    fc
      .array(tie('clause'), { minLength: 1, maxLength: 4 })
      .filter(clauses => clauses.length > 1 || clauses[0]?.occur !== 'should')
      .map((clauses): Query => ({ kind: 'boolean', clauses })),
    fc.array(value, { minLength: 2, maxLength: 4 }).map(
      (values): Query => ({
        kind: 'boolean',
        clauses: values.map(value => ({ occur: 'should', query: { kind: 'term', field: 'f', value } })),
      }),
    ),
  ),
  clause: record({ occur: fc.constantFrom<Occur>('must', 'should', 'mustNot'), query: tie('query') }),
})).query

/** Texts that are often nearly queries. */
export const queryLikeText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        'f:',
        '(',
        ')',
        '"',
        '[',
        ']',
        '{',
        '}',
        ' TO ',
        ' AND ',
        ' OR ',
        ' NOT ',
        '+',
        '-',
        '!',
        ' ',
      ),
      fc.constantFrom(
        '*',
        '?',
        '*:*',
        '~',
        '~1',
        '^2',
        '^=3',
        '\\',
        '\\u00e9',
        '/',
        ':',
        '&&',
        '||',
        'NOW/DAY',
        '{!',
        '/*',
      ),
      fc.constantFrom('filter(', '_val_:', '[a TO b]', '"a b"', '(a b)', '\0', '\n', '\ud800', '9'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))
