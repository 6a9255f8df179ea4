import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuleViolations, type RuleInput } from './rules.ts'

const page = 'docs/interface/files.md'
const rule = (id: string, text = 'A name never becomes a path.', label = id) =>
  `<a id="${id}"></a>**${label}** ${text}\n`
const cite = (id: string) => `  // ${id}\n  test('a name', () => {})\n`

function find(pageText: string, source: string, more: Partial<RuleInput> = {}, file = 'a.test.ts'): string[] {
  return findRuleViolations({
    pages: new Map([[page, pageText]]),
    sources: new Map([[file, source]]),
    names: [],
    endpoints: [],
    events: [],
    exceptions: [],
    ...more,
  })
}

test('rules that tests cite are fine, several in one comment, with gaps between their numbers', () => {
  assert.deepEqual(find(rule('files-1') + rule('files-7'), cite('files-1, files-7')), [])
})

test('a rule without a test is found', () => {
  assert.deepEqual(find(rule('files-1') + rule('files-2'), cite('files-1')), [
    `${page}:2: no test cites files-2; write \`// files-2\` above the test that shows it`,
  ])
})

test('a comment outside of tests is no test of its rule', () => {
  assert.equal(find(rule('files-1'), '/** Names are no paths (files-1). */\n', {}, 'names.ts').length, 1)
})

test('a citation of a rule that does not exist is found, in tests, in sources and in pages', () => {
  const missing = 'files-2 is no rule of docs/interface; cite one that is'
  assert.deepEqual(find(rule('files-1'), cite('files-1, files-2')), [`a.test.ts:1: ${missing}`])
  assert.deepEqual(find('', ' * See files-2.\n', {}, 'names.ts'), [`names.ts:1: ${missing}`])
  assert.deepEqual(find(rule('files-1', 'See files-2.'), cite('files-1')), [`${page}:1: ${missing}`])
})

test('words outside of comments, and longer names, are no citations', () => {
  const source = "call('files-2') \n// see my-files-2, files-2-old, docs/files-2\n"
  assert.deepEqual(find('', source), [])
})

test('an id that is defined twice is found', () => {
  assert.deepEqual(find(rule('files-1') + rule('files-1'), cite('files-1')), [
    `${page}:2: files-1 is defined in ${page}:1 already; use a new number`,
  ])
})

test('an id of another page, and a label that differs, are found', () => {
  assert.deepEqual(find(rule('media-1'), '', { exceptions: ['media-1'] }), [
    `${page}:1: media-1 must be files-<number>`,
  ])
  assert.deepEqual(find(rule('files-1', 'x', 'files-2'), cite('files-1')).slice(0, 1), [
    `${page}:1: the anchor is files-1, the label files-2; make them the same`,
  ])
})

test('an exception spares its rule a test, and is refused once the rule has one or is gone', () => {
  assert.deepEqual(find(rule('files-1'), '', { exceptions: ['files-1'] }), [])
  const removed = ['scripts/documents/check-rules.ts: files-1 is no exception any more; remove it']
  assert.deepEqual(find(rule('files-1'), cite('files-1'), { exceptions: ['files-1'] }), removed)
  assert.deepEqual(find('', '', { exceptions: ['files-1'] }), removed)
})

test('an endpoint or an event type that no rule names is found', () => {
  const names = ['GET /file', 'FileResource.material']
  assert.deepEqual(find(rule('files-1', '`GET /file` lists files.'), cite('files-1'), { names }), [
    'docs/interface: no rule names FileResource.material; add one',
  ])
})

test('an endpoint that no test calls or cites is found', () => {
  const endpoints = ['listFiles', 'getBytes']
  const called = 'await kit.admin.files.listFiles({ prId })\n  // files-1, getBytes\n'
  assert.deepEqual(find(rule('files-1'), called, { endpoints }), [])
  assert.deepEqual(find('', 'await kit.admin.files.listFilesAgain()\n', { endpoints }), [
    'packages/contract: no test calls listFiles; write one, or `// listFiles` above one that uses bare HTTP',
    'packages/contract: no test calls getBytes; write one, or `// getBytes` above one that uses bare HTTP',
  ])
  assert.equal(find('', called.slice(0, 40), { endpoints }, 'scene.ts').length, 2)
})

test('an event that no test names is found', () => {
  const events = ['Media.create']
  assert.deepEqual(find('', "assert.equal(type, 'Media.create')\n", { events }), [])
  assert.deepEqual(find('', "assert.equal(type, 'Media.created')\n", { events }), [
    'packages/contract: no test names the event Media.create; write one',
  ])
})
