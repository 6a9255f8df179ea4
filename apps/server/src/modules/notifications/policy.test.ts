import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toWords } from './policy.ts'

test('mentions and tags of a comment are written as people write them', () => {
  const sample = 'test hello @{3,karel2000} this is a #{tag with spaces} and some more plain text'
  assert.equal(toWords(sample), 'test hello @karel2000 this is a #tag with spaces and some more plain text')
  assert.equal(toWords('@{x,y} {} #{'), '@{x,y} {} #{')
})

test('a text made to keep a reader busy does not', () => {
  const began = performance.now()
  for (const piece of ['@{1,', '#{', '@{1', '{}']) toWords(piece.repeat(100_000))
  assert.ok(performance.now() - began < 1000)
})
