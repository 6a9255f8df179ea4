import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { toGroups, writeGroups } from './groups.ts'
import { listTestFiles } from './test-files.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'rushes-groups-'))
})
after(() => rmSync(folder, { recursive: true }))

for (const isFast of [false, true]) {
  test(`each file of the ${isFast ? 'fast lane' : 'tests'} is in one group`, () => {
    const files = listTestFiles(isFast)
    const groups = toGroups(files)
    assert.deepEqual(groups.flat().toSorted(), files.toSorted())
    assert.deepEqual(groups.filter(({ length }) => length === 0 || length > 20).length, 0)
  })
}

test('of three groups that begin, one has no browser', () => {
  const files = Array.from({ length: 60 }, (_, index) => [
    `apps/web/test/${index}.test.ts`,
    `apps/cli/${index}.test.ts`,
  ])
  const kinds = toGroups([...files.flat(), 'packages/query/src/a.test.ts']).map(([first = '']) => first.split('/')[1])
  assert.deepEqual(kinds, ['web', 'cli', 'web', 'cli', 'web', 'cli', 'query'])
})

const untracked = new URL('untracked.ts', import.meta.url).href

/** Runs files of this text as one group; the exit code and what is written. */
async function runGroup(...texts: string[]) {
  const files = texts.map((text, index) => {
    const path = join(folder, `${index}.mjs`)
    writeFileSync(path, `import { describe, test } from 'node:test'\n${text}`)
    return path
  })
  const args = [`--import=${untracked}`, '--test', '--test-reporter=spec', ...(await writeGroups(folder, files, 500))]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('a group runs the tests of its files as suites, and what nobody catches fails it', async () => {
  const whole = "describe('inner', () => test('a', t => t.test('part', () => {})))"
  const waiting = "await null\ntest('b', async () => {})"
  const passed = await runGroup(whole, waiting)
  assert.equal(passed.status, 0, passed.stdout)
  assert.match(passed.stdout, /▶ .*0\.mjs\n {2}▶ inner\n {4}▶ a\n {6}✔ part .*\n/)
  assert.match(passed.stdout, /▶ .*1\.mjs\n {2}✔ b .*\n/)
  for (const fault of ["setImmediate(() => { throw new Error('stray') })", "Promise.reject(new Error('stray'))"]) {
    const failed = await runGroup(whole, `test('b', () => { ${fault} })`)
    assert.equal(failed.status, 1, failed.stdout)
    assert.match(failed.stdout, /stray/)
    assert.match(failed.stdout + failed.stderr, /Error: stray\n +at .*1\.mjs/)
  }
  assert.equal((await runGroup(whole, "throw new Error('not loaded')")).status, 1)
})

test('the runner follows no promise of a test', async () => {
  const head = "import { executionAsyncId } from 'node:async_hooks'\nimport { setTimeout } from 'node:timers/promises'"
  const { status, stdout } = await runGroup(
    `${head}\nawait setTimeout(300)\ntest('a', async () => { await null; console.log('id', executionAsyncId()) })`,
    "describe('inner', () => test('b', () => {}))",
  )
  assert.equal(status, 0, stdout)
  assert.match(stdout, /id 0\n/)
  assert.match(stdout, /▶ .*0\.mjs\n {2}✔ a .*\n.*\n▶ .*1\.mjs\n {2}▶ inner\n {4}✔ b /)
})

test('a group ends when its tests are over, though something was left open, and fails', async () => {
  const leaks = [
    'setInterval(() => {}, 1000)',
    "const { spawn } = await import('node:child_process'); spawn('sleep', ['600'], { stdio: 'inherit' })",
  ]
  for (const leak of leaks) {
    const { status, stdout } = await runGroup(`test('leaking', async () => { ${leak} })`)
    assert.equal(status, 1, stdout)
    assert.match(stdout, /something was left open: .*(?:Timeout|ProcessWrap)/)
  }
})
