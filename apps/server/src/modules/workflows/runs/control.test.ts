import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import {
  createWorkflowRuntime,
  defineWorkflow,
  implementWorkflow,
  type NewWorkflow,
  type RuntimeTuning,
  startWorkflow,
  type TaskOutcome,
  type TaskRun,
} from '../index.ts'

const plan = { attempts: 2, retryDelayMs: 20, timeoutMs: 20_000 }
/** `side` is on its own. */
const chain = defineWorkflow<object, 'first' | 'second' | 'third' | 'side'>({
  name: 'chain of control',
  tasks: { first: plan, second: { ...plan, after: ['first'] }, third: { ...plan, after: ['second'] }, side: plan },
})
const alone = defineWorkflow<object, 'only'>({ name: 'alone in control', tasks: { only: { ...plan, atOnce: 2 } } })

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Control')).id
})
after(() => kit.stop())

const done = { record: async () => undefined }
const context = () => createServiceContext(kit.service.platform, 'test')
const workflows = () => kit.admin.workflows
const get = (id: string) => workflows().getWorkflow({ prId, id })
const statuses = (report: WorkflowMinWrapper) => Object.fromEntries(report.tasks.map(task => [task.name, task.status]))

function beginAlone(more: Partial<NewWorkflow<object, 'only'>> = {}): Promise<string> {
  return inTransaction(context(), ctx => startWorkflow(ctx, alone, { productionId: prId, input: {}, ...more }))
}

/** A worker for one task; the result stops it. */
function work(run: (run: TaskRun<object>) => Promise<TaskOutcome>, tuning: Partial<RuntimeTuning> = {}) {
  const runtime = createWorkflowRuntime(kit.service.platform, [implementWorkflow(alone, { only: run })], {
    pollMs: 50,
    ...tuning,
  })
  runtime.start()
  return () => runtime.stop()
}

async function waitFor(id: string): Promise<WorkflowMinWrapper> {
  return (await workflows().followWorkflow({ prId, id, alias: 'workflow' })).json() as Promise<WorkflowMinWrapper>
}

function until(id: string, status: string): Promise<WorkflowMinWrapper> {
  return untilSeen(
    `it is ${status}`,
    () => get(id),
    report => report.status === status,
  )
}

async function untilAborted({ signal }: TaskRun<object>): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

describe('a paused workflow', () => {
  // workflows-12
  test('stops its tool, begins nothing, and goes on from there when it is resumed', async () => {
    const runs: TaskRun<object>[] = []
    const begun = Promise.withResolvers<void>()
    const stop = work(async run => {
      runs.push(run)
      if (runs.length > 1) return done
      begun.resolve()
      return untilAborted(run)
    })
    const id = await beginAlone()
    await begun.promise
    const aborted = once(runs[0]!.signal, 'abort')
    const paused = await workflows().pauseWorkflow({ prId, id })
    assert.deepEqual([paused.status, statuses(paused)], ['Paused', { only: 'Paused' }])
    await aborted
    await assert.rejects(workflows().pauseWorkflow({ prId, id }), { name: 'ConflictError' })
    assert.equal(runs.length, 1)
    await workflows().resumeWorkflow({ prId, id })
    const report = await waitFor(id)
    assert.equal(report.status, 'Completed')
    assert.equal(report.taskReports[0]?.attempts, 1, 'a pause is no failed attempt')
    await assert.rejects(workflows().resumeWorkflow({ prId, id }), { name: 'ConflictError' })
    await stop()
  })

  // workflows-12
  test('can be cancelled, and needs WORKFLOW_MANAGE', async () => {
    const id = await beginAlone()
    const viewer = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    for (const call of ['pauseWorkflow', 'resumeWorkflow', 'redoWorkflow'] as const) {
      const denied = viewer.api.workflows[call]({ prId, id })
      await assert.rejects(denied, { name: 'ForbiddenError', data: { right: 'WORKFLOW_MANAGE' } })
      await assert.rejects(workflows()[call]({ prId, id: 'nothing' }), { name: 'NotFoundError' })
    }
    await workflows().pauseWorkflow({ prId, id })
    assert.equal((await workflows().cancelWorkflow({ prId, id })).status, 'Cancelled')
  })
})

describe('doing again', () => {
  // workflows-13
  test('keeps the id; all of it, one task with what follows, or what was not completed', async () => {
    const ran: string[] = []
    let fails = true
    const note = (name: string) => async () => {
      ran.push(name)
      if (name === 'second' && fails) throw new Error('not yet')
      return { record: async () => ({ by: name }) }
    }
    const runtime = createWorkflowRuntime(
      kit.service.platform,
      [
        implementWorkflow(chain, {
          first: note('first'),
          second: note('second'),
          third: note('third'),
          side: note('side'),
        }),
      ],
      { pollMs: 50 },
    )
    runtime.start()
    const id = await inTransaction(context(), ctx =>
      startWorkflow(ctx, chain, { productionId: prId, input: {}, mutex: 'a chain' }),
    )
    const failed = await waitFor(id)
    assert.equal(failed.status, 'Error')
    assert.deepEqual(statuses(failed), { first: 'Completed', second: 'Error', third: 'Cancelled', side: 'Completed' })
    const fault = { code: 'Error', message: 'not yet' }
    assert.deepEqual(
      failed.errorReports.map(report => [report.name, report.attempts, report.error]),
      [['second', 2, fault]],
    )
    fails = false
    ran.length = 0
    const again = await workflows().redoWorkflow({ prId, id, body: { redoSingleTask: true } })
    assert.equal(again.id, id)
    const repaired = await waitFor(id)
    assert.equal(repaired.status, 'Completed')
    assert.deepEqual(ran, ['second', 'third'])
    assert.deepEqual([repaired.errorReports, repaired.workflowFailed], [[], undefined])
    ran.length = 0
    await workflows().redoWorkflow({ prId, id, body: { redoSingleTask: 'third' } })
    await waitFor(id)
    assert.deepEqual(ran, ['third'])
    ran.length = 0
    await workflows().redoWorkflow({ prId, id })
    await waitFor(id)
    assert.deepEqual(ran.toSorted(), ['first', 'second', 'side', 'third'])
    const unknown = workflows().redoWorkflow({ prId, id, body: { redoSingleTask: 'fourth' } })
    await assert.rejects(unknown, { name: 'ValidationError' })
    await runtime.stop()
    const other = await inTransaction(context(), ctx =>
      startWorkflow(ctx, chain, { productionId: prId, input: {}, mutex: 'a chain' }),
    )
    // Two of the same object never run side by side.
    await assert.rejects(workflows().redoWorkflow({ prId, id }), { name: 'ConflictError' })
    await assert.rejects(workflows().redoWorkflow({ prId, id: other }), { name: 'ConflictError' })
    await workflows().cancelWorkflow({ prId, id: other })
  })
})

