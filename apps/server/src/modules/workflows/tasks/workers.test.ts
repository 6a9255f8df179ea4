import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { silentLog } from '../../../../test/database.ts'
import { startCuttingProxy } from '../../../../test/peers/cutting-proxy.ts'
import { until } from '../../../../test/until.ts'
import { databaseTime } from '../../../platform/background/lease.ts'
import { createDatabase, createPool } from '../../../platform/database/index.ts'
import { createWorkflowRuntime, defineWorkflow, getWorkflowReport, implementWorkflow } from '../index.ts'
import { listTasks } from '../store.ts'
import { hasty, lengthy, single } from '../testing/definitions.ts'
import { createWorkerPlatform } from '../testing/platform.ts'
import { createMoment, nothing, openScene, type Scene, untilAborted } from '../testing/scene.ts'
import { reapTask } from './settle.ts'
import { listExpiredTasks } from './task-store.ts'

let scene: Scene
before(async () => {
  scene = await openScene()
})
after(() => scene.close())

describe('workers', () => {
  // workflows-22
  test('never run one task at the same time, however many there are', async () => {
    const runs = new Map<string, number>()
    const work = implementWorkflow(single, {
      only: async run => {
        runs.set(run.workflowId, (runs.get(run.workflowId) ?? 0) + 1)
        return { record: async () => undefined }
      },
    })
    const ids: string[] = []
    for (let index = 0; index < 60; index++) ids.push(await scene.begin(single, { input: {} }))
    const others = [1, 2, 3].map(() => createWorkflowRuntime(scene.platform, [work], { pollMs: 50, leaseMs: 120_000 }))
    for (const other of others) other.start()
    const reports = await Promise.all(ids.map(scene.waitFor))
    await Promise.all(others.map(other => other.stop()))
    assert.ok(reports.every(report => report.status === 'Completed' && report.taskReports[0]?.attempts === 1))
    assert.deepEqual(new Set(runs.values()), new Set([1]))
    assert.equal(runs.size, 60)
  })

  /** A task whose worker was killed, and another worker that may take it over; resolves with how that ended. */
  async function loseWorker(leaseMs: number, meanwhile: (id: string) => Promise<unknown>) {
    const id = await scene.begin(single, { input: {} })
    const program = fileURLToPath(new URL('../testing/doomed-worker.ts', import.meta.url))
    const doomed = spawn(process.execPath, [program, scene.database.url, String(leaseMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([once(doomed.stdout, 'data'), once(doomed, 'exit')])
    assert.equal((await getWorkflowReport(scene.ctx(), id)).taskReports[0]?.status, 'Started')
    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    await meanwhile(id)
    const killedAt = performance.now()
    let attempt = 0
    const work = implementWorkflow(single, {
      only: async run => {
        attempt = run.attempt
        return { record: async () => undefined }
      },
    })
    const report = await scene.withWorker([work], () => scene.waitFor(id), { leaseMs })
    return { status: report.status, attempt, tookMs: performance.now() - killedAt }
  }

  // workflows-22
  test('a killed worker loses its task to another one after the lease', async () => {
    const { status, attempt, tookMs } = await loseWorker(600, async () => undefined)
    assert.deepEqual([status, attempt], ['Completed', 1])
    assert.ok(tookMs < 5000)
  })

  // workflows-22
  test('also when the clock of the database is set back by a day meanwhile', async () => {
    const { status, attempt, tookMs } = await loseWorker(600, id =>
      scene.database.db
        .updateTable('workflow_task')
        .set({ lease_until: databaseTime(24 * 3_600_000) })
        .where('workflow_id', '=', id)
        .execute(),
    )
    assert.deepEqual([status, attempt], ['Completed', 1])
    assert.ok(tookMs < 5000)
  })

  // workflows-22
  test('a worker that lost its task records nothing, whatever it still does', async () => {
    let runs = 0
    const finished: number[] = []
    const { happened: isTakenOver, happen: takeOver } = createMoment()
    const recorded: number[] = []
    const work = implementWorkflow(single, {
      only: async run => {
        const number = ++runs
        if (number === 1) {
          // As if this process had slept through its lease.
          const [task] = await listTasks(scene.database.db, [run.workflowId])
          assert.ok(task && (await reapTask(scene.ctx(), task)))
          await isTakenOver
        } else takeOver()
        finished.push(number)
        return {
          record: async () => {
            recorded.push(number)
            return { by: number }
          },
        }
      },
    })
    const id = await scene.begin(single, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id), { leaseMs: 400 })
    assert.equal(report.status, 'Completed')
    const row = await scene.database.db
      .selectFrom('workflow_task')
      .select('output')
      .where('workflow_id', '=', id)
      .executeTakeFirst()
    assert.deepEqual(row?.output, { by: 2 })
    assert.ok(finished.includes(1) && finished.includes(2))
  })

  test('a task that ends during an outage of the database is recorded after it, and not run again', async () => {
    const proxy = await startCuttingProxy(scene.database.url)
    const pool = createPool(proxy.url, silentLog)
    const { platform, stop } = await createWorkerPlatform(createDatabase(pool, silentLog), pool)
    const { happened: isBegun, happen: begun } = createMoment()
    const { happened: mayEnd, happen: end } = createMoment()
    const attempts: number[] = []
    const once = defineWorkflow<object, 'only'>({
      name: 'once',
      tasks: { only: { attempts: 1, retryDelayMs: 20, timeoutMs: 20_000 } },
    })
    const work = implementWorkflow(once, {
      only: async run => {
        attempts.push(run.attempt)
        begun()
        await mayEnd
        return { record: async () => ({ by: run.attempt }) }
      },
    })
    const leaseMs = 300
    const worker = createWorkflowRuntime(platform, [work], { leaseMs, pollMs: 20 })
    worker.start()
    try {
      const id = await scene.begin(once, { input: {} })
      await isBegun
      proxy.refuse()
      proxy.cut()
      await until('the lease has run out', async () => (await listExpiredTasks(scene.database.db)).length === 1)
      end()
      const { refused } = proxy
      await until('it has been tried to record it', () => proxy.refused > refused + 5)
      proxy.pass()
      const report = await scene.waitFor(id)
      assert.deepEqual([report.status, attempts], ['Completed', [1]])
    } finally {
      await worker.stop()
      await stop()
      await pool.end()
      await proxy.stop()
    }
  })

  /** A task of one attempt whose worker is gone, after so many others; resolves with how it ended. */
  async function loseAgain(losses: number) {
    const id = await scene.begin(hasty, { input: {} })
    await scene.database.db
      .updateTable('workflow_task')
      .set({ status: 'Started', attempts: 1, claims: 1, losses, run_at: null, lease_until: 1, worker: 'gone' })
      .where('workflow_id', '=', id)
      .execute()
    const report = await scene.withWorker([implementWorkflow(hasty, { only: nothing })], () => scene.waitFor(id))
    return [report.status, report.taskReports[0]?.attempts, report.errorReports[0]?.error?.code]
  }

  // workflows-19
  for (const losses of [0, 2, 5, 8]) {
    test(`a lost worker uses up no attempt, after ${losses} that were lost as well`, async () => {
      assert.deepEqual(await loseAgain(losses), ['Completed', 1, undefined])
    })
  }

  // workflows-19
  test('a task that kills its workers again and again ends in Error', async () => {
    assert.deepEqual(await loseAgain(9), ['Error', 1, 'WORKER_LOST'])
  })

  test('a worker that stops in good order gives its tasks back at once', async () => {
    const { happened: isBegun, happen: begun } = createMoment()
    const id = await scene.begin(single, { input: {} })
    const slow = implementWorkflow(single, {
      only: async run => {
        begun()
        return untilAborted(run.signal)
      },
    })
    await scene.withWorker([slow], () => isBegun, { leaseMs: 60_000 })
    const [task] = (await getWorkflowReport(scene.ctx(), id)).taskReports
    assert.deepEqual([task?.status, task?.attempts], ['Scheduled', 0])
    const report = await scene.withWorker([implementWorkflow(single, { only: nothing })], () => scene.waitFor(id))
    assert.deepEqual([report.status, report.taskReports[0]?.attempts], ['Completed', 1])
  })

  test('keep slots free for short tasks while long ones run', async () => {
    const { happened: finished, happen: finish } = createMoment()
    const long = implementWorkflow(lengthy, {
      only: async () => {
        await finished
        return { record: async () => undefined }
      },
    })
    const ids = [await scene.begin(lengthy, { input: {} }), await scene.begin(lengthy, { input: {} })]
    const short = await scene.begin(single, { input: {} })
    const works = [long, implementWorkflow(single, { only: nothing })]
    const tuning = { slots: 2, longSlots: 1 }
    await scene.withWorker(
      works,
      async () => {
        assert.equal((await scene.waitFor(short)).status, 'Completed')
        const open = await Promise.all(ids.map(id => getWorkflowReport(scene.ctx(), id)))
        assert.deepEqual(
          open.map(report => report.status),
          ['Started', 'Inited'],
        )
        finish()
        for (const id of ids) assert.equal((await scene.waitFor(id)).status, 'Completed')
      },
      tuning,
    )
  })

  test('work that only another version of the service knows is left to it', async () => {
    const unknown = defineWorkflow<Record<never, never>, 'only'>({ name: 'unknown', tasks: single.tasks })
    const id = await scene.begin(unknown, { input: {} })
    const other = await scene.begin(single, { input: {} })
    await scene.withWorker([implementWorkflow(single, { only: nothing })], () => scene.waitFor(other))
    assert.equal((await getWorkflowReport(scene.ctx(), id)).status, 'Inited')
  })

  test('a change in another process wakes those who wait', async () => {
    const pool = createPool(scene.database.url, { info() {}, warn() {}, error() {} })
    const elsewhere = await createWorkerPlatform(createDatabase(pool, silentLog), pool)
    const runtime = createWorkflowRuntime(elsewhere.platform, [implementWorkflow(single, { only: nothing })], {
      pollMs: 50,
    })
    runtime.start()
    const id = await scene.begin(single, { input: {} })
    assert.equal((await scene.waitFor(id)).status, 'Completed')
    await runtime.stop()
    await elsewhere.stop()
    await pool.end()
  })
})
