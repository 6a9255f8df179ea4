import assert from 'node:assert/strict'
import { kill } from 'node:process'
import { after, before, describe, test } from 'node:test'
import { createMediaEngine } from '../engine.ts'
import { MediaError } from '../errors.ts'
import { WorkerPool } from './pool.ts'

const found = await (async () => {
  const engine = createMediaEngine({ ffmpegPath: false })
  const { nodeAvVersion } = await engine.describe()
  await engine.close()
  return nodeAvVersion
})()

const LONG_MS = 60_000

describe('a pool of media workers', { skip: found === undefined && 'node-av is not installed' }, () => {
  let pool: WorkerPool
  before(async () => {
    pool = new WorkerPool({ size: 1, isReused: true })
    await pool.run('describe', {}, { timeoutMs: LONG_MS })
  })
  after(() => pool.close())

  const describeIn = (timeoutMs: number) => pool.run('describe', {}, { timeoutMs })
  const hasCode = (code: string) => (error: unknown) => error instanceof MediaError && error.code === code

  test('serves many jobs with one process', async () => {
    const [pid] = pool.pids
    const answers = await Promise.all([describeIn(LONG_MS), describeIn(LONG_MS), describeIn(LONG_MS)])
    assert.deepEqual(new Set(answers.map(answer => answer.version)), new Set([found]))
    assert.deepEqual(pool.pids, [pid])
  })

  test('kills a worker that hangs at the deadline, and the next job gets a new one', async () => {
    const [pid = 0] = pool.pids
    kill(pid, 'SIGSTOP')
    const hung = assert.rejects(describeIn(300), hasCode('TIMEOUT'))
    const next = describeIn(LONG_MS)
    await hung
    assert.equal((await next).version, found)
    assert.notDeepEqual(pool.pids, [pid])
  })

  test('reports a worker that died, and the waiting job does not notice', async () => {
    const [pid = 0] = pool.pids
    kill(pid, 'SIGSTOP')
    const crashed = assert.rejects(describeIn(LONG_MS), hasCode('CRASHED'))
    const next = describeIn(LONG_MS)
    kill(pid, 'SIGKILL')
    await crashed
    assert.equal((await next).version, found)
  })

  test('lets a job leave the queue', async () => {
    const controller = new AbortController()
    const first = describeIn(LONG_MS)
    const waiting = pool.run('describe', {}, { timeoutMs: LONG_MS, signal: controller.signal })
    controller.abort()
    await assert.rejects(waiting, hasCode('ABORTED'))
    assert.equal((await first).version, found)
  })

  test('refuses jobs when closed', async () => {
    const closed = new WorkerPool({ size: 1, isReused: true })
    closed.close()
    await assert.rejects(closed.run('describe', {}, { timeoutMs: LONG_MS }), hasCode('CLOSED'))
  })
})