describe('a workflow for later', () => {
  // workflows-15
  test('is Scheduled and does not begin before its time', async () => {
    const later = await beginAlone({ scheduledFor: kit.clock.now() + 60_000 })
    const soon = await beginAlone({ scheduledFor: kit.clock.now() + 30 })
    assert.equal((await get(later)).status, 'Scheduled')
    const stop = work(async () => done)
    assert.equal((await waitFor(soon)).status, 'Completed')
    assert.equal((await get(later)).status, 'Scheduled')
    await workflows().cancelWorkflow({ prId, id: later })
    await stop()
  })
})

describe('a workflow that changes what is searched', () => {
  // workflows-16
  test('is CompletedPending until the index is current', async () => {
    let isCurrent = false
    const stop = work(async () => done, { waitForIndex: async () => isCurrent })
    const id = await beginAlone({ waitForIndex: true })
    const pending = await until(id, 'CompletedPending')
    assert.deepEqual([statuses(pending), pending.workflowCompleted], [{ only: 'Completed' }, undefined])
    isCurrent = true
    assert.equal((await waitFor(id)).status, 'Completed')
    await stop()
  })
})

describe('a task that someone outside completes', () => {
  const post = (address: string, body?: unknown) =>
    fetch(address, {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  // workflows-23, completeByCallback
  test('waits for its callback, which needs no other token and counts once', async () => {
    const opened = Promise.withResolvers<string>()
    const stop = work(async run => {
      opened.resolve(await run.openCallback())
      return { waitMs: 60_000 }
    })
    const id = await beginAlone()
    const address = await opened.promise
    const waiting = await until(id, 'WaitForCallback')
    assert.deepEqual(statuses(waiting), { only: 'WaitForCallback' })
    const wrong = address.replace(/access_token=.*/, 'access_token=rcb_wrong')
    assert.equal((await post(wrong)).status, 401)
    assert.equal((await post(address.replace(/\?.*/, ''))).status, 401)
    assert.equal((await post(address.replace('callback/only', 'callback/other'))).status, 404)
    assert.equal((await post(address, { output: 'text' })).status, 400)
    assert.equal((await post(address, { output: { location: 'https://example.org/result' } })).status, 204)
    const report = await waitFor(id)
    assert.deepEqual([report.status, report.location], ['Completed', 'https://example.org/result'])
    assert.equal((await post(address)).status, 409)
    await stop()
  })

  // workflows-23
  test('may be called back before it begins to wait', async () => {
    const stop = work(async run => {
      assert.equal((await post(await run.openCallback(), { output: { location: 'early' } })).status, 204)
      return { waitMs: 60_000 }
    })
    const report = await waitFor(await beginAlone())
    assert.deepEqual([report.status, report.location], ['Completed', 'early'])
    await stop()
  })

  // workflows-23
  test('is tried again after an error, with a token of its own, and fails when nobody calls in time', async () => {
    const addresses: string[] = []
    const stop = work(
      async run => {
        const address = await run.openCallback()
        addresses.push(address)
        if (run.attempt > 1) return { waitMs: 50 }
        assert.equal((await post(address, { error: { code: 'BUSY', message: 'no room' } })).status, 204)
        return { waitMs: 60_000 }
      },
      { leaseMs: 200 },
    )
    const id = await beginAlone()
    const report = await waitFor(id)
    assert.equal(report.status, 'Error')
    assert.deepEqual(report.errorReports[0]?.error, {
      code: 'CALLBACK_TIMEOUT',
      message: 'No callback was received in time',
    })
    assert.equal(new Set(addresses).size, 2)
    assert.equal((await post(addresses[0]!)).status, 401)
    await stop()
  })
})

describe('parallel work', () => {
  test('is bounded for each kind, and productions take turns', async () => {
    const other = (await kit.createProduction('Waiting behind')).id
    for (let index = 0; index < 6; index++) await beginAlone()
    await beginAlone({ productionId: other })
    const order: number[] = []
    let atWork = 0
    let most = 0
    const all = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const stop = work(async run => {
      const place = order.push(run.productionId)
      most = Math.max(most, ++atWork)
      if (place === 2) second.resolve()
      // Done before another is looked for, it would be of no production that has its turn already.
      if (place === 1) await second.promise
      else await new Promise(resolve => setImmediate(resolve))
      atWork--
      if (order.length === 7) all.resolve()
      return done
    })
    await all.promise
    await stop()
    assert.ok(most <= 2, `${most} at once`)
    assert.ok(order.indexOf(other) <= 1, `the other production came at place ${order.indexOf(other) + 1}`)
  })
})
