import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEventStream } from './event-stream.ts'

const toResponse = (...parts: string[]) => new Response(ReadableStream.from(parts).pipeThrough(new TextEncoderStream()))
const read = (...parts: string[]) => Array.fromAsync(readEventStream(toResponse(...parts)))

test('messages are the same wherever the line breaks its parts', async () => {
  const text =
    'retry: 2000\r\n\r\nid: 4\r\nevent: Media.create\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: alive\r\n\r\ndata: x\r\n\r\n'
  const whole = await read(text)
  assert.deepEqual(whole, [
    { id: '4', event: 'Media.create', data: '{"a":\n1}' },
    { id: '4', event: 'message', data: 'x' },
  ])
  for (let at = 1; at < text.length; at++) assert.deepEqual(await read(text.slice(0, at), text.slice(at)), whole)
})

test('line breaks that are none in JSON are none here', async () => {
  const data = JSON.stringify({ name: 'one\u2028two\u2029three\u0085four' })
  assert.deepEqual(await read(`id: 1\ndata: ${data}\n\n`), [{ id: '1', event: 'message', data }])
})

test('a position that is reported without an event is a message, and what is not ended is none', async () => {
  assert.deepEqual(await read('id: 7\n\ndata: half'), [{ id: '7', event: 'message', data: '' }])
})

test('a line that has fallen silent is dead', async () => {
  const silent = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
  await assert.rejects(Array.fromAsync(readEventStream(silent, 20)), { name: 'TimeoutError' })
})
