import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modules } from '../../modules.ts'
import type { ArchivePart } from '../../platform/archive/index.ts'
import { listArchiveParts, toReadingOrder } from './parts.ts'

const part = (name: string, isReadLast?: true) => ({ name, ...(isReadLast && { isReadLast }) }) as ArchivePart
const module = (name: string, after: readonly string[] = []) => ({ name, archive: { parts: [part(name)], after } })
const namesOf = (parts: readonly ArchivePart[]) => parts.map(({ name }) => name)

test('parts come after those of the modules that their module names', () => {
  const listed = listArchiveParts([{ name: 'none' }, module('a', ['c']), module('b'), module('c', ['b']), module('d')])
  assert.deepEqual(namesOf(listed), ['b', 'c', 'a', 'd'])
})

test('modules that wait for each other, or for one without parts, have no order', () => {
  assert.throws(() => listArchiveParts([module('a', ['b']), module('b', ['a']), module('c')]), /: a, b$/)
  assert.throws(() => listArchiveParts([module('a', ['none']), { name: 'none' }]), /: a$/)
})

test('what the others decide is read last', () => {
  assert.deepEqual(namesOf(toReadingOrder([part('people', true), part('clips')])), ['clips', 'people'])
})

test('no two parts of the service have one name', () => {
  const names = namesOf(listArchiveParts(modules))
  assert.deepEqual(names, [...new Set(names)])
})
