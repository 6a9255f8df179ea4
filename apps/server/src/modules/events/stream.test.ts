import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { Event, EventCreation } from '@rushes/contract'
import { openEventStream } from '../../../test/events/event-stream.ts'
import { refusal } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const open = (api: Client, lastEventId?: string) => openEventStream(api, prId, lastEventId)

const change = (value: string) => kit.admin.productions.updateSetting({ prId, key: 'defaultLanguage', body: value })

describe('the event stream of a production', () => {
  // events-5
  test('tells what happens from now on, each event once', async () => {
    const stream = await open(kit.admin)
    await change('nl')
    // It may also receive what has just happened.
    const first = await stream.find(({ type }) => type === 'Production.update')
    assert.equal(first.event.productionId, prId)
    assert.equal(first.id, first.event.id)
    await change('fr')
    const second = await stream.next()
    assert.ok(Number(second?.id) > Number(first.id))
    stream.leave()
  })

  // events-5
  test('goes on behind the `Last-Event-ID`, and misses nothing meanwhile', async () => {
    const all = await kit.admin.events.listProductionEvents({ prId })
    const stream = await open(kit.admin, all[0]!.id)
    for (const known of all.slice(1)) assert.deepEqual((await stream.next())?.event, known)
    await change('de')
    assert.equal((await stream.next())?.event.type, 'Production.update')
    stream.leave()
    const refused = await fetch(`${kit.url}/production/${prId}/event/stream`, {
      headers: { authorization: `Bearer ${kit.admin.options.token}`, 'last-event-id': 'nonsense' },
    })
    assert.equal(refused.status, 400)
  })

  // events-5
  test('tells first where it begins, so that one that is cut at once is taken up at the same place', async () => {
    const { id } = await kit.createProduction()
    const known = (await kit.admin.events.listProductionEvents({ prId: id })).map(event => event.id!)
    const begin = async (headers: Record<string, string>) => {
      const leaving = new AbortController()
      const response = await fetch(`${kit.url}/production/${id}/event/stream`, {
        headers: { authorization: `Bearer ${kit.admin.options.token}`, ...headers },
        signal: leaving.signal,
      })
      let text = ''
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (/^id: .*\n\n/m.test(text)) break
      }
      leaving.abort()
      return /^id: (.*)$/m.exec(text)?.[1]
    }
    assert.equal(await begin({ 'last-event-id': known[0]! }), known[0])
    assert.equal(await begin({ 'last-event-id': '0' }), '0')
    assert.ok(known.includes((await begin({}))!), 'now')
  })

  // events-6
  test('ends when the right does', async () => {
    const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const all = await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })
    const stream = await open(api, all.at(-1)!.id)
    await kit.admin.productions.removeParticipant({ prId, userId: user.id })
    await assert.rejects(async () => {
      while (await stream.next());
    })
    await assert.rejects(api.events.listProductionEvents({ prId }), refusal(403, 'PRODUCTION_VIEW'))
  })
})

describe('"POST `/account/{id}/event`"', () => {
  // events-8
  test('answers "the posted events, each with an assigned `id`", and takes them into the log in their order', async () => {
    const body: EventCreation[] = [
      { type: 'Activity', verb: 'Product.update', object: { product: { title: 'A series' } } },
      { type: 'Transfer.complete', productionId: prId, actor: { objectType: 'System', name: 'mover' } },
      {
        id: '1',
        type: 'Notification',
        created: 5,
        requestId: 'theirs',
        href: 'https://mover.test/7',
        message: 'as it came',
      },
    ]
    const posted = await kit.admin.events.postAccountEvents({ id: kit.accountId, body })
    assert.deepEqual(
      posted.map(({ type, verb, message, accountId }) => ({ type, verb, message, accountId })),
      body.map(({ type, verb, message }) => ({ type, verb, message, accountId: kit.accountId })),
    )
    const ids = posted.map(({ id }) => Number(id))
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    )
    assert.ok(ids[0]! > 1 && posted[0]!.created! > 5)
    const stored = (events: readonly Event[]) =>
      events.map(({ created, requestId, href }) => [created, requestId, href])
    assert.deepEqual(stored(posted.slice(2)), [[5, 'theirs', 'https://mover.test/7']])
    assert.equal(posted[0]!.actor?.username, 'admin')
    assert.deepEqual(posted[1]!.actor, { objectType: 'System', name: 'mover' })
    const listed = await kit.admin.events.listAccountEvents({ id: kit.accountId, query: { limit: 1000 } })
    const wasPosted = (id: string | undefined) => posted.some(event => event.id === id)
    assert.deepEqual(
      listed.map(({ id }) => id).filter(wasPosted),
      posted.map(({ id }) => id),
    )
    assert.deepEqual(stored(listed.filter(({ id }) => id === posted[2]!.id)), stored(posted.slice(2)))
    const inProduction = await kit.admin.events.listProductionEvents({ prId, query: { type: ['Transfer.complete'] } })
    assert.equal(inProduction.length, 1)
  })

  // events-9
  test('"All optional: … type": an event without a type is an Activity', async () => {
    const body = [{ verb: 'Reel.scanned' }]
    const [posted] = await kit.admin.events.postAccountEvents({ id: kit.accountId, body })
    assert.deepEqual([posted!.type, posted!.verb], ['Activity', 'Reel.scanned'])
  })

  // events-8
  test('takes all or none, and needs ACCOUNT_MANAGE', async () => {
    const post = (body: EventCreation[]) => kit.admin.events.postAccountEvents({ id: kit.accountId, body })
    const other = 999_999_999
    await assert.rejects(
      post([
        { type: 'Activity', name: 'lost' },
        { type: 'Activity', productionId: other },
      ]),
      refusal(422, '/1/productionId'),
    )
    const listed = await kit.admin.events.listAccountEvents({ id: kit.accountId, query: { limit: 1000 } })
    assert.equal(
      listed.some(({ name }) => name === 'lost'),
      false,
    )
    assert.deepEqual(await post([]), [])
    await assert.rejects(post([{ type: 'Nonsense' as never }]), refusal(400))
    const { api } = await kit.createUser()
    await assert.rejects(api.events.postAccountEvents({ id: kit.accountId, body: [] }), refusal(403, 'ACCOUNT_MANAGE'))
  })
})
