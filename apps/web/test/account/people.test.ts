import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toHue, toInitials } from '../../src/design/people/people.ts'

test('people are known by the first letters of their first and last word', () => {
  assert.equal(toInitials('Inés Aguirre'), 'IA')
  assert.equal(toInitials('Pieter De Smet'), 'PS')
  assert.equal(toInitials('admin'), 'A')
  assert.equal(toInitials('sound.nordmix@example.org'), 'SN')
  assert.equal(toInitials('Ömer'), 'Ö')
  assert.equal(toInitials(''), '?')
})

test('a person has one hue, and a team several', () => {
  assert.equal(toHue(17), toHue('17'))
  assert.ok(new Set(Array.from({ length: 8 }, (_, id) => toHue(id + 1))).size > 5)
})
