import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuery } from '../parse/parser.ts'
import { type FoldedGroup, foldQuery, type QueryFolder } from './fold.ts'

type Matches = (words: string) => boolean

/** Matches documents whose words are single letters. */
const matcher: QueryFolder<Matches> = {
  all: () => () => true,
  none: () => () => false,
  exists: () => words => words !== '',
  term: query => words => words.includes(query.value.text),
  phrase: query => words => words.includes(query.text),
  wildcard: () => assert.fail('no wildcard in these cases'),
  fuzzy: () => assert.fail('no fuzzy term in these cases'),
  range: () => assert.fail('no range in these cases'),
  group:
    ({ must, should, mustNot }) =>
    words =>
      must.every(matches => matches(words)) &&
      (must.length > 0 || should.some(matches => matches(words))) &&
      !mustNot.some(matches => matches(words)),
  boost: inner => inner,
  constantScore: inner => inner,
}

const documents = ['', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc']

function find(text: string, folder: QueryFolder<Matches> = matcher): string {
  return documents
    .filter(foldQuery(parseQuery(text), folder))
    .map(words => words || '∅')
    .join(' ')
}

describe('what a group matches, of the documents ∅ a b c ab ac bc abc', () => {
  const cases: readonly (readonly [text: string, found: string])[] = [
    ['a', 'a ab ac abc'],
    ['a b', 'a b ab ac bc abc'],
    ['a AND b', 'ab abc'],
    ['a OR b AND c', 'bc abc'],
    ['+a b', 'a ab ac abc'],
    ['a -b', 'a ac'],
    ['+a -b c', 'a ac'],
    ['(a OR b) AND c', 'ac bc abc'],
    ['-a', '∅ b c bc'],
    ['NOT a', '∅ b c bc'],
    ['-a -b', '∅ c'],
    ['(-a)', '∅ b c bc'],
    ['(-a)^2', '∅ b c bc'],
    ['f:(-a)', '∅ b c bc'],
    ['-(a b)', '∅ c'],
    ['-(a AND b)', '∅ a b c ac bc'],
    ['b (-a)', 'b ab bc abc'],
    ['b AND (-a)', ''],
    ['b AND -a', 'b bc'],
    ['b AND (*:* -a)', 'b bc'],
    ['-(-a)', '∅ a b c ab ac bc abc'],
    ['*', '∅ a b c ab ac bc abc'],
    ['-*', ''],
    ['f:*', 'a b c ab ac bc abc'],
    ['-f:*', '∅'],
    ['* -a', '∅ b c bc'],
  ]
  for (const [text, found] of cases) test(`${text} finds ${found || 'nothing'}`, () => assert.equal(find(text), found))
})

describe('a list of values', () => {
  const sets: string[] = []
  const withSets: QueryFolder<Matches> = {
    ...matcher,
    anyOf: (field, values) => {
      const texts = values.map(value => value.text)
      sets.push(`${field}: ${texts.join(' ')}`)
      return words => texts.some(text => words.includes(text))
    },
  }

  test('is one set, not nested clauses, where the folder knows sets', () => {
    assert.equal(find('f:(a b)', withSets), find('f:(a b)'))
    assert.equal(find('+c -(f:a OR f:b)', withSets), 'c')
    assert.equal(find('a b', withSets), find('a b'))
    assert.deepEqual(sets, ['f: a b', 'f: a b', 'undefined: a b'])
  })

  test('is a set only of optional plain values of one field', () => {
    const refusing = { ...matcher, anyOf: () => assert.fail('no set') }
    for (const text of ['f:a g:b', '+f:a f:b', 'f:a -f:b', 'f:(a "b")', 'f:(a b^2)', 'f:(a *)', '+f:a'])
      find(text, refusing)
  })
})

test('a group of no clauses, which no text gives, matches nothing', () => {
  assert.equal(foldQuery({ kind: 'boolean', clauses: [] }, matcher)('a'), false)
})

test('a folder always gets something to match in a group', () => {
  const counting: QueryFolder<number> = {
    all: () => 1,
    none: () => 1,
    exists: () => 1,
    term: () => 1,
    phrase: () => 1,
    wildcard: () => 1,
    fuzzy: () => 1,
    range: () => 1,
    boost: inner => inner,
    constantScore: inner => inner,
    group: ({ must, should }: FoldedGroup<number>) => {
      assert(must.length + should.length > 0)
      return 1
    },
  }
  for (const text of ['-a', 'a (-b)', '-(-(-a))', '-a -b', '+a -b']) foldQuery(parseQuery(text), counting)
})

test('every kind of query reaches its own member', () => {
  const naming: QueryFolder<string> = {
    all: () => 'all',
    none: () => 'none',
    exists: query => `exists ${query.field}`,
    term: query => `term ${query.value.text}`,
    phrase: query => `phrase ${query.text}`,
    wildcard: query => `wildcard of ${query.pattern.length}`,
    fuzzy: query => `fuzzy ${query.text}`,
    range: query => `range to ${query.upper?.value.text}`,
    group: ({ must, should, mustNot }) => JSON.stringify([must, should, mustNot]),
    boost: (inner, factor) => `${inner} times ${factor}`,
    constantScore: (inner, score) => `${inner} always ${score}`,
  }
  const text = '+* +f:* a "b c" d* e~ -[f TO g] -(-h) i^2 j^=3'
  assert.deepEqual(JSON.parse(foldQuery(parseQuery(text), naming)), [
    ['all', 'exists f'],
    ['term a', 'phrase b c', 'wildcard of 2', 'fuzzy e', 'term i times 2', 'term j always 3'],
    ['range to g', 'none'],
  ])
})
