import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { toWrittenEventStream } from './event-stream.ts'

const never = new AbortController().signal
const message = Buffer.from(`data: ${'x'.repeat(10_000)}\n\n`)

// events-7
test('a reader that leaves too much unread is closed, and nothing more is held for it', async () => {
  let sent = 0
  const { body } = toWrittenEventStream(
    never,
    async writer => {
      for (; sent < 1000 && !writer.signal.aborted; sent++) writer.send(message)
    },
    { maxUnreadBytes: 100_000, maxStallMs: 60_000 },
  )
  body.resume()
  const [error] = await once(body, 'error')
  assert.match(error.message, /too slow/)
  assert.ok(sent <= 12, `${sent} messages were held`)
})

// events-7
test('a reader that takes nothing while a stream waits for it is closed after a while', async () => {
  const { body } = toWrittenEventStream(
    never,
    async writer => {
      for (;;) {
        for (let at = 0; at < 10; at++) writer.send(message)
        await writer.drained()
        if (writer.signal.aborted) return
      }
    },
    { maxUnreadBytes: 1_000_000, maxStallMs: 20 },
  )
  const [error] = await once(body, 'error')
  assert.match(error.message, /stalled/)
})

test('a reader that takes what it is sent gets all of it, until the service stops', async () => {
  const stopping = new AbortController()
  const { body } = toWrittenEventStream(
    stopping.signal,
    async writer => {
      for (let at = 0; at < 100; at++) {
        writer.send(message)
        await writer.drained()
      }
      stopping.abort()
    },
    { maxUnreadBytes: 100_000, maxStallMs: 60_000 },
  )
  assert.equal((await text(body)).length, 'retry: 2000\n\n'.length + 100 * message.length)
})
