import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findChoice, readFilter, toFilter, toggleValue, withoutFields } from '../../src/library/search/conditions.ts'
import { completeField, isPlain, resolveFields, toForgiving, toQuery } from '../../src/library/search/typed-query.ts'
import { toNames } from '../../src/library/selection/rename/rename.ts'

const fields = [
  { name: 'customFields.scene', labels: ['Scene', 'scene'] },
  { name: 'customFields.Shot size', labels: ['Shot size'] },
  { name: 'reviewStatus', labels: ['Review status', 'Status'] },
]

describe('what is typed', () => {
  test('finds words by their beginnings, all of them', () => {
    assert.equal(toQuery('kitch', fields), '+kitch*')
    assert.equal(toQuery('  night kitch ', fields), '+night* +kitch*')
    assert.equal(toQuery('"last light" B007-C011', fields), '+"last light" +B007\\-C011*')
    assert.equal(toQuery('', fields), '')
  })

  test('stays as it is where it is of the query language', () => {
    for (const query of ['a OR b', 'mediaObjectName:[A TO C]', 'kitch*', '-night', '(a b)', 'name:(', 'a~']) {
      assert.equal(toQuery(query, fields), query)
      assert.equal(isPlain(query), false)
    }
  })

  test('names fields by their labels', () => {
    assert.equal(toQuery('scene:12', fields), 'customFields.scene:12')
    assert.equal(
      resolveFields('SCENE:12 AND -shot size:close', fields),
      'customFields.scene:12 AND -customFields.Shot\\ size:close',
    )
    assert.equal(resolveFields('"scene:12" obscene:1', fields), '"scene:12" obscene:1')
    assert.deepEqual(completeField('night sce', fields), { before: 'night ', offers: ['Scene'] })
    assert.equal(completeField('s', fields), undefined)
    assert.equal(completeField('zzz', fields), undefined)
  })

  test('is forgiven mistakes in words', () => {
    assert.equal(toForgiving('interveiw at sea'), 'interveiw~')
    assert.equal(toForgiving('a:b'), undefined)
  })
})

describe('filters', () => {
  test('of one field mean any of its values, and are read as they are written', () => {
    const one = toggleValue([], 'tags', 'a "b"')
    assert.deepEqual(one, ['tags:"a \\"b\\""'])
    const two = toggleValue(one, 'tags', 'c')
    assert.deepEqual(two, ['tags:("a \\"b\\"" OR "c")'])
    assert.deepEqual(readFilter(two[0] ?? ''), { field: 'tags', values: ['a "b"', 'c'], isExcluded: false })
    assert.deepEqual(toggleValue(two, 'tags', 'c'), one)
    assert.deepEqual(toggleValue(one, 'tags', 'a "b"'), [])
  })

  test('take those without a value too', () => {
    const none = toggleValue([], 'reviewStatus', null)
    assert.deepEqual(none, ['-reviewStatus:*'])
    const either = toggleValue(none, 'reviewStatus', 'APPROVED')
    assert.deepEqual(either, ['(reviewStatus:"APPROVED" OR (*:* -reviewStatus:*))'])
    assert.deepEqual(readFilter(either[0] ?? ''), {
      field: 'reviewStatus',
      values: ['APPROVED', null],
      isExcluded: false,
    })
    assert.deepEqual(toggleValue(either, 'reviewStatus', 'APPROVED'), none)
  })

  test('exclude values; one that is chosen is not excluded any more', () => {
    const excluded = toggleValue(['language:"en"'], 'tags', 'x', true)
    assert.deepEqual(excluded, ['language:"en"', '-tags:"x"'])
    assert.equal(findChoice(excluded, 'tags', 'x'), 'excluded')
    assert.deepEqual(toggleValue(excluded, 'tags', 'x'), ['language:"en"', 'tags:"x"'])
    assert.equal(findChoice(excluded, 'language', 'en'), 'chosen')
    assert.equal(findChoice(excluded, 'language', 'nl'), undefined)
  })

  test('of fields with odd names are quoted', () => {
    const filter = toFilter('customFields.Shot size', 'close')
    assert.equal(filter, 'customFields.Shot\\ size:"close"')
    assert.deepEqual(readFilter(filter), { field: 'customFields.Shot size', values: ['close'], isExcluded: false })
    assert.deepEqual(withoutFields([filter, 'a OR b'], ['customFields.Shot size']), ['a OR b'])
    assert.deepEqual(readFilter('a OR b'), { query: 'a OR b' })
  })
})

test('names by a pattern keep the name, and count with as many digits as asked', () => {
  assert.deepEqual(toNames('{name}_{n:3}', ['A', 'B']), ['A_001', 'B_002'])
  assert.deepEqual(toNames('Take {n}', ['A', '$&'], 9), ['Take 9', 'Take 10'])
  assert.deepEqual(toNames('{name}', ['$&']), ['$&'])
  assert.deepEqual(toNames('{name}_{n:3}', ['A014_C003.mp4', 'B.MXF']), ['A014_C003_001.mp4', 'B_002.MXF'])
  assert.deepEqual(toNames('Take {n}', ['a.mov', 'Scene 1.2', 'Mr.Bean']), ['Take 1.mov', 'Take 2', 'Take 3'])
  assert.deepEqual(toNames('Take {n}.mov', ['a.mov', 'b.wav']), ['Take 1.mov', 'Take 2.mov.wav'])
  assert.deepEqual(toNames(' ', ['a.mov']), [''])
})
