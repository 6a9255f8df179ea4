import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { uploadFile, waitForWorkflow } from '@rushes/client'
import { openEventStream } from '../../../test/events/event-stream.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

async function readFigures() {
  const text = await (await fetch(`${kit.url}/metrics`)).text()
  const names = new Set(text.match(/(?<=^# TYPE )rushes_\w+/gm))
  const lines = new Map(
    text.split('\n').map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
  return { names, read: (line: string) => lines.get(line) }
}

// system-3, system-11
test('what a service does is in its figures', async () => {
  const { id: prId } = await kit.createProduction('Measured')
  const stream = await openEventStream(kit.admin, prId)
  const { workflowId } = await uploadFile(kit.admin, { prId, fileName: 'note.txt', source: new Blob(['Scene 1']) })
  await waitForWorkflow(kit.admin, { prId, id: workflowId! })
  await assert.rejects(kit.client().authentication.login({ body: { username: 'admin', password: 'wrong' } }))
  const { read } = await readFigures()
  stream.leave()
  for (const [line, value] of [
    ['rushes_audit_entries_total{action="login",outcome="refused"}', 1],
    ['rushes_event_streams', 1],
    ['rushes_workflow_seconds_count{workflow="ingest",status="Completed"}', 1],
    ['rushes_workflow_task_seconds_count{workflow="ingest",task="probe",outcome="complete"}', 1],
    ['rushes_media_bytes{type="RAW"}', 7],
    ['rushes_workflow_tasks{state="due"}', 0],
    ['rushes_workflow_tasks{state="running"}', 0],
    ['rushes_workflow_task_wait_seconds', 0],
    ['rushes_uploads{state="open"}', 0],
    ['rushes_webhooks{state="active"}', 0],
    ['rushes_search_index{state="ready"}', 1],
  ] as const) {
    assert.equal(read(line), value, line)
  }
})

test('the command of the page reads the figures', async () => {
  const [, command = ''] = /```sh\n(.*)\n```/.exec(readFileSync('docs/monitoring.md', 'utf8')) ?? []
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('http://127.0.0.1:8080', kit.url)])
  assert.match(stdout, /^rushes_http_request_seconds_count/m)
})

// system-11
test('each figure is explained, and what warns and draws uses no other', async () => {
  const { names } = await readFigures()
  const find = (file: string) => new Set(readFileSync(file, 'utf8').match(/\brushes_\w+/g))
  const explained = find('docs/monitoring.md')
  assert.deepEqual(
    [...names].toSorted(),
    [...explained].filter(name => name !== 'rushes_log_dropped_records').toSorted(),
  )
  for (const file of ['deploy/alerts.yaml', 'deploy/dashboard.json']) {
    for (const name of find(file)) assert.ok(explained.has(name.replace(/_(?:count|bucket)$/, '')), `${file}: ${name}`)
  }
})
