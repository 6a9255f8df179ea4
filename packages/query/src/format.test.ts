import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { QuerySyntaxError } from './errors.ts'
import { escapeValue, formatQuery } from './format.ts'
import type { Query } from './parse/ast.ts'
import { parseQuery } from './parse/parser.ts'
import { queryLikeText, queryTree } from './test/arbitraries.ts'
import { measureMs } from './test/processor-time.ts'

function parseOrRefuse(text: string): Query | undefined {
  try {
    return parseQuery(text)
  } catch (error) {
    assert(error instanceof QuerySyntaxError, `threw ${error}`)
    assert(error.position >= 0 && error.position <= text.length, `position ${error.position}`)
    return undefined
  }
}

describe('the canonical text', () => {
  const cases: readonly (readonly [text: string, canonical: string])[] = [
    ['a OR b AND NOT c', 'a +b -c'],
    ['mimeType:(video/mp4  OR video/mov)', 'mimeType:(video/mp4 video/mov)'],
    ['-mimeType:(video/mp4 video/mov)', '-mimeType:(video/mp4 video/mov)'],
    ['id:1 OR id:2 OR id:3', 'id:(1 2 3)'],
    ['f:(a b)^2', 'f:(a b)^2'],
    ['f:(a "b c")', 'f:a f:"b c"'],
    ['x AND (y z)', '+x +(y z)'],
    ['x AND f:(y z)', '+x +f:(y z)'],
    ['(a^2)^3', '(a^2)^3'],
    ['*', '*:*'],
    ['f:[* TO *]', 'f:*'],
    ['a~', 'a~2'],
    ['"a b"~', '"a b"'],
    ['f:[2024-01-01T00:00:00Z TO NOW}', 'f:[2024-01-01T00:00:00Z TO NOW}'],
    ['f:["a b" TO "*"]', 'f:["a b" TO "*"]'],
    ['\\AND - \\-b a\\*b*', '\\AND \\- \\-b a\\*b*'],
    ['a^0.0000001', 'a^0.0000001'],
    ['a^1000000000000000000000000', 'a^1000000000000000000000000'],
    ['a^2.50', 'a^2.5'],
  ]
  for (const [text, canonical] of cases) {
    test(`of ${text} is ${canonical}`, () => assert.equal(formatQuery(parseQuery(text)), canonical))
  }

  test('names the default field', () => {
    assert.equal(formatQuery(parseQuery('a -"b c"', { defaultField: 'text' })), 'text:a -text:"b c"')
  })
})

describe('parse and format are inverse', () => {
  const limits = { nestingDepth: 1_000, wildcardCount: 100_000 }

  test('for every tree that a parser can give', () => {
    fc.assert(
      fc.property(queryTree, tree => assert.deepEqual(parseQuery(formatQuery(tree), { limits }), tree)),
      { numRuns: 2_000 },
    )
  })

  test('for every text that is a query', () => {
    fc.assert(
      fc.property(queryLikeText, text => {
        const tree = parseOrRefuse(text)
        if (tree !== undefined) assert.deepEqual(parseQuery(formatQuery(tree), { limits }), tree)
      }),
      { numRuns: 5_000 },
    )
  })

  test('for any value, once escaped', () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1 }).filter(text => !text.includes('\0'))
    fc.assert(
      fc.property(anyText, text => {
        const tree = parseQuery(`f:${escapeValue(text)}`)
        assert(tree.kind === 'term')
        assert.equal(tree.value.text, text)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('any text', () => {
  test('is a query or a QuerySyntaxError, and takes little time', () => {
    const manyParts = fc.array(queryLikeText, { maxLength: 100 }).map(texts => texts.join(' '))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), manyParts), text => {
        const tookMs = measureMs(() => parseOrRefuse(text))
        // Memory may be cleared during one parse; a slow text is slow each time.
        if (tookMs < 20) return
        assert(measureMs(() => parseOrRefuse(text)) < 20, `${tookMs} ms for ${text.length} characters`)
      }),
      { numRuns: 2_000 },
    )
  })
})
