import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import type { EventCreation } from '@rushes/contract'
import { createRandom } from '../../../test/random.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../test/service-process.ts'
import { until } from '../../../test/until.ts'

const random = createRandom('event readers')
let service: KillableService
before(async () => {
  service = await openKillable()
})
after(() => service.stop())

const kills = 3
const writers = 3
const batch = 7

/** Goes on until the end is reached, whatever the service does in between, or the test is over. */
async function persist<T>(signal: AbortSignal, isOver: () => boolean, step: () => Promise<T>): Promise<void> {
  while (!isOver()) {
    signal.throwIfAborted()
    await step().catch(() => delay(20))
  }
}

test('a reader of a service that is killed at random points misses nothing, and sees nothing twice', {
  timeout: 240_000,
}, async ({ signal }) => {
  let api: Client = await service.start()
  const { accountId: id, prId } = await createOwnProduction(api)
  let isWritten = false
  let last = ''
  const acknowledged = new Set<string>()

  /** What was acknowledged must be there; what was not may be. */
  const write = async (writer: number) => {
    let count = 0
    await persist(
      signal,
      () => isWritten,
      async () => {
        const body = Array.from({ length: batch }, (_, index): EventCreation => {
          return { type: 'Transcode', productionId: prId, name: `${writer} ${count} ${index}` }
        })
        for (const event of await api.events.postAccountEvents({ id, body })) acknowledged.add(event.id!)
        count++
      },
    )
  }

  const untilWritten = (count: number) => until('more events are written', () => acknowledged.size >= count)

  /** Reads on behind the last event that it has, with pages of any size. */
  const poll = async (seen: string[]) => {
    await persist(
      signal,
      () => last !== '' && seen.includes(last),
      async () => {
        const query = { type: ['Transcode' as const], limit: 1 + Math.floor(random() * 50) }
        const since = seen.at(-1)
        const page = await api.events.listProductionEvents({
          prId,
          query: since === undefined ? query : { ...query, since },
        })
        seen.push(...page.map(event => event.id!))
        if (page.length === 0) await delay(10)
      },
    )
  }

  /** Comes back with `Last-Event-ID` whenever the stream breaks, by itself or because the service died. */
  const follow = async (seen: string[], from: string) => {
    await persist(
      signal,
      () => last !== '' && seen.includes(last),
      async () => {
        const leaving = new AbortController()
        const giveUp = setTimeout(() => leaving.abort(), 100 + random() * 900)
        try {
          const response = await fetch(`${service.url}/production/${prId}/event/stream`, {
            headers: { authorization: `Bearer ${api.options.token}`, 'last-event-id': seen.at(-1) ?? from },
            signal: leaving.signal,
          })
          let text = ''
          for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
            text += part
            for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
              const message = text.slice(0, end)
              text = text.slice(end + 2)
              const eventId = /^id: (.+)$/m.exec(message)?.[1]
              if (eventId !== undefined && /^event: Transcode$/m.test(message)) seen.push(eventId)
            }
          }
        } finally {
          clearTimeout(giveUp)
        }
      },
    )
  }

  const start = (await api.events.listProductionEvents({ prId })).at(-1)!.id!
  const [polled, followed]: [string[], string[]] = [[], []]
  const readers = [poll(polled), follow(followed, start)]
  const writing = Array.from({ length: writers }, (_, writer) => write(writer))
  for (let kill = 0; kill < kills; kill++) {
    await untilWritten(acknowledged.size + 1 + Math.floor(random() * 300))
    await service.kill()
    const { options } = await service.start()
    api = createClient({ baseUrl: service.url, token: options.token! })
  }
  await untilWritten(acknowledged.size + 50)
  isWritten = true
  await Promise.all(writing)
  last = (await api.events.postAccountEvents({ id, body: [{ type: 'Transcode', productionId: prId }] }))[0]!.id!
  acknowledged.add(last)
  await Promise.all(readers)

  const { rows } = await service.database.pool.query<{ id: string }>(
    `select id::text from event where type = 'Transcode' order by transaction, event.id`,
  )
  const inLog = rows.map(row => row.id)
  assert.ok(acknowledged.size > writers * batch, `${acknowledged.size} events were written`)
  assert.deepEqual(
    [...acknowledged].filter(eventId => !inLog.includes(eventId)),
    [],
    'what was acknowledged is in the log',
  )
  assert.deepEqual(polled, inLog)
  assert.deepEqual(followed, inLog)
})
