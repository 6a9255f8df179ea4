import assert from 'node:assert/strict'
import { kill } from 'node:process'
import { after, before, describe, test } from 'node:test'
import { MediaError } from '../errors.ts'
import { WorkerPool } from './pool.ts'

const LONG_MS = 60_000

describe('a pool of media workers', () => {
  let pool: WorkerPool
  let version: string
  before(async () => {
    pool = new WorkerPool({ size: 1, isReused: true })
    ;({ version } = await readVersion(LONG_MS))
  })
  after(() => pool.close())

  const readVersion = (timeoutMs: number) => pool.run('version', {}, { timeoutMs })
  const hasCode = (code: string) => (error: unknown) => error instanceof MediaError && error.code === code

  test('serves many jobs with one process', async () => {
    const [pid] = pool.pids
    const answers = await Promise.all([readVersion(LONG_MS), readVersion(LONG_MS), readVersion(LONG_MS)])
    assert.deepEqual(new Set(answers.map(answer => answer.version)), new Set([version]))
    assert.deepEqual(pool.pids, [pid])
  })

  test('kills a worker that hangs at the deadline, and the next job gets a new one', async () => {
    const [pid = 0] = pool.pids
    kill(pid, 'SIGSTOP')
    const hung = assert.rejects(readVersion(300), hasCode('TIMEOUT'))
    const next = readVersion(LONG_MS)
    await hung
    assert.equal((await next).version, version)
    assert.notDeepEqual(pool.pids, [pid])
  })

  test('reports a worker that died, and the waiting job does not notice', async () => {
    const [pid = 0] = pool.pids
    kill(pid, 'SIGSTOP')
    const crashed = assert.rejects(readVersion(LONG_MS), hasCode('CRASHED'))
    const next = readVersion(LONG_MS)
    kill(pid, 'SIGKILL')
    await crashed
    assert.equal((await next).version, version)
  })

  test('lets a job leave the queue', async () => {
    const controller = new AbortController()
    const first = readVersion(LONG_MS)
    const waiting = pool.run('version', {}, { timeoutMs: LONG_MS, signal: controller.signal })
    controller.abort()
    await assert.rejects(waiting, hasCode('ABORTED'))
    assert.equal((await first).version, version)
  })

  test('refuses jobs when closed', async () => {
    const closed = new WorkerPool({ size: 1, isReused: true })
    closed.close()
    await assert.rejects(closed.run('version', {}, { timeoutMs: LONG_MS }), hasCode('CLOSED'))
  })
})
