import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { AnnotationBulkRequest, TaskResult, WorkflowMinWrapper } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { attachAnnotations, listAttached } from '../index.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
beforeEach(async () => {
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

type Action = Omit<AnnotationBulkRequest['actions'][number], 'action'>

/** Starts a bulk workflow and waits for its end. */
async function run(actions: Action[], more: Partial<AnnotationBulkRequest> = {}, api: Client = kit.admin) {
  const started = await api.annotations.startBulkWorkflow({
    prId,
    body: { ...more, actions: actions.map(action => ({ action: 'DELETE' as const, ...action })) },
  })
  const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id: started.workflowId })
  const report: WorkflowMinWrapper = JSON.parse(await response.text())
  assert.equal(report.id, started.workflowId)
  return { report, results: report.taskReports[0]?.results ?? [] }
}

const create = (type: 'clip' | 'comment', body = {}, place = { prId, moId }) =>
  kit.admin.annotations.createClipAnnotation({ ...place, type, body })

async function exists(anId: number): Promise<boolean> {
  const outcome = await kit.admin.annotations.getAnnotation({ prId, anId }).catch((error: Error) => error.name)
  if (typeof outcome === 'string') assert.equal(outcome, 'NotFoundError')
  return typeof outcome === 'object'
}

let lastCollection = 2_000_000_000
async function attach(...ids: number[]): Promise<number> {
  const collection = ++lastCollection
  const ctx = createServiceContext(kit.service.platform, 'test')
  await inTransaction(ctx, ctx => attachAnnotations(ctx, prId, collection, ids))
  return collection
}

const inShort = (results: readonly TaskResult[]) => results.map(({ id, status, error }) => [id, error?.type ?? status])

