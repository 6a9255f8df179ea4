import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answer,
  hangUp,
  type Line,
  startScriptedServer,
} from '../../../../packages/client/src/testing/scripted-server.ts'
import { makeBytes } from '../../../server/test/scene/begin-upload.ts'
import { createByteSender } from '../../src/uploads/send-bytes.ts'

const sendBytes = createByteSender()
const body = makeBytes(3_000_000)

async function sendTo(line: Line, init: RequestInit = {}) {
  const server = await startScriptedServer([line])
  try {
    return await sendBytes(`${server.url}/data/1?position=5`, { method: 'PUT', body, ...init })
  } finally {
    await server.stop()
  }
}

test('bytes arrive as they are, with what was said of them', async () => {
  const server = await startScriptedServer([
    (response, request) => {
      response
        .setHeader('x-length', request.headers['content-length'] ?? '')
        .setHeader('x-type', request.headers['content-type'] ?? '')
      response.writeHead(204).end()
    },
  ])
  const headers = { 'content-type': 'application/octet-stream', authorization: 'Bearer abc' }
  const response = await sendBytes(`${server.url}/data/1?position=5`, { method: 'PUT', body, headers })
  assert.deepEqual(
    [response.status, response.headers.get('x-length'), response.headers.get('x-type'), await response.text()],
    [204, '3000000', 'application/octet-stream', ''],
  )
  assert.deepEqual(server.requests, [{ method: 'PUT', path: '/data/1?position=5', token: 'abc' }])
  await server.stop()
})

test('a refusal is an answer, with its body', async () => {
  const response = await sendTo(answer(422, { type: 'ValidationError' }))
  assert.deepEqual([response.ok, response.status, await response.json()], [false, 422, { type: 'ValidationError' }])
})

test('where no answer comes, the error is that of `fetch`', async () => {
  await assert.rejects(sendTo(hangUp), (error: Error) => error instanceof TypeError && 'cause' in error)
  const server = await startScriptedServer([hangUp])
  await server.stop()
  await assert.rejects(
    sendBytes(server.url, { method: 'PUT', body }),
    (error: Error) => error instanceof TypeError && (error.cause as { code: string }).code === 'ECONNREFUSED',
  )
})

test('who gives up is told their own reason', async () => {
  const stopper = new AbortController()
  const leaving: Line = () => stopper.abort(new Error('enough'))
  await assert.rejects(sendTo(leaving, { signal: stopper.signal }), { message: 'enough' })
  await assert.rejects(sendTo(leaving, { signal: AbortSignal.abort(new Error('before')) }), { message: 'before' })
})

test('a line that falls silent is given up', async () => {
  const server = await startScriptedServer([() => {}])
  await assert.rejects(
    createByteSender(100)(server.url, { method: 'PUT', body }),
    (error: Error) => error instanceof TypeError && (error.cause as Error).message === 'the line fell silent',
  )
  await server.stop()
})

test('other requests go the usual way', async () => {
  const response = await sendTo(answer(200, { a: 1 }), { method: 'GET', body: null })
  assert.deepEqual(await response.json(), { a: 1 })
})
