import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { notFound } from '@rushes/contract'
import { sql } from 'kysely'
import { untilLogIsComplete } from '../../../../test/events/event-log.ts'
import { until } from '../../../../test/until.ts'
import { inTransaction } from '../../../platform/context.ts'
import { readEvents } from '../../../platform/events/log.ts'
import { logStart } from '../../../platform/events/position.ts'
import {
  getWorkflowReport,
  implementWorkflow,
  listWorkflowReportsOfMedia,
  PermanentError,
  startWorkflow,
  type TaskRun,
} from '../index.ts'
import { listTasks } from '../store.ts'
import { diamond, hasty, single } from '../testing/definitions.ts'
import { createMoment, nothing, openScene, type Scene, statusOf, untilAborted } from '../testing/scene.ts'
import { cancel } from './settle.ts'

let scene: Scene
before(async () => {
  scene = await openScene()
})
after(() => scene.close())

describe('a workflow', () => {
  test('runs its tasks in their order, side by side where they may, and hands results on', async () => {
    const order: string[] = []
    const { happened: met, happen: meet } = createMoment()
    const note = (name: string) => async (run: TaskRun<{ word: string }>) => {
      order.push(name)
      // Both sides are at work at the same time, or this would never end.
      if (name === 'right') meet()
      if (name === 'left') await met
      return { record: async () => ({ said: `${run.input.word} ${name}`, heard: Object.keys(run.outputs).length }) }
    }
    const work = implementWorkflow(diamond, {
      first: note('first'),
      left: note('left'),
      right: note('right'),
      last: async run => {
        order.push('last')
        return { record: async () => ({ location: `${run.outputs.left?.said}, ${run.outputs.right?.said}` }) }
      },
    })
    const id = await scene.begin(diamond, { input: { word: 'hello' }, label: 'A walk', mediaObjectId: 7 })
    assert.equal((await getWorkflowReport(scene.ctx(), id)).status, 'Inited')
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.status, 'Completed')
    assert.deepEqual([order[0], order.slice(1, 3).sort(), order[3]], ['first', ['left', 'right'], 'last'])
    assert.equal(report.location, 'hello left, hello right')
    assert.equal(report.label, 'A walk')
    assert.equal(report.taskReports[0]?.label, 'The first')
    assert.ok(report.taskReports.every(task => task.status === 'Completed' && task.percent === 100))
    assert.ok(report.workflowStarted && report.workflowCompleted && !report.workflowFailed)
    const [ofMedia] = await listWorkflowReportsOfMedia(scene.ctx(), [7])
    assert.deepEqual([ofMedia?.id, ofMedia?.type, ofMedia?.status], [id, 'diamond', 'Completed'])
  })

  // workflows-5
  test('is reported in the event log, in order', async () => {
    await untilLogIsComplete(scene.database.db)
    const { position } = await readEvents(scene.database.db, logStart, { limit: 10_000 })
    const id = await scene.begin(single, { input: {} })
    await scene.withWorker([implementWorkflow(single, { only: nothing })], () => scene.waitFor(id))
    await untilLogIsComplete(scene.database.db)
    const { events } = await readEvents(scene.database.db, position, { limit: 100 })
    const types = events.filter(event => [event.object?.id, event.target?.id].includes(id)).map(event => event.type)
    assert.deepEqual(types, ['Workflow.start', 'Workflow.update', 'Task.start', 'Workflow.complete', 'Task.complete'])
  })

  // workflows-1
  test('exists only when the transaction that starts it commits', async () => {
    const id = crypto.randomUUID()
    const failing = inTransaction(scene.ctx(), async ctx => {
      await startWorkflow(ctx, single, { id, productionId: scene.productionId, input: {} })
      throw new Error('something else went wrong')
    })
    await assert.rejects(failing, /something else/)
    await assert.rejects(getWorkflowReport(scene.ctx(), id), { name: 'NotFoundError' })
  })

  test('is refused when its id is taken, or while another one holds its mutex', async () => {
    const id = await scene.begin(single, { input: {}, mutex: 'clip 1' })
    await assert.rejects(scene.begin(single, { id, input: {} }), {
      name: 'ConflictError',
      message: /already been started/,
    })
    await assert.rejects(scene.begin(single, { input: {}, mutex: 'clip 1' }), {
      name: 'ConflictError',
      message: /still running/,
    })
    await cancel(scene.ctx(), id)
    await cancel(scene.ctx(), await scene.begin(single, { input: {}, mutex: 'clip 1' }))
  })

  // workflows-21
  test('may run some of its tasks only; the others are Skipped', async () => {
    const work = implementWorkflow(diamond, { first: nothing, left: nothing, right: nothing, last: nothing })
    const id = await scene.begin(diamond, { input: { word: '' }, only: ['right'] })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.status, 'Completed')
    assert.deepEqual(statusOf(report), { first: 'Skipped', left: 'Skipped', right: 'Completed', last: 'Skipped' })
  })

  // workflows-21
  test('a task that finds nothing to do is Skipped, and what comes after it runs', async () => {
    const work = implementWorkflow(diamond, {
      first: nothing,
      left: async () => ({ skip: 'There is no picture' }),
      right: nothing,
      last: nothing,
    })
    const id = await scene.begin(diamond, { input: { word: '' } })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.deepEqual(statusOf(report), { first: 'Completed', left: 'Skipped', right: 'Completed', last: 'Completed' })
    assert.equal(report.taskReports[1]?.message, 'There is no picture')
  })
})

