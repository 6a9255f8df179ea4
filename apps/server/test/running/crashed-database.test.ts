/** The server of an external database crashes under a running service and starts again: everything goes on. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Client, createClient, waitForWorkflow } from '@rushes/client'
import pg from 'pg'
import { openEventStream } from '../events/event-stream.ts'
import { type ExternalPostgres, lacksExternalPostgres, startExternalPostgres } from '../peers/external-postgres.ts'
import { type MailReceiver, startMailReceiver } from '../peers/mail-receiver.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { beginUpload, makeBytes, putChunk } from '../scene/begin-upload.ts'
import { readSampleFilm } from '../scene/sample-film.ts'
import { adminPassword } from '../service.ts'
import { createOwnProduction, endProcess, findFreePort, startProcess } from '../service-process.ts'
import { until } from '../until.ts'

const recoveryMs = 20_000

let postgres: ExternalPostgres
let receiver: Receiver
let post: MailReceiver
let dataDir: string
let child: Awaited<ReturnType<typeof startProcess>> | undefined
let url: string
before(async () => {
  if (lacksExternalPostgres) return
  postgres = await startExternalPostgres()
  const client = new pg.Client({ connectionString: postgres.toUrl('postgres') })
  await client.connect()
  await client.query('create database media')
  await client.end()
  receiver = await startReceiver()
  post = await startMailReceiver()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-crashed-'))
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  child = await startProcess({
    RUSHES_PORT: String(port),
    RUSHES_DATA: dataDir,
    RUSHES_DATABASE_URL: postgres.toUrl('media'),
    RUSHES_DRAIN_SECONDS: '0',
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'rushes@house.example',
  })
})
after(async () => {
  if (lacksExternalPostgres) return
  await endProcess(child, 'SIGTERM')
  await receiver.stop()
  await post.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function signIn(): Promise<Client> {
  const login = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl: url }).authentication.login({ body: login })
  return createClient({ baseUrl: url, token: token! })
}

const isReady = async (status: number) => (await fetch(`${url}/health/ready`)).status === status

async function countFound(api: Client, prId: number, description: string): Promise<number> {
  return (await api.annotations.searchAnnotations({ prId, query: { q: `description:"${description}"` } })).numFound
}

test('requests answer 503 while PostgreSQL is down; webhooks, tasks, mail, the index and streams resume after its restart', {
  skip: lacksExternalPostgres,
  timeout: 180_000,
}, async () => {
  const api = await signIn()
  const { accountId, prId } = await createOwnProduction(api)
  await api.webhooks.createWebhook({ id: accountId, body: { url: receiver.url, types: ['Annotation.create'] } })
  const bytes = makeBytes(10)
  const { id: moId, location, workflowId } = await beginUpload(api, prId, bytes.length, { fileName: 'notes.txt' })
  assert.equal((await putChunk(location, 0, bytes)).received, bytes.length)
  const first = await openEventStream(api, prId, '0')
  const known = await first.next()
  first.leave()

  await postgres.crash()
  const headers = { authorization: `Bearer ${api.options.token}` }
  const answer = await fetch(`${url}/production/${prId}/mo`, { headers })
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
  await until('readiness reports the outage', () => isReady(503), recoveryMs)

  await postgres.restart()
  await until('the service is ready', () => isReady(200), recoveryMs)
  await api.uploads.closeUpload({ prId, id: moId })
  const description = `back ${crypto.randomUUID()}`
  const { id } = await api.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: { start: 0, description },
  })
  await api.productions.addParticipant({ prId, body: { email: 'new@example.org', rights: [] } })
  const isOfComment = ({ object }: { object?: { id?: unknown } }) => Number(object?.id) === id
  const stream = await openEventStream(api, prId, known?.id)
  await stream.find(({ event }) => isOfComment(event))
  stream.leave()
  await receiver.waitFor(1, ({ event }) => isOfComment(event), recoveryMs)
  await post.waitFor(1, 'new@example.org')
  await until('the comment is found', async () => (await countFound(api, prId, description)) === 1, recoveryMs)
  const followed = await api.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
  assert.equal(((await followed.json()) as { status: string }).status, 'Completed')
})

async function ingestFilm(api: Client, prId: number, seconds: number) {
  const film = await readSampleFilm({ seconds, width: 320, height: 180 })
  const { id, location, workflowId } = await beginUpload(api, prId, film.length, { fileName: 'film.mp4' })
  assert.equal((await putChunk(location, 0, film)).status, 204)
  await api.uploads.closeUpload({ prId, id })
  return { id, workflowId }
}

test('an ingest, an export, a webhook and a search change that are under way when PostgreSQL crashes complete', {
  skip: lacksExternalPostgres,
  timeout: 180_000,
}, async () => {
  const api = await signIn()
  const { accountId, prId } = await createOwnProduction(api)
  const short = await ingestFilm(api, prId, 1)
  await waitForWorkflow(api, { prId, id: short.workflowId })
  await api.productions.updateSetting({ prId, key: 'subtitlePresets', body: [{ id: 'p1', name: 'Television' }] })
  const subtitle = { prId, moId: short.id, language: 'en', presetId: 'p1' }
  await api.subtitles.getSubtitle(subtitle)
  const value = { start: 0, end: 20, textParts: [{ content: 'spoken' }] }
  const patch = [{ op: 'add', path: '/structuredDescription/subtitles/-', value }] as const
  await api.subtitles.patchSubtitle({ ...subtitle, body: [...patch] })

  // What a session that dies with the server holds back is under way when it does.
  const holder = new pg.Client({ connectionString: postgres.toUrl('media') })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [0x72757368])
  await holder.query('begin')
  const unanswered = Promise.withResolvers<ServerResponse>()
  receiver.answer = response => unanswered.resolve(response)
  const { id: webhookId } = await api.webhooks.createWebhook({
    id: accountId,
    body: { url: receiver.url, types: ['Annotation.create'] },
  })
  const description = `pending ${crypto.randomUUID()}`
  const comment = { prId, moId: short.id, type: 'comment', body: { start: 0, description } } as const
  await api.annotations.createClipAnnotation(comment)
  const response = await unanswered.promise
  const long = await ingestFilm(api, prId, 8)
  await until('the proxy is being made', async () => {
    const { taskReports } = await api.workflows.getWorkflow({ prId, id: long.workflowId })
    return taskReports.some(({ name, status }) => name === 'proxy' && status === 'Started')
  })
  const readStatus = async (id: string) => (await api.workflows.getWorkflow({ prId, id })).status
  let exportId = ''
  await until('an export is held before its end', async () => {
    const { workflowId } = await api.subtitles.exportSubtitle({ ...subtitle, body: { format: 'srt' } })
    await holder.query('select from workflow where id = $1 for update', [workflowId])
    exportId = workflowId
    return (await readStatus(workflowId)) !== 'Completed'
  })
  assert.notEqual(await readStatus(long.workflowId), 'Completed')
  assert.equal(await countFound(api, prId, description), 0)

  await postgres.crash()
  await until('readiness reports the outage', () => isReady(503), recoveryMs)
  response.writeHead(204).end()
  receiver.answer = response => response.writeHead(204).end()
  await postgres.restart()
  await waitForWorkflow(api, { prId, id: long.workflowId })
  const { location } = await waitForWorkflow(api, { prId, id: exportId })
  assert.match(await (await fetch(location!)).text(), /spoken/)
  await until('the comment is found', async () => (await countFound(api, prId, description)) === 1, recoveryMs)
  await until(
    'the event is delivered',
    async () => {
      const { items } = await api.webhooks.listWebhookDeliveries({ id: accountId, webhookId })
      return items.length > 0 && items.every(({ status }) => status === 'DELIVERED')
    },
    2 * recoveryMs,
  )
})
