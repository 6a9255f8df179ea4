import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, WorkflowError, waitForWorkflow } from './index.ts'
import { answer, type Line, startScriptedServer } from './testing/scripted-server.ts'

const report = (status: string, message?: string) => ({
  id: 'w1',
  status,
  errorReports: message === undefined ? [] : [{ name: 'proxy', error: { code: 'broken', message } }],
})
const stream =
  (...reports: object[]): Line =>
  response =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(reports.map(one => `: alive\r\n\r\nevent: report\r\ndata: ${JSON.stringify(one)}\r\n\r\n`).join(''))

test('a stream of reports that ends before the workflow does is taken up again', async () => {
  const server = await startScriptedServer([stream(report('Started')), answer(503), stream(report('Completed'))])
  const seen: string[] = []
  const api = createClient({ baseUrl: server.url, retries: 0 })
  const last = await waitForWorkflow(api, { prId: 1, id: 'w1', onReport: ({ status }) => seen.push(status) })
  assert.equal(last.status, 'Completed')
  assert.deepEqual(seen, ['Started', 'Completed'])
  await server.stop()
})

test('a workflow that does not complete is an error that says why and holds the report', async () => {
  const server = await startScriptedServer([stream(report('Error', 'The file is damaged'))])
  const error = await waitForWorkflow(createClient({ baseUrl: server.url }), { prId: 1, id: 'w1' }).catch(
    caught => caught,
  )
  assert.ok(error instanceof WorkflowError)
  assert.equal(error.message, 'Workflow w1 ended as Error: The file is damaged')
  assert.equal(error.report.id, 'w1')
  await server.stop()
})

test('a workflow that nobody knows is not waited for', async () => {
  const server = await startScriptedServer([answer(404, { type: 'NotFoundError', message: 'no', data: null })])
  await assert.rejects(waitForWorkflow(createClient({ baseUrl: server.url }), { prId: 1, id: 'w1' }), { status: 404 })
  assert.equal(server.requests.length, 1)
  await server.stop()
})
