import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, invariants } from './invariants.ts'

/** A line that breaks each invariant, and a file that must not have it. */
const planted: Record<string, { file: string; line: string }> = {
  'SQL only in stores': { file: 'apps/server/src/media/create.ts', line: 'await sql<{ id: number }>`select 1`' },
  'time only from the clock': { file: 'apps/server/src/media/create.ts', line: 'const now = Date.now()' },
  'settings only from the configuration': {
    file: 'apps/server/src/modules/media/bytes/links.ts',
    line: 'if (process.env.X) {}',
  },
  'repeated work only by startBackground': {
    file: 'apps/server/src/platform/background/lease.ts',
    line: 'setInterval(look, 10)',
  },
  'no state in variables of modules': {
    file: 'apps/server/src/modules/media/index.ts',
    line: 'const caches = new WeakMap<Platform, Cache>()',
  },
  'paths of the store only in the store': {
    file: 'apps/server/src/modules/ingest/files/original.ts',
    line: "const path = join(config.dataDir, 'media', 'blobs', key)",
  },
  'directions of lines in style sheets, except in timelines and pictures': {
    file: 'apps/web/src/home/home.css',
    line: '.home-list { margin-left: 4px; }',
  },
  'no address of a package registry': { file: '.npmrc', line: `registry=https://${'registry.npm'}js.org` },
}

test('every invariant has a planted violation', () => {
  assert.deepEqual(
    Object.keys(planted),
    invariants.map(rule => rule.name),
  )
})

for (const rule of invariants) {
  const { file, line } = planted[rule.name]!
  const rules = [{ ...rule, exceptions: [] }]

  test(`${rule.name}: a violation is one line that says where it is and what to do`, () => {
    const found = findViolations(new Map([[file, `// first\n${line}\n`]]), rules)
    assert.deepEqual(found, [`${file}:2: ${rule.name}; ${rule.advice}`])
  })

  test(`${rule.name}: an exception that is not needed is named`, () => {
    const [found, ...others] = findViolations(new Map([[file, '// fine\n']]), [{ ...rule, exceptions: [file] }])
    assert.match(found!, /is no exception any more/)
    assert.deepEqual(others, [])
  })
}

test('tests may do all of it', () => {
  const text = Object.values(planted)
    .filter(({ file }) => file.startsWith('apps/'))
    .map(({ line }) => line)
    .join('\n')
  const rules = invariants.map(rule => ({ ...rule, exceptions: [] }))
  assert.deepEqual(findViolations(new Map([['apps/server/src/modules/media/testing/media.test.ts', text]]), rules), [])
})

test('state in variables of modules is found however it is written, and constants are not', () => {
  const rules = invariants.filter(({ name }) => name === 'no state in variables of modules')
  const find = (text: string) =>
    findViolations(new Map([['apps/server/src/media/a.ts', text]]), [{ ...rules[0]!, exceptions: [] }])
  const states = [
    'let count = 0',
    'export let count: number',
    'const marked = new WeakSet<object>()',
    'const known = new Map<string, number>()\nexport const add = (name: string) => known.set(name, 1)',
    'const waiting: string[] = []\nfunction wait(name: string) {\n  waiting.push(name)\n}',
    'const counts: Record<string, number> = {}\nfunction count(name: string) {\n  counts[name] = 1\n}',
    'const state = { count: 0 }\nfunction count() {\n  state.count += 1\n}',
  ]
  for (const text of states) assert.equal(find(text).length, 1, text)
  const constants = [
    "const words = new Set(['a'])\nexport const isWord = (word: string) => words.has(word)",
    'function count() {\n  let count = 0\n  const known = new Map()\n  known.set(count, 1)\n}',
    "const names = ['a', 'b']\nexport const isFirst = (name: string) => names[0] === name",
    'const limits = { most: 3 }\nexport const isOver = (count: number) => count >= limits.most',
  ]
  for (const text of constants) assert.deepEqual(find(text), [], text)
})

test('left and right are found in style sheets however they are written, but not in timelines', () => {
  const rules = invariants.filter(({ name }) => name.startsWith('directions of lines'))
  const find = (text: string) => findViolations(new Map([['apps/web/src/home/home.css', text]]), rules)
  const broken = [
    '.a {\n  left: 0;\n}',
    '.time-line {\n  left: 0;\n}\n\n.a {\n  right: 4px;\n}',
    '.a {\n  inset: 0 auto 0 calc(1px + var(--x));\n}',
    '.a {\n  padding: 1px 2px 3px 4px;\n}',
    '.a {\n  text-align: right;\n}',
    '.a {\n  border-left: 1px solid;\n}',
    '.a {\n  border-top-left-radius: 3px;\n}',
  ]
  for (const text of broken) assert.equal(find(text).length, 1, text)
  const fine = [
    '.a {\n  inset: 0 4px auto 4px;\n}',
    '.a {\n  margin: calc(1px + (2px * 2)) 2px 3px 2px;\n}',
    '.time-line-head,\n.other {\n  left: 0;\n}',
    '.a:left {\n  inset-inline-start: 0;\n}',
  ]
  for (const text of fine) assert.deepEqual(find(text), [], text)
})
