import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { sql } from 'kysely'
import { untilLogIsComplete } from '../../../test/events/event-log.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../platform/context.ts'
import { readEvents } from '../../platform/events/log.ts'
import { logStart } from '../../platform/events/position.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

// events-1
test('a production tells what happened in it, in order, from where the reader stopped', async () => {
  const { id } = await kit.createProduction()
  const { user } = await kit.createMember(id, { rights: ['PRODUCTION_VIEW'] })
  await kit.admin.productions.removeParticipant({ prId: id, userId: user.id })
  const all = await kit.admin.events.listProductionEvents({ prId: id })
  assert.deepEqual(
    all.map(event => event.type),
    ['Production.create', 'Team.add', 'Team.remove'],
  )
  assert.equal(all[0]!.actor?.username, 'admin')
  const rest = await kit.admin.events.listProductionEvents({ prId: id, query: { since: all[0]!.id!, limit: 1 } })
  assert.deepEqual(
    rest.map(event => event.id),
    [all[1]!.id],
  )
  const removed = await kit.admin.events.listProductionEvents({ prId: id, query: { type: ['Team.remove'] } })
  assert.equal(removed.length, 1)
})

// events-1, events-3
test('`limit` may be any number, and "the total number of results is in response header X-Pagination-Total-Results"', async () => {
  const { id } = await kit.createProduction()
  for (let n = 0; n < 3; n++) await kit.createMember(id, { rights: ['PRODUCTION_VIEW'] })
  const headers = { authorization: `Bearer ${kit.admin.options.token}` }
  const list = async (path: string) => {
    const response = await fetch(`${kit.url}/${path}`, { headers })
    assert.equal(response.status, 200, await response.clone().text())
    const listed = (await response.json()) as Event[]
    return { ids: listed.map(event => event.id), total: Number(response.headers.get('x-pagination-total-results')) }
  }
  const all = await list(`production/${id}/event?limit=10000000`)
  assert.deepEqual([all.ids.length, all.total], [4, 4])
  const first = await list(`production/${id}/event?limit=1`)
  assert.deepEqual(first, { ids: all.ids.slice(0, 1), total: 4 })
  assert.equal((await list(`production/${id}/event?limit=1&since=${first.ids[0]}`)).total, 3)
  const ofAccount = await list(`account/${kit.accountId}/event?limit=1`)
  assert.ok(ofAccount.total > 1)
})

// events-1
test('a repeated `type` finds events of either, and a `since` that is repeated is refused', async () => {
  const { id } = await kit.createProduction()
  const { user } = await kit.createMember(id, { rights: ['PRODUCTION_VIEW'] })
  await kit.admin.productions.removeParticipant({ prId: id, userId: user.id })
  const query = { type: ['Team.remove' as const, 'Production.create' as const] }
  const found = await kit.admin.events.listProductionEvents({ prId: id, query })
  assert.deepEqual(
    found.map(event => event.type),
    ['Production.create', 'Team.remove'],
  )
  const headers = { authorization: `Bearer ${kit.admin.options.token}` }
  const get = (query: string) => fetch(`${kit.url}/production/${id}/event?${query}`, { headers })
  const refused = await get('since=0&since=1')
  assert.equal(refused.status, 400)
  assert.match(((await refused.json()) as { message: string }).message, /^since is given more than once/)
  assert.equal((await get('since=0&since=0')).status, 200)
})

test('a listing waits for what was committed before, a second at most', async () => {
  const { db } = createServiceContext(kit.service.platform, 'test')
  /** Another transaction that might still emit something. */
  const hold = async () => {
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = db.transaction().execute(async tx => {
      await sql`select pg_current_xact_id()`.execute(tx)
      begun.resolve()
      await release.promise
    })
    await begun.promise
    return () => {
      release.resolve()
      return ended
    }
  }
  const end = await hold()
  const { id } = await kit.createProduction()
  // Without the patience that the clients of tests have.
  const { events } = createClient({ baseUrl: kit.url, token: kit.admin.options.token! })
  const list = async () => (await events.listProductionEvents({ prId: id })).map(({ type }) => type)
  assert.deepEqual(await list(), [], 'it lasts too long')
  const listed = list()
  await delay(200)
  await end()
  assert.deepEqual(await listed, ['Production.create'])
})

// events-2
test('`since` that is no event is malformed', async () => {
  for (const since of ['x', '-1', '999999999', '1.5']) {
    await assert.rejects(kit.admin.events.listAccountEvents({ id: kit.accountId, query: { since } }), {
      name: 'BadRequestError',
    })
  }
})

// events-4
test('a reader sees no event before every earlier transaction has ended, and then misses none', async () => {
  const ctx = createServiceContext(kit.service.platform, 'test')
  const { position } = await readEvents(ctx.db, logStart, { limit: 100_000 })
  const open = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = inTransaction(ctx, async ctx => {
    // This transaction takes its number first and commits last.
    await ctx.db.insertInto('login_failure').values({ key: 'slow', failures: 1, window_start: 0 }).execute()
    written.resolve()
    await open.promise
    ctx.publish({ type: 'Activity', verb: 'slow' })
  })
  await written.promise
  await inTransaction(ctx, async ctx => ctx.publish({ type: 'Activity', verb: 'quick' }))
  assert.deepEqual((await readEvents(ctx.db, position, { limit: 10 })).events, [], 'the quick one is not shown yet')
  open.resolve()
  await slow
  // Transactions of other databases of the server are waited for as well.
  await untilLogIsComplete(ctx.db)
  const { events } = await readEvents(ctx.db, position, { limit: 10 })
  assert.deepEqual(events.map(event => event.verb).sort(), ['quick', 'slow'])
})

// events-4
test('what is rolled back is not announced', async () => {
  const ctx = createServiceContext(kit.service.platform, 'test')
  const { position } = await readEvents(ctx.db, logStart, { limit: 100_000 })
  const failing = inTransaction(ctx, async ctx => {
    ctx.publish({ type: 'Activity', verb: 'never' })
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual((await readEvents(ctx.db, position, { limit: 10 })).events, [])
})
