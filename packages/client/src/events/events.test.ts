import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../apps/server/test/until.ts'
import { createClient, followEvents, followShareEvents } from '../index.ts'
import { answer, hangUp, type Line, startScriptedServer } from '../testing/scripted-server.ts'

/** A stream that says this and ends. */
const stream =
  (text: string): Line =>
  response =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
const say = (id: number) => `id: ${id}\nevent: Media.create\ndata: {"id":"${id}","type":"Media.create"}\n\n`
const forbidden = answer(403, { type: 'ForbiddenError', message: 'no', data: null })

test('each stream begins behind what the last one told, be it an event or its own beginning', async () => {
  const script = [stream('id: 4\n\n'), hangUp, stream(`id: 4\n\n${say(5)}id: 6\ndata: half`), stream(say(6)), forbidden]
  const began: (string | undefined)[] = []
  const server = await startScriptedServer(
    script.map(
      (line): Line =>
        (response, request) => {
          began.push(request.headers['last-event-id'] as string | undefined)
          line(response, request)
        },
    ) as [Line, ...Line[]],
  )
  const seen: (string | undefined)[] = []
  const following = async () => {
    const api = createClient({ baseUrl: server.url, retries: 0 })
    const onBegin = () => seen.push('begun')
    for await (const { id } of followEvents(api, { prId: 1, onBegin })) seen.push(id)
  }
  await assert.rejects(following(), { status: 403 })
  assert.deepEqual(seen, ['begun', '5', '6'])
  assert.deepEqual(began, [undefined, '4', '4', '5', '6'])
  await server.stop()
})

test('a visitor is notified each time that the stream of a share restarts', async () => {
  const server = await startScriptedServer([stream(say(1)), stream(say(7)), forbidden])
  const told: (string | undefined)[] = []
  const following = async () => {
    const api = createClient({ baseUrl: server.url, retries: 0 })
    const onBegin = () => told.push('begin')
    for await (const event of followShareEvents(api, { prId: 1, id: 2, onBegin })) told.push(event.id)
  }
  await assert.rejects(following(), { status: 403 })
  assert.deepEqual(told, ['begin', '1', 'begin', '7'])
  await server.stop()
})

test('what can never be asked is reported at once instead of being tried for ever', async () => {
  const api = createClient({ baseUrl: 'http://127.0.0.1:9' })
  const following = followEvents(api, { prId: undefined as never })
  await assert.rejects(following.next(), { name: 'InputError', message: /needs prId/ })
})

test('following ends with its signal, also in the middle of a pause', async () => {
  const server = await startScriptedServer([hangUp])
  const stopper = new AbortController()
  const api = createClient({ baseUrl: server.url, retries: 0 })
  const following = followEvents(api, { prId: 1, signal: stopper.signal }).next()
  await until('it tries again', () => server.requests.length === 2)
  stopper.abort()
  assert.deepEqual(await following, { done: true, value: undefined })
  await server.stop()
})
