import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFolderViolations, maxEntries } from './folders.ts'

const none = { lists: [], exceptions: [] }
const fill = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`)

test('a folder with more entries than allowed is one line that says what to do', () => {
  const files = fill('apps/server/src/media', maxEntries + 1)
  assert.deepEqual(findFolderViolations(files, none), [
    'apps/server/src/media has 16 entries, 15 at most; give a subject its own folder',
  ])
  assert.deepEqual(findFolderViolations(files, { ...none, lists: ['apps/server/src/media'] }), [])
  assert.deepEqual(findFolderViolations(files, { ...none, exceptions: ['apps/server/src/media'] }), [])
})

test('subfolders count as entries', () => {
  const files = [...fill('packages/query/src', maxEntries), ...fill('packages/query/src/fields', 2)]
  assert.equal(findFolderViolations(files, none).length, 1)
})

test('a subfolder with a single file is named', () => {
  assert.deepEqual(findFolderViolations(['apps/server/src/media/testing/scene.ts'], none), [
    'apps/server/src/media/testing has a single file, scene.ts; move it up',
  ])
})

test('an exception that is not needed is named', () => {
  assert.deepEqual(findFolderViolations(fill('bench/src', 3), { ...none, exceptions: ['bench/src'] }), [
    'scripts/checks/folders.ts: bench/src is no exception any more; take it off the list',
  ])
})
