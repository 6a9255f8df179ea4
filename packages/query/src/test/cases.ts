import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ParseOptions, parseQuery } from '../parse/parser.ts'
import { notate } from './notation.ts'

/** Makes a test of each pair: a text, and its tree in the notation of `notate`. */
export function testCases(
  cases: readonly (readonly [text: string, expected: string])[],
  options: ParseOptions = {},
): void {
  for (const [text, expected] of cases) {
    test(`${JSON.stringify(text)} is ${expected}`, () => assert.equal(notate(parseQuery(text, options)), expected))
  }
}
