import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPrefix } from './ast.ts'
import { parseQuery } from './parser.ts'

test('a prefix is a text with one star at its end', () => {
  const cases: readonly (readonly [text: string, prefix: string | undefined])[] = [
    ['abc*', 'abc'],
    ['a\\*b*', 'a*b'],
    ['s:(COMPLETED;en;*)', 'COMPLETED;en;'],
    ['a**', 'a'],
    ['a?', undefined],
    ['*a', undefined],
    ['a*b', undefined],
    ['a?*', undefined],
  ]
  for (const [text, prefix] of cases) {
    const query = parseQuery(text)
    assert(query.kind === 'wildcard')
    assert.equal(findPrefix(query.pattern), prefix, text)
  }
})
