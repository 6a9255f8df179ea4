import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDecisionViolations } from './decisions.ts'

const file = 'docs/adr/0003-storage.md'
const successor = ['docs/adr/0007-other-storage.md', '# 7. Other storage\n\nStatus: accepted\n'] as const
const record = (status: string, title = '# 3. Storage') => `${title}\n\n${status}\n\n**Decision.** Disks.\n`
const find = (text: string, sources: Record<string, string> = {}) =>
  findDecisionViolations(new Map([[file, text], successor]), new Map(Object.entries(sources)))

test('a decision is accepted, replaced by a later one, or by later ones in part', () => {
  for (const status of ['accepted', 'replaced by 7', 'accepted, replaced in part by 7']) {
    assert.deepEqual(find(record(`Status: ${status}`)), [])
  }
})

test('a decision without a status is found', () => {
  const expected = [`${file}:3: write "Status: accepted" or "Status: replaced by <number>"`]
  for (const line of ['**Decision.** Disks.', 'Status: proposed', 'Status: replaced', 'Status: accepted?']) {
    assert.deepEqual(find(record(line)), expected)
  }
})

test('a decision that is replaced by none, by itself or by an earlier one is found', () => {
  for (const number of [9, 3, 2]) {
    assert.deepEqual(find(record(`Status: replaced by ${number}`)), [
      `${file}:3: ${number} is no later decision; name the one that replaces it`,
    ])
  }
})

test('a number that is used twice, or is another in the title, is found', () => {
  const twice = new Map([
    [file, record('Status: accepted')],
    ['docs/adr/0003-blobs.md', record('Status: accepted')],
  ])
  assert.deepEqual(findDecisionViolations(twice), [
    `docs/adr/0003-blobs.md: ${file} has this number already; use a new one`,
  ])
  assert.deepEqual(find(record('Status: accepted', '# 4. Storage')), [`${file}:1: the title must begin with "# 3. "`])
  assert.deepEqual(findDecisionViolations(new Map([['docs/adr/storage.md', record('Status: accepted')]])), [
    'docs/adr/storage.md: the name must be NNNN-words.md',
  ])
})

test('a citation of a decision that does not exist, or is replaced, is found', () => {
  const sources = { 'ARCHITECTURE.md': 'Blobs are on disks\n(docs/adr/0003), see adr/0009-x.md.\n' }
  assert.deepEqual(find(record('Status: accepted'), sources), [
    'ARCHITECTURE.md:2: adr/0009 is no decision; cite one that is',
  ])
  assert.deepEqual(find(record('Status: replaced by 7'), sources).slice(0, 1), [
    'ARCHITECTURE.md:2: adr/0003 is replaced; cite 7 instead',
  ])
})
