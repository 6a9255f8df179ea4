import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchesGlob, parseFacetPivot, parseFieldList, parseFieldName } from './field-list.ts'
import { parseSearchParameters } from './parameters.ts'
import { parseSort } from './sort.ts'

function assertRefused(parse: () => unknown, position: number, message: RegExp): void {
  assert.throws(parse, { name: 'QuerySyntaxError', position, message })
}

describe('sort', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['start asc, score desc', 'start asc, score desc'],
    ['start', 'start asc'],
    ['start ASC', 'start asc'],
    ['score DESC', 'score desc'],
    ['score Desc,id', 'score desc, id asc'],
    ['  start   desc ', 'start desc'],
    ['cf_person_ss desc', 'cf_person_ss desc'],
  ]
  for (const [text, expected] of cases) {
    test(`"${text}" is ${expected}`, () => {
      assert.equal(
        parseSort(text)
          .map(key => `${key.field} ${key.direction}`)
          .join(', '),
        expected,
      )
    })
  }

  test('refuses what is no list of fields and directions', () => {
    assertRefused(() => parseSort(''), 0, /A name is missing at position 0, expected the name of a field/)
    assertRefused(() => parseSort('start asc,'), 10, /missing/)
    assertRefused(() => parseSort(',start'), 0, /missing/)
    assertRefused(() => parseSort('start up'), 6, /Unexpected "up" at position 6, expected asc or desc/)
    assertRefused(() => parseSort('id, start asc first'), 10, /expected asc or desc/)
    assertRefused(() => parseSort('sum(a,b) asc'), 0, /"sum\(a"/)
    assertRefused(() => parseSort('id, {!func}x desc'), 4, /the name of a field/)
    assertRefused(() => parseSort('a'.repeat(11), { limits: { textLength: 10 } }), 10, /too long/)
  })
})

describe('a name with a space', () => {
  const names = ['my field', 'a b c', 'Größe in m', 'x.y z']
  for (const name of names) {
    test(`"${name}" is taken as it is, escaped or in quotes`, () => {
      for (const text of [name, name.replaceAll(' ', '\\ '), `"${name}"`]) {
        assert.equal(parseFieldName({ text, position: 0 }), name, text)
        assert.deepEqual(parseFacetPivot(`id,${text}`).fields, ['id', name], text)
        assert.deepEqual(parseSort(`id, ${text} desc`)[1], { field: name, direction: 'desc' }, text)
        if (text === name) continue
        assert.deepEqual(parseFieldList(`id ${text},start`).names, ['id', name, 'start'], text)
        assert.deepEqual(parseSort(text), [{ field: name, direction: 'asc' }], text)
      }
    })
  }

  test('has none at its ends, and no other mark in it', () => {
    for (const text of ['" a"', 'a (b)', 'a "b"', '"a', 'a {b', '\\ a']) {
      assert.throws(() => parseFieldName({ text, position: 0 }), { name: 'QuerySyntaxError' }, text)
    }
  })
})

describe('a name in another normal form', () => {
  const name = 'o\u0308 e\u0301'
  const composed = '\u00f6 \u00e9'
  test('is the same name everywhere', () => {
    assert.equal(parseFieldName({ text: name, position: 0 }), composed)
    assert.deepEqual(parseFacetPivot(name).fields, [composed])
    assert.deepEqual(parseSort(`${name} desc`), [{ field: composed, direction: 'desc' }])
    assert.deepEqual(parseFieldList(`"${name}",o\u0308*`, {}, true), {
      ...{ all: false, names: [composed], globs: ['\u00f6*'] },
    })
    const { query, facets } = parseSearchParameters({
      q: 'o\u0308:x',
      'facet.field': name,
      [`f.${name}.facet.limit`]: '3',
    })
    assert.deepEqual(query, parseSearchParameters({ q: '\u00f6:x' }).query)
    assert.deepEqual(
      facets.fields.map(({ name, limit }) => [name, limit]),
      [[composed, 3]],
    )
  })
})

describe('field list', () => {
  test('names fields between commas or spaces, each once', () => {
    assert.deepEqual(parseFieldList('id,start, name'), { all: false, names: ['id', 'start', 'name'], globs: [] })
    assert.deepEqual(parseFieldList('id start\tid,'), { all: false, names: ['id', 'start'], globs: [] })
  })

  test('is all fields where it is empty or has a star', () => {
    assert.deepEqual(parseFieldList(''), { all: true, names: [], globs: [] })
    assert.deepEqual(parseFieldList('*'), { all: true, names: [], globs: [] })
    assert.deepEqual(parseFieldList('*,score'), { all: true, names: ['score'], globs: [] })
  })

  // search-18
  test('has globs where they may be', () => {
    assert.deepEqual(parseFieldList('id, custom*,a?c,*_ss', {}, true), {
      all: false,
      names: ['id'],
      globs: ['custom*', 'a?c', '*_ss'],
    })
    assert.deepEqual(parseFieldList('customFields.*', {}, true), { all: false, names: [], globs: ['customFields.*'] })
    for (const text of ['a(*)', '-x*', '{!x}*'])
      assertRefused(() => parseFieldList(text, {}, true), 0, /the name of a field/)
  })

  test('a glob matches a whole name', () => {
    for (const [glob, matching, others] of [
      ['customFields.*', ['customFields.a', 'customFields.a.id'], ['customFields', 'xcustomFields.a']],
      ['*_ss', ['a_ss', '_ss', 'a_ss_ss'], ['a_s', 'a_ssx']],
      ['a?c*', ['abc', 'abcd', 'a*c'], ['ac', 'abd']],
      ['*a*b', ['ab', 'xaxb', 'abab'], ['ba', 'aba']],
    ] as const) {
      for (const name of matching) assert.ok(matchesGlob(glob, name), `${glob} ${name}`)
      for (const name of others) assert.ok(!matchesGlob(glob, name), `${glob} ${name}`)
    }
    assert.ok(!matchesGlob('*a'.repeat(2_000), 'a'.repeat(1_999)))
  })

  test('refuses functions, aliases, transformers and patterns', () => {
    for (const [text, position] of [
      ['id,sum(a)', 3],
      ['x:id', 0],
      ['id [docid]', 3],
      ['cf_*', 0],
      ['-id', 0],
      ['{!x}id', 0],
    ] as const) {
      assertRefused(() => parseFieldList(text), position, /expected the name of a field/)
    }
  })
})

describe('facet pivot', () => {
  // search-23
  test('names up to three fields, outermost first, and keeps its text as the key of the answer', () => {
    assert.deepEqual(parseFacetPivot('a,b,c'), { text: 'a,b,c', fields: ['a', 'b', 'c'] })
    assert.deepEqual(parseFacetPivot('a, b'), { text: 'a, b', fields: ['a', 'b'] })
    assert.deepEqual(parseFacetPivot('a').fields, ['a'])
  })

  // search-23
  test('refuses more levels, and missing or strange names', () => {
    assertRefused(() => parseFacetPivot('a,b,c,d'), 6, /at most 3 fields/)
    assertRefused(() => parseFacetPivot('a,b', { limits: { pivotDepth: 1 } }), 2, /at most 1 fields/)
    assertRefused(() => parseFacetPivot('a,,b'), 2, /missing/)
    assertRefused(() => parseFacetPivot('a,'), 2, /missing/)
    assertRefused(() => parseFacetPivot(''), 0, /missing/)
    assertRefused(() => parseFacetPivot('a,  b/c'), 4, /"b\/c"/)
    assertRefused(() => parseFacetPivot('{!stats=x}a,b'), 0, /the name of a field/)
  })
})
