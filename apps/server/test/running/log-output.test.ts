/** A log that cannot be written never stops or hangs the service. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openLogFile } from '../../src/platform/log/file.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { findFreePort, programEnvironment } from '../service-process.ts'
import { until } from '../until.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** Enough records to fill a pipe and what the service holds of its log. */
const manyRequests = 3000
/** Enough for many attempts to write. */
const someRequests = 300

let database: TestDatabase
let folder: string
before(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rushes-log-'))
})
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

type Output = 'ignore' | 'pipe' | number

interface Started {
  readonly child: ChildProcess
  readonly url: string
}

async function start(stdout: Output, stderr: Output, settings: Record<string, string> = {}): Promise<Started> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', stdout, stderr],
    env: {
      ...programEnvironment,
      RUSHES_PORT: String(port),
      RUSHES_DATA: join(folder, 'data'),
      RUSHES_DATABASE_URL: database.url,
      RUSHES_RATE_LIMIT: 'off',
      // A health check is then a record.
      RUSHES_LOG_LEVEL: 'debug',
      ...settings,
    },
  })
  // A reader that is gone.
  child.stdout?.destroy()
  await until('the service serves', async () => {
    assert.equal(child.exitCode, null)
    return (await fetch(`${url}/health/live`).catch(() => undefined))?.status === 200
  })
  return { child, url }
}

async function askOften(url: string, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 20) {
    const asked = Array.from({ length: 20 }, () => fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5000) }))
    for (const response of await Promise.all(asked)) {
      assert.equal(response.status, 200)
      await response.arrayBuffer()
    }
  }
}

async function countDropped(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^rushes_log_dropped_records (\d+)$/m.exec(metrics)?.[1])
}

async function stop({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
}

test('a log on a full device is dropped and counted, and the service goes on and stops in good order', async t => {
  const full = openSync('/dev/full', 'w')
  const service = await start('ignore', full)
  t.after(() => stop(service))
  closeSync(full)
  await askOften(service.url, someRequests)
  await until('the records were tried', async () => (await countDropped(service.url)) >= someRequests)
  assert.equal(service.child.exitCode, null)
  await stop(service)
})

test('a log pipe that nobody reads blocks neither requests nor the stop', async t => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  // Open at both ends, so that there is a reader, who reads nothing.
  const pipe = openSync(path, 'r+')
  const service = await start(pipe, pipe)
  t.after(() => stop(service))
  await askOften(service.url, manyRequests)
  await until('records were dropped', async () => (await countDropped(service.url)) > 0)
  await stop(service)
  closeSync(pipe)
})

test('a log pipe and a standard output whose readers are gone stop nothing', async t => {
  const service = await start('pipe', 'pipe')
  t.after(() => stop(service))
  service.child.stderr?.destroy()
  await askOften(service.url, someRequests)
  assert.ok((await countDropped(service.url)) > 0)
  await stop(service)
})

test('once a full disk has space again, the log says how many records it lacks', async t => {
  const disk = mkdtempSync(join(folder, 'disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'rushes-test', disk]).status !== 0) {
    return t.skip('this user may not mount a file system')
  }
  t.after(() => execFileSync('umount', [disk]))
  const path = join(disk, 'log')
  const log = openSync(path, 'a')
  const service = await start('ignore', log)
  t.after(() => stop(service))
  closeSync(log)
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
  await askOften(service.url, 200)
  await until('records were dropped', async () => (await countDropped(service.url)) > 100)
  rmSync(filler)
  await until('the log goes on', async () => {
    await askOften(service.url, 20)
    return readFileSync(path, 'utf8').includes('log writing resumed')
  })
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const resumed = lines.filter(line => line.includes('log writing resumed')).map(line => JSON.parse(line))
  assert.ok(resumed[0].droppedRecords > 100)
  await stop(service)
})

test('RUSHES_LOG=file writes every record to a file that its owner alone may read', async t => {
  const errors = join(folder, 'errors')
  const service = await start('ignore', openSync(errors, 'w'), { RUSHES_LOG: 'file' })
  t.after(() => stop(service))
  await askOften(service.url, 200)
  await stop(service)
  const path = join(folder, 'data', 'logs', 'rushes.log')
  const records = readFileSync(path, 'utf8').trimEnd().split('\n')
  const parsed = records.map(record => JSON.parse(record) as { msg: string; path?: string })
  assert.ok(parsed.filter(record => record.path === '/health/live').length >= 200)
  assert.equal(parsed.at(-1)?.msg, 'stopping')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(readFileSync(errors, 'utf8'), '')
})

test('a log file is rotated before it is too large, and of the old ones nine are kept, the newest first', () => {
  const logs = join(folder, 'rotated', 'logs')
  const maxBytes = 100
  const write = (from: number, to: number) => {
    const file = openLogFile(logs, maxBytes)
    for (let number = from; number < to; number += 1) {
      const record = `${String(number).padStart(48, '0')}\n`
      writeSync(file.take(record.length), record)
    }
  }
  // Also a process that goes on with the file of the one before it.
  write(0, 15)
  write(15, 40)
  const names = ['rushes.log', ...Array.from({ length: 9 }, (_, age) => `rushes.log.${age + 1}`)]
  assert.deepEqual(readdirSync(logs).toSorted(), names)
  const numbers = names.toReversed().flatMap(name => readFileSync(join(logs, name), 'utf8').match(/\d+/g)!.map(Number))
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, index) => 20 + index),
  )
})