describe('a bulk workflow', () => {
  // annotations-23
  test('"runs as a workflow whose `workflowId` is returned", with the label that was given', async () => {
    const { id } = await create('comment')
    const { report, results } = await run([{ ids: [id] }], { workflowLabel: 'Spring cleaning', parameters: { a: 1 } })
    assert.deepEqual([report.status, report.label, report.type], ['Completed', 'Spring cleaning', 'annotationBulk'])
    assert.deepEqual(results, [{ id, action: 'DELETE', status: 'Completed' }])
    assert.equal(await exists(id), false)
  })

  // annotations-24
  test('reports for each what became of it: one that fails keeps no other from being deleted', async () => {
    const first = await create('comment')
    const attached = await create('clip', { start: 0, end: 5 })
    const last = await create('comment')
    const collection = await attach(attached.id)
    const { report, results } = await run([{ ids: [first.id, attached.id, 999_999_999, last.id] }])
    assert.equal(report.status, 'Completed')
    assert.deepEqual(inShort(results), [
      [first.id, 'Completed'],
      [attached.id, 'ConflictError'],
      [999_999_999, 'NotFoundError'],
      [last.id, 'Completed'],
    ])
    assert.deepEqual(results[1]?.error?.data, { editorialObjectIds: [collection] })
    assert.deepEqual(
      report.errorReports.map(({ name, status }) => [name, status]),
      [['delete', 'Completed']],
      '"failed workflows appear in `errorReports` and `taskReports`": so do refused deletions',
    )
    assert.deepEqual([await exists(first.id), await exists(attached.id), await exists(last.id)], [false, true, false])
  })

  // errors-26, annotations-24
  test('fails when every deletion was refused, with the reason of each', async () => {
    const { id } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LOG_EDIT'] })
    const { report, results } = await run([{ ids: [id, 999_999_999] }], {}, api)
    assert.equal(report.status, 'Error')
    assert.deepEqual(
      report.errorReports.map(({ name, status, error }) => [name, status, error?.code]),
      [['delete', 'Error', 'ALL_REFUSED']],
    )
    assert.deepEqual(inShort(results), [
      [id, 'ForbiddenError'],
      [999_999_999, 'NotFoundError'],
    ])
  })

  for (const option of ['detachAssemble', 'deleteAssemble', 'detachStoryPart'] as const) {
    // annotations-25
    test(`takes off a collection with ${option}, for the action that says so`, async () => {
      const [one, other] = [await create('clip', { start: 0, end: 5 }), await create('clip', { start: 0, end: 5 })]
      const collection = await attach(one.id, other.id)
      const { results } = await run([{ ids: [one.id], options: { [option]: true } }, { ids: [other.id] }])
      assert.deepEqual(inShort(results), [
        [one.id, 'Completed'],
        [other.id, 'ConflictError'],
      ])
      const { items } = await listAttached(kit.service.platform.database, [collection], { offset: 0, limit: 10 })
      assert.deepEqual(
        items.map(({ row }) => row.id),
        [other.id],
      )
    })
  }

  test('counts what goes with another as deleted: replies, and the parts of a clip', async () => {
    const root = await create('comment')
    const reply = await create('comment', { relatedToId: root.id })
    const other = await createClip(kit, prId)
    const part = await create('clip', { start: 0, end: 5 }, { prId, moId: other })
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: other })
    // The unknown one makes each go on its own.
    const { results } = await run([{ ids: [root.id, moa.id, 999_999_999, reply.id, part.id, root.id] }])
    assert.deepEqual(inShort(results), [
      [root.id, 'Completed'],
      [moa.id, 'Completed'],
      [999_999_999, 'NotFoundError'],
      [reply.id, 'Completed'],
      [part.id, 'Completed'],
    ])
    await assert.rejects(kit.admin.media.getMediaObject({ prId, id: other }), { name: 'NotFoundError' })
  })

  // annotations-26
  test('with `waitForIndex` "finishes only when the index is current"', async () => {
    const comments = await Promise.all(Array.from({ length: 30 }, () => create('comment')))
    await run([{ ids: comments.map(({ id }) => id) }], { waitForIndex: true })
    const { rows } = await kit.service.platform.database
      .selectFrom('search_document')
      .select(eb => eb.fn.countAll<number>().as('rows'))
      .where('production_id', '=', prId)
      .where(
        'id',
        'in',
        comments.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    assert.equal(Number(rows), 0)
  })

  // annotations-27
  test('deletes with the rights of its requester, of each annotation what it needs', async () => {
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
    const own = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: {} })
    const foreign = await create('comment')
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    const { results } = await run([{ ids: [own.id, foreign.id, moa.id] }], {}, api)
    assert.deepEqual(inShort(results), [
      [own.id, 'Completed'],
      [foreign.id, 'ForbiddenError'],
      [moa.id, 'ForbiddenError'],
    ])
    assert.deepEqual(results[1]?.error?.data, { right: 'REVIEW_EDIT_ALL' })
  })

  // annotations-27
  test('knows no annotation of another production', async () => {
    const { id: otherPrId } = await kit.createProduction()
    const elsewhere = { prId: otherPrId, moId: await createClip(kit, otherPrId) }
    const { id } = await create('comment', {}, elsewhere)
    const { results } = await run([{ ids: [id] }])
    assert.deepEqual(inShort(results), [[id, 'NotFoundError']])
    assert.equal((await kit.admin.annotations.getAnnotation({ prId: otherPrId, anId: id })).id, id)
  })

  // annotations-22
  test('has nothing to do without actions, and refuses what is no list of deletions', async () => {
    assert.deepEqual((await run([])).results, [])
    const send = async (body: unknown) => {
      const response = await fetch(`${kit.url}/production/${prId}/an/bulk_workflow`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${kit.admin.options.token}` },
        body: JSON.stringify(body),
      })
      return response.status
    }
    assert.equal(await send({}), 400)
    assert.equal(await send({ actions: [{ action: 'EXPLODE', ids: [1] }] }), 400)
    assert.equal(await send({ actions: [{ action: 'DELETE', ids: ['1'] }] }), 400)
    assert.equal(await send({ actions: [{ action: 'DELETE', ids: [1], options: { nonsense: true } }] }), 400)
    assert.equal(await send({ actions: [], waitForIndex: 'yes' }), 400)
    const many = Array.from({ length: 50_001 }, (_, index) => index)
    const twice = [1, 2].map(() => ({ action: 'DELETE', ids: many }))
    assert.equal(await send({ actions: twice }), 400)
  })

  // annotations-27
  test('needs a right to change annotations', async () => {
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(run([], {}, api), { name: 'ForbiddenError' })
  })
})
