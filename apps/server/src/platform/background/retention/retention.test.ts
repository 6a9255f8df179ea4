import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { JsonPatch } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { sql } from 'kysely'
import { byExtent } from '../../../../test/extent.ts'
import { type MailReceiver, startMailReceiver } from '../../../../test/peers/mail-receiver.ts'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { refusal } from '../../../../test/refusal.ts'
import * as scene from '../../../../test/scene/subtitles.ts'
import { adminPassword, startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { retained } from '../../../app.ts'
import { parseRetention, recordKinds } from './periods.ts'
import { applyRetention, collectRetained, previewRetention } from './retention.ts'

const dayMs = 24 * 3_600_000
const everyDay = 'events=1,audit=1,workflows=1,webhookDeliveries=1,outbox=1,notifications=1,exports=1,timings=1'
let kit: TestService
let receiver: Receiver
let post: MailReceiver
let prId: number
let moId: number
let userId: number
before(async () => {
  receiver = await startReceiver()
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_RETENTION: everyDay,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@house.example>',
  })
  prId = await scene.createProduction(kit)
  moId = await scene.createClip(kit, prId, RATE_25, 1000)
  const subtitles = await scene.subtitlesOf(kit, prId, { clip: { moId } })
  await subtitles.get()
  await subtitles.add(scene.entry(100, 150, 'First'))
  userId = (await kit.createMember(prId, { roles: ['Production Member'] })).user.id
  await kit.admin.webhooks.createWebhook({ id: kit.accountId, body: { url: receiver.url } })
})
after(async () => {
  await kit.stop()
  await Promise.all([receiver.stop(), post.stop()])
})

async function login(): Promise<Client> {
  const { token } = await kit.client().authentication.login({ body: { username: 'admin', password: adminPassword } })
  return kit.client(token)
}

/** A comment that mentions somebody, a clip, a share with a visitor, an export: made, and deleted where it can be. */
async function workForADay(): Promise<Client> {
  const api = await login()
  const wrong = kit.client().authentication.login({ body: { username: 'admin', password: 'wrong' } })
  await assert.rejects(wrong, refusal(401))
  const collection = await api.collections.createCollection({ prId, body: { title: 'Review' } })
  const clip = await createClip(api, prId, { name: 'A clip', attachToEoId: collection.id })
  const body = { permissions: ['REVIEW' as const], callbackURL: receiver.url }
  const share = await api.sharing.createShare({ prId, id: collection.id, body })
  const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
  const person = { username: 'ann', email: 'ann@example.org' }
  const visitor = kit.client((await kit.client(token).sharing.identify({ prId, body: person })).token)
  await visitor.media.getMediaObject({ prId, id: clip.mediaObjectId! })
  const comment = { funnel: 'ReviewComment', description: 'see this', mentionIds: [userId], start: 0, end: 1 }
  await visitor.annotations.createClipAnnotation({ prId, moId: clip.mediaObjectId!, type: 'comment', body: comment })
  await until('the mention is noted', async () => (await count('mention')) > 0)
  const place = { prId, moId, language: 'en', presetId: scene.presetId }
  const { workflowId } = await api.subtitles.exportSubtitle({ ...place, body: {} })
  await until('the export is done', async () => {
    return (await api.workflows.getWorkflow({ prId, id: workflowId! })).status === 'Completed'
  })
  await api.sharing.deleteShare({ prId, id: share.id })
  await api.media.deleteMediaObject({ prId, id: clip.mediaObjectId! })
  await api.collections.deleteCollection({ prId, id: collection.id })
  await kit.service.platform.services.timings.flush()
  return api
}

async function count(from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(
    kit.service.platform.database,
  )
  return Number(rows[0]!.count)
}

/** Rows of every table, once nothing is under way any more. */
async function countRows(): Promise<Record<string, number>> {
  const { platform } = kit.service
  platform.signals.emit('outbox')
  const pending = ['webhook_delivery', 'outbox'].map(table => `${table} where status = 'PENDING'`)
  const old = `e.created < ${platform.clock.now() - dayMs}`
  const unread = `event_follower f, event e where ${old} and (f.transaction, f.event_id) < (e.transaction, e.id)`
  const unlisted = 'webhook w, event e where (w.transaction, w.event_id) < (e.transaction, e.id)'
  await until('nothing is under way', async () => {
    return (await Promise.all([...pending, unread, unlisted].map(count))).every(rows => rows === 0)
  })
  await applyRetention(platform, retained)
  await until('the index is written', async () => (await count('search_change')) === 0)
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    platform.database,
  )
  // The dictionaries of the search, whose numbers stay until a rebuild, and its list of removals by the database's clock.
  const counted = rows.filter(({ name }) => !/^search_(removal|slot|value|word)$/.test(name))
  return Object.fromEntries(await Promise.all(counted.map(async ({ name }) => [name, await count(name)])))
}

