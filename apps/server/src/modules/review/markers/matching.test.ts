import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Remark } from '@rushes/markers'
import { findFault, pairRemarks } from './matching.ts'

type Said = Remark & { frame?: number | undefined; name: string }
const say = (name: string, author?: string, frame: number | undefined = 5, text = 'x'): Said => ({
  ...{ name, text, frame },
  ...(author === undefined ? {} : { author }),
})

/** Names of what was paired. */
const pair = (remarks: Said[], stored: Said[]) =>
  Array.from(pairRemarks(remarks, stored), ([remark, partner]) => `${remark.name}-${partner.name}`).sort()

describe('a remark is there already', () => {
  test('with the same frame, text and author', () => {
    assert.deepEqual(pair([say('a', 'Ann')], [say('1', 'Bob'), say('2', 'Ann')]), ['a-2'])
    assert.deepEqual(pair([say('a', 'Ann')], [say('1', 'Ann', 6), say('2', 'Ann', 5, 'y'), say('3')]), [])
    assert.deepEqual(pair([{ ...say('a'), frame: undefined }], [say('1', 'Ann', 0)]), [], 'a clip is no first frame')
  })

  test('once for each: what is said twice is there twice', () => {
    assert.deepEqual(pair([say('a', 'Ann'), say('b', 'Ann')], [say('1', 'Ann')]), ['a-1'])
    assert.deepEqual(pair([say('a'), say('b')], [say('1'), say('2'), say('3')]), ['a-1', 'b-2'])
  })

  test('by anybody when it names nobody, after those who are named have chosen', () => {
    assert.deepEqual(pair([say('a'), say('b', 'Ann')], [say('1', 'Ann'), say('2', 'Bob')]), ['a-2', 'b-1'])
    assert.deepEqual(pair([say('a', '')], [say('1', 'Ann')]), ['a-1'])
  })
})

test('a remark that cannot be kept as it is has a fault', () => {
  assert.equal(findFault({ text: '', author: 'Ann' }), undefined)
  for (const remark of [
    { text: 'x'.repeat(1_000_001) },
    { text: 'x', author: 'a'.repeat(1001) },
    { text: 'a\0b' },
    { text: '\ud800' },
    { text: 'x', author: '\udc00' },
  ]) {
    assert.equal(typeof findFault(remark), 'string')
  }
})
