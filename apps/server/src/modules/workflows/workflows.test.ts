import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../platform/context.ts'
import {
  cancelWorkflowsOfMedia,
  createWorkflowRuntime,
  implementWorkflow,
  startWorkflow,
  type TaskRun,
} from './index.ts'
import { single } from './testing/definitions.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Workflows')).id
})
after(() => kit.stop())

const contextOf = (service = kit) => createServiceContext(service.service.platform, 'test')

function begin(request: { label?: string; mediaObjectId?: number } = {}, service = kit, productionId = prId) {
  return inTransaction(contextOf(service), ctx => startWorkflow(ctx, single, { productionId, input: {}, ...request }))
}

/** A worker whose task goes on until it is asked to. */
function startHeldWorker() {
  let finish: () => void = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const run = Promise.withResolvers<TaskRun<{ word?: string }>>()
  const work = implementWorkflow(single, {
    only: async given => {
      run.resolve(given)
      const aborted = once(given.signal, 'abort')
      await Promise.race([finished, aborted])
      given.signal.throwIfAborted()
      return { record: async () => undefined }
    },
  })
  const runtime = createWorkflowRuntime(kit.service.platform, [work])
  runtime.start()
  return { run: run.promise, finish, stop: () => runtime.stop() }
}

/** Server-sent events as they come. */
async function* readEventStream(response: Response): AsyncGenerator<{ id: string; report: WorkflowMinWrapper }> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const id = /^id: (.*)$/m.exec(part)?.[1]
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (id !== undefined && data !== undefined) yield { id, report: JSON.parse(data) as WorkflowMinWrapper }
    }
  }
}

const follow = (id: string, headers: Record<string, string> = {}, alias: 'workflow' | 'workflowReport' = 'workflow') =>
  kit.admin.workflows.followWorkflow({ prId, alias, id, headers })

describe('progress', () => {
  // workflows-7
  test('as JSON waits for the workflow to finish and answers the final report', async () => {
    const worker = startHeldWorker()
    const id = await begin()
    const answer = follow(id)
    await worker.run
    worker.finish()
    const response = await answer
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    const report = (await response.json()) as WorkflowMinWrapper
    assert.deepEqual([report.id, report.workflowId, report.status], [id, id, 'Completed'])
    assert.equal(((await (await follow(id, {}, 'workflowReport')).json()) as WorkflowMinWrapper).status, 'Completed')
    await worker.stop()
  })

  // workflows-8
  test('as server-sent events reports each change and ends with the workflow', async () => {
    const worker = startHeldWorker()
    const id = await begin({ label: 'A long one' })
    const run = await worker.run
    const response = await follow(id, { accept: 'text/event-stream' })
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    const seen: WorkflowMinWrapper[] = []
    let lastId = ''
    for await (const { id: eventId, report } of readEventStream(response)) {
      seen.push(report)
      lastId = eventId
      const percent = report.tasks[0]?.percent
      if (report.status === 'Started' && percent === undefined) run.report(42.7, 'on the way')
      if (percent === 42) worker.finish()
    }
    assert.equal(seen.at(-1)?.status, 'Completed')
    const halfway = seen.find(report => report.tasks[0]?.percent === 42)
    assert.equal(halfway?.tasks[0]?.message, 'on the way')
    assert.deepEqual(
      seen.map(report => report.version),
      seen.map(report => report.version).sort((a, b) => a - b),
    )
    // An event source that comes back after the end is told that there is no more.
    assert.equal((await follow(id, { accept: 'text/event-stream', 'last-event-id': lastId })).status, 204)
    const resumed = await follow(id, { accept: 'text/event-stream', 'last-event-id': '1' })
    const [only] = await Array.fromAsync(readEventStream(resumed))
    assert.equal(only?.report.status, 'Completed')
    await worker.stop()
  })

  // workflows-9
  test('of a workflow that does not exist, or is of another production, is 404; without PRODUCTION_VIEW 403', async () => {
    const other = await kit.createProduction('Another')
    const id = await begin()
    await assert.rejects(follow('no-such-workflow'), { name: 'NotFoundError' })
    const elsewhere = kit.admin.workflows.followWorkflow({ prId: other.id, alias: 'workflow', id })
    await assert.rejects(elsewhere, { name: 'NotFoundError' })
    const { api } = await kit.createMember(prId, { rights: ['LOG_EDIT'] })
    const denied = api.workflows.followWorkflow({ prId, alias: 'workflow', id })
    await assert.rejects(denied, { name: 'ForbiddenError', data: { right: 'PRODUCTION_VIEW' } })
    await kit.admin.workflows.cancelWorkflow({ prId, id })
  })

  test('ends when the service stops, with the report of that moment', async () => {
    const other = await startTestService()
    const { id: productionId } = await other.createProduction('Stopping')
    const id = await begin({}, other, productionId)
    const request = { prId: productionId, alias: 'workflow', id } as const
    const events = await other.admin.workflows.followWorkflow({ ...request, headers: { accept: 'text/event-stream' } })
    const answer = await other.admin.workflows.followWorkflow(request)
    const stream = readEventStream(events)
    await stream.next()
    const begun = performance.now()
    await other.stop()
    assert.ok(performance.now() - begun < 10_000, 'nobody holds up the stop')
    assert.equal(((await answer.json()) as WorkflowMinWrapper).status, 'Inited')
    assert.equal((await stream.next()).done, true)
  })
})

