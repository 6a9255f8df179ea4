import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { QuerySyntaxError } from '../errors.ts'
import { measureMs } from '../test/processor-time.ts'
import { parseQuery } from './parser.ts'

function refusal(text: string, options = {}): QuerySyntaxError {
  try {
    parseQuery(text, options)
  } catch (error) {
    assert(error instanceof QuerySyntaxError)
    return error
  }
  return assert.fail(`accepted ${text}`)
}

describe('what is no query is refused where it goes wrong', () => {
  const cases: readonly (readonly [text: string, position: number, message: RegExp])[] = [
    ['', 0, /^Unexpected end at position 0, expected a value/],
    ['   ', 3, /end/],
    ['()', 1, /Unexpected "\)"/],
    ['(', 1, /end/],
    ['(a', 2, /expected a clause or \)/],
    ['a)', 1, /expected a clause or the end/],
    ['((a)', 4, /expected a clause or \)/],
    ['AND a', 0, /"AND"/],
    ['a AND', 5, /end/],
    ['a OR', 4, /end/],
    ['a AND OR b', 6, /"OR"/],
    ['a AND AND b', 6, /"AND"/],
    ['a NOT', 5, /end/],
    ['NOT NOT a', 4, /"NOT"/],
    ['+-a', 1, /quote or escape a sign/],
    ['--a', 1, /quote or escape a sign/],
    ['a -', 3, /end/],
    ['+', 1, /end/],
    ['f:', 2, /end/],
    [':a', 0, /Unexpected ":" at/],
    ['f:-5', 2, /Unexpected "-5" at position 2, expected a value; quote or escape a sign/],
    ['f:+a', 2, /sign/],
    ['f:!a', 2, /sign/],
    ['f:AND', 2, /"AND"/],
    ['f:a:b', 3, /quote or escape a colon/],
    ['f::a', 2, /colon/],
    ['AND:a', 0, /"AND"/],
    ['a*:b', 2, /colon/],
    ['- :a', 2, /colon/],
    ['f:["a TO b]', 3, /does not end/],
    ['"f":a', 3, /colon/],
    ['*:a', 2, /expected \* after \*:/],
    ['*:(a)', 2, /expected \* after \*:/],
    ['"a', 0, /does not end/],
    ['a "b c', 2, /does not end/],
    ['"a\\"', 0, /does not end/],
    ['[a TO b', 0, /does not end/],
    ['f:[a', 2, /does not end/],
    ['[a b]', 3, /Unexpected "b" at position 3, expected TO/],
    ['[a to b]', 3, /TO/],
    ['[a TO]', 3, /TO/],
    ['[a TO ]', 6, /bound/],
    ['[]', 1, /bound/],
    ['[a]', 2, /TO/],
    ['[a TO b c]', 8, /\] or }/],
    ['["a"b TO c]', 4, /TO/],
    ['a]', 1, /"\]"/],
    ['a}', 1, /"}"/],
    ['a^', 1, /boost/],
    ['a^b', 1, /boost/],
    ['a^-1', 1, /boost/],
    ['a^ 2', 1, /boost/],
    ['a^.5', 1, /boost/],
    ['a^=', 1, /boost/],
    [`a^${'9'.repeat(400)}`, 1, /boost/],
    ['^2', 0, /"\^2"/],
    ['a^2^3', 3, /"\^3"/],
    ['~1', 0, /"~1"/],
    ['a~1~2', 3, /"~2"/],
    ['a~1.5', 1, /fraction of an edit/],
    ['(a)~1', 3, /"~1"/],
    ['[a TO b]~1', 8, /"~1"/],
    ['a\\', 1, /Nothing after the backslash/],
    ['"a\\', 2, /Nothing after the backslash/],
    ['\\u12', 0, /four hexadecimal digits/],
    ['a\\u00zz', 1, /four hexadecimal digits/],
    ['\\u0000', 0, /four hexadecimal digits, not all 0/],
    ['a\0b', 1, /U\+0000/],
  ]
  for (const [text, position, message] of cases) {
    test(`${JSON.stringify(text.slice(0, 20))} at ${position}`, () => {
      const error = refusal(text)
      assert.equal(error.position, position)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /[\n\r]/)
    })
  }
})

