/** The process as a person starts it: what it says when it cannot start, and how it stops. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let folder: string
let occupied: Server
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rushes start '))
  occupied = createServer().listen(0, '127.0.0.1')
  await once(occupied, 'listening')
})
after(() => {
  occupied.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(environment: Record<string, string>): ChildProcess & { output: string; errors: string } {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, RUSHES_PORT: '0', RUSHES_DATA: join(folder, 'data'), ...environment },
  })
  const started = Object.assign(child, { output: '', errors: '' })
  child.stdout.setEncoding('utf8').on('data', text => {
    started.output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    started.errors += text
  })
  return started
}

/** Resolves with the address once the process has told it. */
async function untilServing(child: ReturnType<typeof start>): Promise<void> {
  while (!child.output.includes('Rushes is at')) {
    assert.equal(child.exitCode, null, child.errors)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}

describe('a start that cannot succeed ends with one clear line and exit code 1', () => {
  const place = () => String((occupied.address() as { port: number }).port)
  const cases: [string, () => Record<string, string>, RegExp][] = [
    ['a port in use', () => ({ RUSHES_PORT: place() }), /^RUSHES_PORT: .* is in use$/],
    ['a port that is none', () => ({ RUSHES_PORT: '99999' }), /^RUSHES_PORT must be/],
    ['an address that is not of this machine', () => ({ RUSHES_HOST: '192.0.2.1' }), /^RUSHES_HOST/],
    ['an unknown role', () => ({ RUSHES_ROLE: 'queen' }), /^RUSHES_ROLE/],
    ['a secret that is too short', () => ({ RUSHES_SECRET: 'short' }), /^RUSHES_SECRET(?!.*short\b)/],
    ['a test clock outside a test', () => ({ RUSHES_TEST_CLOCK: '/dev/null' }), /^RUSHES_TEST_CLOCK/],
    [
      'an object store',
      () => ({ RUSHES_STORAGE_URL: 's3://bucket/x?endpoint=http://127.0.0.1:1&region=x' }),
      /^RUSHES_STORAGE_URL/,
    ],
    ['a Solr server', () => ({ RUSHES_SEARCH_URL: 'solr+http://127.0.0.1:1/solr/x' }), /^RUSHES_SEARCH_URL/],
    [
      'a database that does not answer',
      () => ({ RUSHES_DATABASE_URL: `postgres://me:hidden@127.0.0.1:${place()}/x?sslmode=disable` }),
      /^RUSHES_DATABASE_URL(?!.*hidden)/,
    ],
    [
      'a data folder that is a file',
      () => ({ RUSHES_DATA: join(folder, 'file') }),
      /^The data folder .* cannot be used/,
    ],
  ]
  for (const [name, environment, expected] of cases) {
    test(name, async t => {
      writeFileSync(join(folder, 'file'), '')
      occupied.once('connection', socket => socket.destroy())
      t.after(() => occupied.removeAllListeners('connection'))
      const child = start(environment())
      const [code] = await once(child, 'close')
      assert.equal(code, 1, child.errors)
      assert.match(child.errors.trimEnd(), expected)
      assert.equal(child.errors.trimEnd().split('\n').length, 1, child.errors)
      assert.equal(child.output, '')
    })
  }
})

test('a service serves again after kill -9, refuses a second process on its folder, and stops in good order', async () => {
  const killed = start({})
  await untilServing(killed)
  assert.match(killed.output, /^First user: admin {2}password: \S+/)
  killed.kill('SIGKILL')
  await once(killed, 'close')

  const service = start({})
  await untilServing(service)
  assert.doesNotMatch(service.output, /First user/, 'the first user was made before')
  const second = start({})
  const [code] = await once(second, 'close')
  assert.equal(code, 1)
  assert.match(second.errors.trimEnd(), /^The data folder .* is in use by process \d+[^\n]*$/)

  service.kill('SIGTERM')
  service.kill('SIGTERM')
  assert.deepEqual(await once(service, 'close'), [0, null])
})
