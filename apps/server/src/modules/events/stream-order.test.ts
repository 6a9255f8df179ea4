import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@rushes/client'
import { openEventStream } from '../../../test/events/event-stream.ts'
import { createRandom } from '../../../test/random.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const random = createRandom('event streams')
const rounds = process.env.RUSHES_LONG ? 20 : 2
const writers = 4
const writes = 30

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** The ids that a stream shows, up to the last one. */
async function follow(api: Client, prId: number, since: string, last: Promise<string>): Promise<string[]> {
  const stream = await openEventStream(api, prId, since)
  const ids: string[] = []
  // An event that nobody misses: the writers have ended before it is written.
  const end = await stream.find(({ id, event }) => {
    ids.push(id)
    return event.name === 'the end'
  })
  assert.equal(end.id, await last)
  stream.leave()
  return ids
}

// events-5
test('streams that join while others write see every event once, in the order of the log', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id: prId } = await kit.createProduction()
    const post = async (name: string) =>
      (
        await kit.admin.events.postAccountEvents({
          id: kit.accountId,
          body: [{ type: 'Activity', productionId: prId, name }],
        })
      )[0]!
    const last = Promise.withResolvers<string>()
    const followers: { since: string; ids: Promise<string[]> }[] = []
    const join = (since: string) => followers.push({ since, ids: follow(kit.admin, prId, since, last.promise) })
    join('0')
    const write = async () => {
      for (let at = 0; at < writes; at++) {
        const { id } = await post(`event ${at}`)
        // Some resume after an event that no reader can see yet.
        if (at % 10 === 5) join(random() < 0.3 ? '0' : id!)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    last.resolve((await post('the end')).id!)
    const seen = await Promise.all(followers.map(({ ids }) => ids))
    const log = (await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })).map(({ id }) => id!)
    for (const [index, { since }] of followers.entries()) {
      assert.deepEqual(seen[index], log.slice(since === '0' ? 0 : log.indexOf(since) + 1), `since ${since}`)
    }
  }
})