// search-13
describe('what Solr knows and this syntax does not is refused by name', () => {
  const cases: readonly (readonly [text: string, position: number, message: RegExp])[] = [
    ['/re/', 0, /Regular expressions are not supported/],
    ['f:/re/', 2, /Regular expressions are not supported/],
    ['a /b', 2, /Regular expressions are not supported/],
    ['/* a */ b', 0, /Comments are not supported/],
    ['a /* b */', 2, /Comments are not supported/],
    ['filter(a)', 0, /filter\(…\) is not supported/],
    ['+filter(f:a)', 1, /filter\(…\) is not supported/],
    ['{!term f=a}b', 0, /Local parameters/],
    ['a {!x}', 2, /Local parameters/],
    ['f:{!x v=$y}', 2, /Local parameters/],
    ['({!x})', 1, /Local parameters/],
    ['_query_:"{!x}a"', 0, /_query_ is not supported/],
    ['a _val_:"sum(1,2)"', 2, /_val_ is not supported/],
    ['\\_query_:a', 0, /_query_ is not supported/],
    ['_\\u0071uery_:a', 0, /_query_ is not supported/],
    ['f:(a _val_:b)', 5, /_val_ is not supported/],
  ]
  for (const [text, position, message] of cases) {
    test(text, () => {
      const error = refusal(text)
      assert.equal(error.position, position)
      assert.match(error.message, message)
    })
  }
})

describe('limits', () => {
  // limits-12
  test('hold by default: 32 groups within each other, 4,096 clauses, 64 wildcards', () => {
    parseQuery(`${'('.repeat(32)}a${')'.repeat(32)}`)
    assert.match(refusal(`${'('.repeat(33)}a${')'.repeat(33)}`).message, /too deep at position 32, expected at most 32/)
    parseQuery(`id:(${'7 '.repeat(4_095)})`)
    assert.match(
      refusal(`id:(${'7 '.repeat(4_096)})`).message,
      /Too many clauses at position 8194, expected at most 4096/,
    )
    parseQuery('a* '.repeat(64))
    assert.match(
      refusal('a* '.repeat(65)).message,
      /Too many wildcards and fuzzy terms at position 192, expected at most 64/,
    )
  })

  test('can be set', () => {
    assert.match(refusal('a b c', { limits: { clauseCount: 2 } }).message, /clauses at position 4, expected at most 2/)
    assert.match(refusal('((a))', { limits: { nestingDepth: 1 } }).message, /at most 1 groups/)
    assert.match(
      refusal('a b~', { limits: { wildcardCount: 0 } }).message,
      /wildcards and fuzzy terms at position 2, expected at most 0/,
    )
    assert.match(refusal('abc', { limits: { textLength: 2 } }).message, /at position 2, expected at most 2 characters/)
    parseQuery('* *:* f:*', { limits: { wildcardCount: 0 } })
  })

  test('refuse 5,000 nested parentheses, 20,000 terms and worse in well under 50 ms', () => {
    const texts = [
      `${'('.repeat(5_000)}a${')'.repeat(5_000)}`,
      '('.repeat(100_000),
      'f:('.repeat(40_000),
      'term '.repeat(20_000),
      'a AND '.repeat(20_000),
      '-a '.repeat(40_000),
      '?'.repeat(100_000),
      '*?'.repeat(60_000),
      `"${'a'.repeat(100_000)}`,
      `[${'a'.repeat(100_000)}`,
      `[a${' '.repeat(100_000)}`,
      `a^${'1'.repeat(100_000)}`,
      `${' '.repeat(100_000)}`,
      '\\u0061'.repeat(20_000).concat(':'),
      'a'.repeat(10_000_000),
    ]
    for (const text of texts) {
      let fastestMs = Number.POSITIVE_INFINITY
      for (let round = 0; round < 5; round += 1) {
        fastestMs = Math.min(
          fastestMs,
          measureMs(() => refusal(text)),
        )
      }
      assert(fastestMs < 50, `${text.slice(0, 10)}… took ${fastestMs} ms`)
    }
  })
})
