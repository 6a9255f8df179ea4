import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { modules } from '../../../modules.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { collectSources, rebuildIndex } from '../../search/index.ts'
import { createWorkflowRuntime, implementWorkflow, PermanentError, startWorkflow, waitForWorkflow } from '../index.ts'
import { diamond } from '../testing/definitions.ts'
import { runDocuments } from './documents.ts'

let kit: TestService
let prId: number
let workflowId: string
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Runs')).id
  const done = async () => ({ record: async () => undefined })
  const work = implementWorkflow(diamond, {
    first: done,
    left: done,
    right: async () => {
      throw new PermanentError('DAMAGED', 'The tape is torn')
    },
    last: done,
  })
  const ctx = createServiceContext(kit.service.platform, 'test')
  const runtime = createWorkflowRuntime(kit.service.platform, [work])
  runtime.start()
  workflowId = await inTransaction(ctx, ctx =>
    startWorkflow(ctx, diamond, { productionId: prId, label: 'Repair', input: { word: 'x' } }),
  )
  await waitForWorkflow(ctx, workflowId, AbortSignal.timeout(20_000))
  await runtime.stop()
})
after(() => kit.stop())

const find = async (query: Record<string, unknown>) =>
  (await kit.admin.workflows.searchRuns({ query: { rows: 1000, ...query } })).results

// workflows-6
test('GET /flow/debug/search finds workflows by what became of them', async () => {
  const [run, ...others] = await find({ q: 'torn', fq: ['objectType:WorkflowReport', `productionId:${prId}`] })
  assert.deepEqual(others, [])
  assert.equal(run!.workflowId, workflowId)
  assert.equal(run!.definition, 'diamond')
  assert.equal(run!.status, 'Error')
  assert.equal(run!.label, 'Repair')
  assert.deepEqual(run!.failedTask, ['right'])
  assert.deepEqual(run!.errorCode, ['DAMAGED'])
  assert.ok(Number(run!.workflowFailed) >= Number(run!.workflowStarted))
  assert.equal((run!.host as string[]).length, 1)
})

// workflows-6
test('finds tasks by definition, status, attempts, times, errors', async () => {
  const tasks = await find({ fq: ['objectType:TaskReport', `workflowId:${workflowId}`], sort: 'name asc' })
  assert.deepEqual(
    tasks.map(({ name, status, attempts }) => [name, status, attempts]),
    [
      ['first', 'Completed', 1],
      ['last', 'Cancelled', 0],
      ['left', 'Completed', 1],
      ['right', 'Error', 1],
    ],
  )
  const [failed] = await find({ q: 'errorCode:DAMAGED AND objectType:TaskReport' })
  assert.equal(failed!.message, 'The tape is torn')
  assert.equal(
    (await find({ q: `definition:diamond AND attempts:[1 TO *] AND taskStarted:[NOW-1HOUR TO NOW+1HOUR]` })).length,
    3,
  )
})

test('documents of workflows are derived: written again, they are the same', async () => {
  const { database, clock, log } = kit.service.platform
  const all = () => find({ sort: 'id asc' })
  const first = await all()
  const documents = await runDocuments.read(
    database,
    first.map(({ id }) => Number(id)),
  )
  assert.equal(documents.length, first.length)
  await database.deleteFrom('search_document').where('kind', '=', 'workflow').execute()
  await rebuildIndex({ database, clock, log, sources: collectSources(modules) }, () => {})
  assert.deepEqual(await all(), first)
})

// workflows-6
test('shows nothing but workflows and tasks, and needs DEVOPS', async () => {
  const list = await kit.admin.workflows.searchRuns({
    query: { q: '*:* OR objectType:*', rows: 1000, 'facet.field': ['objectType', 'object.id'], 'facet.mincount': 0 },
  })
  assert.deepEqual(
    list.facetFields.map(({ values }) => values.map(({ name }) => name)),
    [['TaskReport', 'WorkflowReport'], []],
  )
  const { api } = await kit.createMember(prId, { roles: ['Production Administrator'] })
  await assert.rejects(api.workflows.searchRuns({}), { name: 'ForbiddenError', data: { right: 'DEVOPS' } })
})

// workflows-3
test('GET /production/{prId}/workflow takes `fq` in the full syntax', async () => {
  const list = async (...fq: string[]) =>
    (await kit.admin.workflows.listWorkflows({ prId, query: { fq } })).items.map(({ id }) => id)
  assert.deepEqual(await list('(status:Error OR status:Cancelled) AND name:dia*', '-label:"Something else"'), [
    workflowId,
  ])
  assert.deepEqual(await list('created:[NOW-1HOUR TO NOW+1HOUR]', 'workflowFailed:*', 'label:R?pair'), [workflowId])
  assert.deepEqual(await list('+status:(Completed Started) -name:ingest'), [])
  assert.deepEqual(await list(`productionId:${prId} AND NOT funnel:diamond`), [])
  await assert.rejects(list('status:(Error'), { name: 'BadRequestError' })
})
