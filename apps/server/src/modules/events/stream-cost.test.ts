import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { EventCreation } from '@rushes/contract'
import { openEventStream, type TestStream } from '../../../test/events/event-stream.ts'
import { countStatements } from '../../../test/running/requests/count-statements.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const say = async (productionId: number, names: string[], text?: string) =>
  kit.admin.events.postAccountEvents({
    id: kit.accountId,
    body: names.map(
      (name): EventCreation => ({
        type: 'Activity',
        productionId,
        name,
        ...(text === undefined ? {} : { object: { text } }),
      }),
    ),
  })

async function waitFor(stream: TestStream, name: string): Promise<void> {
  await stream.find(({ event }) => event.name === name)
}

describe('what streams cost', () => {
  test('a write takes as many statements with a hundred streams as with one', async () => {
    const { id: prId } = await kit.createProduction()
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const open = (count: number) => Promise.all(Array.from({ length: count }, () => openEventStream(api, prId)))
    // Others follow the log as well, at their own pace: the write beside which they did least says what it takes itself.
    const write = async (streams: readonly TestStream[], round: string) => {
      const counts: number[] = []
      for (let at = 0; at < 10; at++) {
        const name = `${round} ${at}`
        const one = async () => {
          await say(prId, [name])
          await Promise.all(streams.map(stream => waitFor(stream, name)))
        }
        counts.push(await countStatements(kit.service.platform.pool, one))
      }
      return Math.min(...counts)
    }
    const [first] = await open(1)
    const withOne = await write([first!], 'one')
    const many = await open(99)
    const withMany = await write([first!, ...many], 'many')
    for (const stream of [first!, ...many]) stream.leave()
    assert.ok(withMany < withOne + 10, `${withOne} statements with one stream, ${withMany} with a hundred`)
  })
})

describe('a reader that stalls', () => {
  // events-7
  test('is closed, and resumes after the last event that it has seen', async () => {
    const { id: prId } = await kit.createProduction()
    const response = await request(kit.admin, prId)
    response.pause()
    const text = 'x'.repeat(900_000)
    const names = Array.from({ length: 24 }, (_, at) => `large ${at}`)
    for (const name of names) await say(prId, [name], text)
    const reader = await openEventStream(kit.admin, prId)
    await say(prId, ['after'])
    await waitFor(reader, 'after')
    reader.leave()
    const { received, isCut } = await readAll(response)
    assert.equal(isCut, true)
    const ids = [...received.matchAll(/^id: (\d+)\nevent: .*\ndata: .*\n\n/gm)].map(([, id]) => id!)
    assert.ok(ids.length > 0 && ids.length < names.length, `${ids.length} events arrived`)
    const resumed = await openEventStream(kit.admin, prId, ids.at(-1))
    await waitFor(resumed, names.at(-1)!)
    await waitFor(resumed, 'after')
    resumed.leave()
  })
})

function request({ options }: Client, prId: number): Promise<IncomingMessage> {
  const url = `${options.baseUrl}/production/${prId}/event/stream`
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${options.token}` }, agent: false }, resolve).on('error', reject)
  })
}

async function readAll(response: IncomingMessage): Promise<{ received: string; isCut: boolean }> {
  let received = ''
  try {
    for await (const part of response.setEncoding('utf8')) received += part
    return { received, isCut: false }
  } catch {
    return { received, isCut: true }
  }
}

describe('one answer of events', () => {
  // events-3
  test('has 8 MiB of events at most, and the next one goes on after it', async () => {
    const { id: prId } = await kit.createProduction()
    const [start] = await kit.admin.events.listProductionEvents({ prId })
    const text = 'x'.repeat(900_000)
    const posted: string[] = []
    for (let at = 0; at < 20; at++) posted.push((await say(prId, [`event ${at}`], text))[0]!.id!)
    const seen: string[] = []
    let since = start!.id!
    for (;;) {
      const page = await kit.admin.events.listProductionEvents({ prId, query: { since, limit: 1000 } })
      if (page.length === 0) break
      assert.ok(Buffer.byteLength(JSON.stringify(page)) < 8.1 * 2 ** 20, `${page.length} events at once`)
      seen.push(...page.map(({ id }) => id!))
      since = seen.at(-1)!
    }
    assert.deepEqual(
      seen.filter(id => posted.includes(id)),
      posted,
    )
    const ofAccount = await kit.admin.events.listAccountEvents({
      id: kit.accountId,
      query: { limit: 1000, since: start!.id! },
    })
    assert.ok(Buffer.byteLength(JSON.stringify(ofAccount)) < 8.1 * 2 ** 20)
  })
})
