import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { sql } from 'kysely'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'
import { countBulkItems } from './bulk-store.ts'

let service: KillableService
before(async () => {
  service = await openKillable()
})
after(() => service.stop())

/** Inserts this many comments of a clip straight into the database. */
async function seed(prId: number, moId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into annotation (created, created_by, modified_by, last_updated, production_id, media_object_id,
      object_type, funnel, start_frame, end_frame)
    select 0, 'REST', 'test', 0, ${prId}::bigint, ${moId}::bigint, 'ClipAnnotation', 'ReviewComment', n, n + 1
    from generate_series(0, ${count}::int - 1) as n returning id`.execute(service.database.db)
  return rows.map(row => row.id)
}

/** Resolves once some of it is done; fails when all of it was done before anybody could look. */
async function untilUnderWay(workflowId: string): Promise<void> {
  await until('some of it is done', async () => {
    const { all, settled } = await countBulkItems(service.database.db, workflowId)
    assert.ok(settled < all, 'too fast to be killed')
    return settled > 0
  })
}

test('a service that is killed amid a bulk workflow goes on with it, and each item has one outcome', {
  timeout: 120_000,
}, async () => {
  let api = await service.start()
  const { prId } = await createOwnProduction(api)
  const created = await api.uploads.createMediaObjects({ prId, body: { name: 'A placeholder' } })
  const { mediaObjectId: moId } = Array.isArray(created) ? created[0]! : created
  const ids = await seed(prId, moId!, 6000)
  const unknown = 999_999_999
  const { workflowId } = await api.annotations.startBulkWorkflow({
    prId,
    body: { actions: [{ action: 'DELETE', ids: [...ids, unknown] }] },
  })
  await untilUnderWay(workflowId)
  await service.kill()
  const { all, settled } = await countBulkItems(service.database.db, workflowId)
  assert.ok(settled < all, 'killed in the middle')
  const left = await service.database.db
    .selectFrom('annotation')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('funnel', '=', 'ReviewComment')
    .executeTakeFirstOrThrow()
  assert.equal(Number(left.count), ids.length - settled, 'what is noted as done is done, and nothing else')

  api = await service.start()
  const response = await api.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
  const report: WorkflowMinWrapper = JSON.parse(await response.text())
  const [task] = report.taskReports
  // A lost worker uses up no attempt.
  assert.deepEqual([report.status, task?.attempts], ['Completed', 1])
  const results = task?.results ?? []
  assert.deepEqual(
    results.map(({ id }) => id),
    [...ids, unknown],
  )
  const refused = results.filter(({ status }) => status === 'Error')
  assert.deepEqual(
    refused.map(({ id, error }) => [id, error?.type]),
    [[unknown, 'NotFoundError']],
  )
  const { rows: events } = await sql<{ count: string }>`
    select count(*) from event where body ->> 'verb' = 'Annotation.delete'`.execute(service.database.db)
  assert.equal(Number(events[0]?.count), ids.length, 'each deletion is reported once')
})