describe('a task that fails', () => {
  // workflows-17
  test('is tried again after a while, and may succeed', async () => {
    const attempts: number[] = []
    const work = implementWorkflow(single, {
      only: async run => {
        attempts.push(run.attempt)
        if (run.attempt < 3) throw new Error('not yet')
        return { record: async () => undefined }
      },
    })
    const id = await scene.begin(single, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.deepEqual([report.status, attempts], ['Completed', [1, 2, 3]])
    assert.deepEqual(report.errorReports, [])
  })

  // errors-26, workflows-18
  test('fails the workflow when its attempts are used up; what comes after it is Cancelled, the other branch ends', async () => {
    const work = implementWorkflow(diamond, {
      first: nothing,
      left: async () => {
        throw Object.assign(new Error('the tool is broken'), { code: 'BROKEN' })
      },
      right: nothing,
      last: nothing,
    })
    const id = await scene.begin(diamond, { input: { word: '' } })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.status, 'Error')
    assert.deepEqual(statusOf(report), { first: 'Completed', left: 'Error', right: 'Completed', last: 'Cancelled' })
    const [error] = report.errorReports
    assert.deepEqual(error?.error, { code: 'BROKEN', message: 'the tool is broken' })
    assert.deepEqual([report.errorReports.length, error?.attempts, error?.maxAttempts], [1, 3, 3])
    assert.ok(report.workflowFailed)
  })

  // workflows-19
  test('because the storage is full waits for space, and uses up no attempt', async () => {
    const codes = ['STORAGE_FULL', 'ENOSPC', '53100']
    const attempts = new Map<string, number[]>(codes.map(code => [code, []]))
    const work = implementWorkflow(single, {
      only: async run => {
        const code = run.input.word!
        const own = attempts.get(code)!
        own.push(run.attempt)
        if (own.length === 1) throw Object.assign(new Error('no space'), { code })
        return { record: async () => undefined }
      },
    })
    const ids = await Promise.all(codes.map(code => scene.begin(single, { input: { word: code } })))
    const reports = await scene.withWorker([work], async () => {
      await until('they wait', async () => {
        const tasks = await listTasks(scene.database.db, ids)
        return tasks.every(task => task.status === 'ErrorPending' && task.message === 'The storage is full')
      })
      // Ten seconds pass.
      await sql`update workflow_task set run_at = run_at - 10000 where status = 'ErrorPending'`.execute(
        scene.database.db,
      )
      return Promise.all(ids.map(id => scene.waitFor(id)))
    })
    assert.deepEqual(
      reports.map(({ status }) => status),
      codes.map(() => 'Completed'),
    )
    for (const own of attempts.values()) assert.deepEqual(own, [1, 1])
  })

  // workflows-17
  test('with a permanent error is not tried again', async () => {
    const work = implementWorkflow(single, {
      only: async () => {
        throw new PermanentError('NOT_MEDIA', 'The file is damaged')
      },
    })
    const id = await scene.begin(single, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.taskReports[0]?.attempts, 1)
    assert.deepEqual(report.taskReports[0]?.error, { code: 'NOT_MEDIA', message: 'The file is damaged' })
  })

  test('because what it works on is gone is not tried again', async () => {
    const work = implementWorkflow(single, {
      only: async () => ({
        record: async () => {
          throw notFound('MediaObject', 7)
        },
      }),
    })
    const id = await scene.begin(single, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.deepEqual([report.status, report.taskReports[0]?.attempts], ['Error', 1])
    assert.deepEqual(report.errorReports[0]?.error, { code: 'NotFoundError', message: 'MediaObject 7 does not exist' })
  })

  // workflows-20
  test('by taking too long is stopped by its signal', async () => {
    let stopped = false
    const work = implementWorkflow(hasty, {
      only: ({ signal }) =>
        untilAborted(signal).finally(() => {
          stopped = true
        }),
    })
    const id = await scene.begin(hasty, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.status, 'Error')
    assert.equal(report.errorReports[0]?.error?.code, 'TIMEOUT')
    assert.ok(stopped)
  })

  test('while it records leaves nothing of its record behind', async () => {
    const work = implementWorkflow(single, {
      only: async run => ({
        record: async ctx => {
          await ctx.db
            .updateTable('production')
            .set({ description: 'half done' })
            .where('id', '=', scene.productionId)
            .execute()
          if (run.attempt < 2) throw new PermanentError('BROKEN', 'half way')
          return undefined
        },
      }),
    })
    const id = await scene.begin(single, { input: {} })
    const report = await scene.withWorker([work], () => scene.waitFor(id))
    assert.equal(report.status, 'Error')
    const row = await scene.database.db.selectFrom('production').select('description').executeTakeFirst()
    assert.equal(row?.description, null)
  })
})

describe('cancelling', () => {
  // workflows-11
  test('stops a running task within a second and cancels the rest', async () => {
    const { happened: isBegun, happen: begun } = createMoment()
    let abortedAt = 0
    const work = implementWorkflow(diamond, {
      first: async run => {
        begun()
        return untilAborted(run.signal).finally(() => {
          abortedAt = performance.now()
        })
      },
      left: nothing,
      right: nothing,
      last: nothing,
    })
    const id = await scene.begin(diamond, { input: { word: '' } })
    await scene.withWorker([work], async () => {
      await isBegun
      const cancelledAt = performance.now()
      assert.equal((await cancel(scene.ctx(), id))?.status, 'Cancelled')
      const report = await scene.waitFor(id)
      assert.deepEqual(new Set(Object.values(statusOf(report))), new Set(['Cancelled']))
      assert.equal(await cancel(scene.ctx(), id), undefined, 'what has ended cannot be cancelled')
      const again = await scene.begin(single, { input: {} })
      await scene.withWorker([implementWorkflow(single, { only: nothing })], () => scene.waitFor(again))
      assert.ok(abortedAt - cancelledAt < 1000, `took ${abortedAt - cancelledAt} ms`)
    })
    assert.ok(abortedAt > 0)
  })
})
