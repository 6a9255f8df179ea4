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
import { programEnvironment } from '../service-process.ts'
import { until } from '../until.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

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
  return follow(
    spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...programEnvironment, RUSHES_PORT: '0', RUSHES_DATA: join(folder, 'data'), ...environment },
    }),
  )
}

function follow(child: ChildProcess): ChildProcess & { output: string; errors: string } {
  const started = Object.assign(child, { output: '', errors: '' })
  child.stdout!.setEncoding('utf8').on('data', text => {
    started.output += text
  })
  child.stderr!.setEncoding('utf8').on('data', text => {
    started.errors += text
  })
  return started
}

/** Resolves with the address once the process has told it. */
async function untilServing(child: ReturnType<typeof start>): Promise<void> {
  await until('it serves', () => {
    // A terminal shows both in one.
    assert.equal(child.exitCode, null, `${child.errors}${child.output}`)
    return child.output.includes('Rushes is at')
  })
}

describe('a start that cannot succeed ends with one clear line and exit code 1', () => {
  const place = () => String((occupied.address() as { port: number }).port)
  const cases: [string, () => Record<string, string>, RegExp][] = [
    ['a port in use', () => ({ RUSHES_PORT: place() }), /^RUSHES_PORT: .* is in use$/],
    ['a port that is none', () => ({ RUSHES_PORT: '99999' }), /^RUSHES_PORT must be/],
    ['an address that is not of this machine', () => ({ RUSHES_HOST: '192.0.2.1' }), /^RUSHES_HOST/],
    ['a level that is none', () => ({ RUSHES_LOG_LEVEL: 'loud' }), /^RUSHES_LOG_LEVEL must be/],
    [
      'an object store without credentials',
      () => ({
        ...{ RUSHES_STORAGE_URL: 's3://bucket/x', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
        AWS_EC2_METADATA_DISABLED: 'true',
      }),
      /^RUSHES_STORAGE_URL: no credentials/,
    ],
    [
      'an object store whose credentials nobody gives out',
      () => ({
        ...{ RUSHES_STORAGE_URL: 's3://bucket/x', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
        AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1/role',
      }),
      /^RUSHES_STORAGE_URL: .*no credentials of the container: connect ECONNREFUSED/,
    ],
    [
      'an object store that does not answer',
      () => ({
        RUSHES_STORAGE_URL: 's3://bucket/x?endpoint=http://127.0.0.1:1&region=x&pathStyle=true',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'hidden',
      }),
      /^RUSHES_STORAGE_URL: s3:\/\/bucket\/x cannot be read(?!.*hidden)/,
    ],
    [
      'a search engine that is unknown',
      () => ({ RUSHES_SEARCH_URL: 'http://127.0.0.1:1/solr/x' }),
      /^RUSHES_SEARCH_URL/,
    ],
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

/** Starts the service on a terminal of its own, which closes when the process that holds it is killed. */
function startOnTerminal(environment: Record<string, string>): ReturnType<typeof start> {
  const command = `exec '${process.execPath}' '${main}'`
  return follow(
    spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...programEnvironment, SHELL: '/bin/sh', RUSHES_PORT: '0', ...environment },
    }),
  )
}

describe('on a terminal', () => {
  test('a first start writes at most 12 lines that a person reads, and closing the terminal stops it', async () => {
    const dataDir = join(folder, 'terminal')
    const child = startOnTerminal({ RUSHES_DATA: dataDir })
    await untilServing(child)
    await until('all lines are there', () => child.output.includes('Ctrl-C'))
    const url = /^Rushes is at (\S+)\r$/m.exec(child.output)?.[1]
    const answer = await fetch(`${url}/health/live`)
    assert.equal(answer.status, 200)
    const lines = child.output.trimEnd().split('\r\n')
    assert.ok(lines.length <= 12, child.output)
    assert.match(child.output, /^ {2}Sign in +admin, password \S+ \(in .*first-password until it is changed\)\r$/m)
    assert.ok(child.output.includes(`  Data        ${dataDir}\r\n`), child.output)
    assert.match(child.output, /^ {2}Try next +npm run demo/m)
    assert.doesNotMatch(child.output, /[{}]/, 'no JSON')
    child.kill('SIGKILL')
    await until('the service has stopped', async () => {
      return (await fetch(`${url}/health/live`).catch(() => undefined)) === undefined
    })
  })

  test('RUSHES_LOG=json writes records there too', async () => {
    // The service before may still be closing its folder.
    const child = startOnTerminal({ RUSHES_DATA: join(folder, 'records'), RUSHES_LOG: 'json' })
    await untilServing(child)
    await until('it is logged', () => /"msg":"started"/.test(child.output))
    child.stdin!.write('\u0003')
    assert.deepEqual(await once(child, 'close'), [0, null])
  })
})

test('SIGHUP does not stop a service, and RUSHES_LOG_LEVEL says what is logged', async () => {
  const service = start({ RUSHES_DATA: join(folder, 'hangup'), RUSHES_LOG_LEVEL: 'debug' })
  await untilServing(service)
  const url = /^Rushes is at (\S+)$/m.exec(service.output)?.[1]
  service.kill('SIGHUP')
  assert.equal((await fetch(`${url}/health/live`)).status, 200)
  await until('the health check is logged', () => /"path":"\/health\/live"/.test(service.errors))
  service.kill('SIGHUP')
  assert.equal((await fetch(`${url}/health/live`)).status, 200)
  for (const line of service.errors.trimEnd().split('\n')) JSON.parse(line)
  service.kill('SIGTERM')
  assert.deepEqual(await once(service, 'close'), [0, null])
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
