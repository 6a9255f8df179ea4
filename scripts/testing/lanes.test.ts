import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findSuite, listLanes } from './lanes.ts'

const { RUSHES_LONG: before } = process.env
after(() => {
  if (before === undefined) delete process.env.RUSHES_LONG
  else process.env.RUSHES_LONG = before
})

test('in the long form all tests of services have their media in an object store', () => {
  process.env.RUSHES_LONG = '1'
  assert.deepEqual(findSuite('objects').files, listLanes(true).get('service'))
  process.env.RUSHES_LONG = '0'
  assert.ok(findSuite('objects').files.every(file => /\/modules\/(?:archives|media|subtitles|uploads)\//.test(file)))
})