test('with a retention of a day, no table has more rows later than at day 2', { timeout: 120_000 }, async () => {
  // A login is stored for a week after it has expired.
  for (let day = 0; day < 8; day++) {
    await login()
    kit.clock.advance(dayMs)
  }
  const lastDay = byExtent(3, 7)
  let second: Record<string, number> = {}
  for (let day = 1; day <= lastDay; day++) {
    await workForADay()
    const rows = await countRows()
    if (day === 2) second = rows
    if (day === lastDay) assert.deepEqual(rows, second)
    kit.clock.advance(dayMs + 60_000)
  }
  assert.ok(second.event! > 10 && second.audit! > 2 && second.workflow === 1, JSON.stringify(second))
})

test('deletes what is due alone, and says beforehand what that is', async () => {
  const { platform } = kit.service
  const { database, clock } = platform
  const preview = async (setting: string) =>
    new Map(
      (await previewRetention(database, retained, parseRetention(setting), clock.now())).map(of => [of.records, of]),
    )
  const audit = { created: clock.now() - 10 * dayMs, action: 'login' as const, succeeded: true, request_id: 'r' }
  const record = { ...audit, actor: '{}', detail: '{}' }
  await database
    .insertInto('audit')
    .values([record, { ...record, created: clock.now() - 25 * dayMs }])
    .execute()
  const [defaults, month, shorter] = [await preview(''), await preview('audit=30'), await preview('audit=20')]
  assert.deepEqual(
    [defaults.get('audit')!.days, defaults.get('audit')!.due, defaults.get('audit')!.dueInAWeek],
    [undefined, 0, 0],
  )
  assert.deepEqual([month.get('audit')!.due, month.get('audit')!.dueInAWeek], [0, 1])
  assert.deepEqual([shorter.get('audit')!.due, shorter.get('audit')!.dueInAWeek], [1, 1])
  const before = await count('audit')
  const config = { ...platform.config, retention: parseRetention('audit=20') }
  await applyRetention({ ...platform, config }, retained)
  assert.equal(await count('audit'), before - 1)
  await assert.rejects(database.deleteFrom('audit').execute(), /only added to/)
})

test('rows with one key are deleted together, and all that are due in one turn, however many', async () => {
  const { database } = kit.service.platform
  // Three of each comment: a statement takes a few more than a thousand.
  await sql`insert into mention select -(n / 3), n, 1 from generate_series(3, 1505) as n`.execute(database)
  await applyRetention(kit.service.platform, retained)
  assert.equal(await count('mention where annotation_id < 0'), 0)
})

// events-2
test('an event stays that a webhook is still to be sent, and the last one of a production', async () => {
  const { platform } = kit.service
  receiver.answer = response => response.writeHead(500).end()
  const api = await login()
  const { id } = await api.productions.createProduction({ body: { accountId: kit.accountId, name: 'Quiet' } })
  const list = async () => (await (await login()).events.listProductionEvents({ prId: id })).map(({ type }) => type)
  const describe: JsonPatch = [{ op: 'add', path: '/description', value: 'Quiet' }]
  await api.productions.patchProduction({ prId: id, body: describe })
  await until(
    'the target has failed',
    async () => (await count('webhook_delivery where attempts > 0 and completed is null')) > 0,
  )
  kit.clock.advance(dayMs + 60_000)
  await applyRetention(platform, retained)
  assert.deepEqual(await list(), ['Production.create', 'Production.update'])
  receiver.answer = response => response.writeHead(204).end()
  await until('all is sent', async () => {
    // What was tried once more meanwhile waits for its next turn.
    kit.clock.advance(150_000)
    platform.signals.emit('webhooks')
    return (await count(`webhook_delivery where status = 'PENDING'`)) === 0
  })
  await login().then(api => api.productions.patchProduction({ prId: id, body: describe }))
  await until('what is old is deleted', async () => {
    await applyRetention(platform, retained)
    return (await list()).join() === 'Production.update'
  })
})

test('RUSHES_RETENTION refuses what it does not know, and every kind of records has its rows', () => {
  assert.equal(parseRetention(' events=90, audit=365 ').events, 90)
  assert.equal(parseRetention('events=90').webhookDeliveries, recordKinds.webhookDeliveries.days)
  for (const bad of [
    'events',
    'events=0',
    'events=forever',
    'events=99999',
    'sessions=1',
    'clips=3',
    'events=1,events=2',
  ]) {
    assert.throws(() => parseRetention(bad), Error, bad)
  }
  assert.throws(() => collectRetained([], []), /events: described 0 times/)
  assert.throws(() => collectRetained([], [...retained, retained[0]!]), /events: described 2 times/)
})