describe('cancelling', () => {
  // workflows-11
  test('a running workflow needs WORKFLOW_MANAGE, stops its task, and cannot be done twice', async () => {
    const worker = startHeldWorker()
    const id = await begin()
    const { signal } = await worker.run
    const viewer = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const denied = viewer.api.workflows.cancelWorkflow({ prId, id })
    await assert.rejects(denied, { name: 'ForbiddenError', data: { right: 'WORKFLOW_MANAGE' } })
    const aborted = once(signal, 'abort')
    const report = await kit.admin.workflows.cancelWorkflow({ prId, id })
    assert.deepEqual([report.status, report.tasks[0]?.status], ['Cancelled', 'Cancelled'])
    await aborted
    await assert.rejects(kit.admin.workflows.cancelWorkflow({ prId, id }), { name: 'ConflictError' })
    await worker.stop()
    assert.equal((await kit.admin.workflows.getWorkflow({ prId, id })).status, 'Cancelled')
  })

  // workflows-14
  test('goes with the clip that it works on, when that transaction commits', async () => {
    const worker = startHeldWorker()
    const id = await begin({ mediaObjectId: 4711 })
    const { signal } = await worker.run
    const aborted = once(signal, 'abort')
    await inTransaction(contextOf(), ctx => cancelWorkflowsOfMedia(ctx, 4711))
    await aborted
    assert.equal((await kit.admin.workflows.getWorkflow({ prId, id })).status, 'Cancelled')
    await worker.stop()
  })
})

describe('the list of workflows', () => {
  // http-43, workflows-3
  test('is newest first, filtered by fq, sorted, in pages', async () => {
    const { id: production } = await kit.createProduction('Listing')
    const ids: string[] = []
    for (const [label, mediaObjectId] of [
      ['Alpha 100%', 1],
      ['Beta', 2],
      ['Alpha 2', 2],
    ] as const) {
      ids.push(await begin({ label, mediaObjectId }, kit, production))
      kit.clock.advance(1000)
    }
    await kit.admin.workflows.cancelWorkflow({ prId: production, id: ids[1]! })
    const list = async (query: { fq?: string[]; sort?: string; rows?: number; start?: number } = {}) => {
      const page = await kit.admin.workflows.listWorkflows({ prId: production, query })
      return { labels: page.items.map(item => item.label), total: page.total, offset: page.offset }
    }
    assert.deepEqual(await list(), { labels: ['Alpha 2', 'Beta', 'Alpha 100%'], total: 3, offset: 0 })
    assert.deepEqual(await list({ rows: 1, start: 1 }), { labels: ['Beta'], total: 3, offset: 1 })
    const filters: [string[], string[]][] = [
      [['status:Cancelled'], ['Beta']],
      [['-status:Cancelled'], ['Alpha 2', 'Alpha 100%']],
      [['mediaObjectId:2', 'status:(Inited OR Started)'], ['Alpha 2']],
      [['label:Alpha*'], ['Alpha 2', 'Alpha 100%']],
      [['label:"Alpha 2"'], ['Alpha 2']],
      [['label:*100%'], ['Alpha 100%']],
      [['mediaObjectId:[2 TO *]'], ['Alpha 2', 'Beta']],
      [['completed:*'], ['Beta']],
      [['type:single', `id:${ids[0]}`], ['Alpha 100%']],
      [['created:[NOW-1DAY TO NOW+1DAY]'], ['Alpha 2', 'Beta', 'Alpha 100%']],
      [['type:nothing'], []],
    ]
    for (const [fq, labels] of filters) assert.deepEqual((await list({ fq })).labels, labels, fq.join(' '))
    assert.deepEqual((await list({ sort: 'label asc' })).labels, ['Alpha 100%', 'Alpha 2', 'Beta'])
    for (const query of [{ fq: ['password:x'] }, { sort: 'password asc' }, { fq: ['mediaObjectId:many'] }]) {
      await assert.rejects(list(query), { name: 'BadRequestError' }, JSON.stringify(query))
    }
    const viewer = await kit.createMember(production, { rights: ['LOG_EDIT'] })
    await assert.rejects(viewer.api.workflows.listWorkflows({ prId: production }), { name: 'ForbiddenError' })
  })

  // workflows-4
  test('and the single report carry what the interface names', async () => {
    const id = await begin({ label: 'One', mediaObjectId: 5 })
    const report = await kit.admin.workflows.getWorkflow({ prId, id })
    assert.equal(report.href, `${kit.url}/production/${prId}/workflow/${id}`)
    assert.equal(report.hrefs.progress, `${report.href}/progress`)
    const headers = { authorization: `Bearer ${kit.admin.options.token}` }
    const alias = await fetch(`${kit.url}/production/${prId}/workflowReport/${id}`, { headers })
    assert.equal(((await alias.json()) as WorkflowMinWrapper).id, id)
    assert.deepEqual([report.productionId, report.mediaObjectId, report.objectType], [prId, 5, 'WorkflowReport'])
    assert.deepEqual([report.errorReports, report.publishedFiles], [[], []])
    assert.equal(report.taskReports[0]?.objectType, 'TaskReport')
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await kit.admin.workflows.cancelWorkflow({ prId, id })
  })
})
