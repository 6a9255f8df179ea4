import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { createMediaEngine, type MediaEngine, makeSampleClip } from '@rushes/media-engine'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { adminPassword } from '../../test/service.ts'

const program = new URL('../main.ts', import.meta.url).pathname
let database: TestDatabase
let engine: MediaEngine
let dataDir: string
let service: ChildProcess | undefined
before(async () => {
  database = await openTestDatabase()
  engine = createMediaEngine()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-crash-'))
})
after(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
  await engine.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the service as a process of its own and signs in. */
async function start(port: number): Promise<Client> {
  service = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      RUSHES_PORT: String(port),
      RUSHES_DATA: dataDir,
      RUSHES_DATABASE_URL: database.url,
      RUSHES_ADMIN_PASSWORD: adminPassword,
    },
  })
  for await (const line of service.stdout!) if (String(line).includes('Rushes is at')) break
  const baseUrl = `http://127.0.0.1:${port}`
  const login = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl }).authentication.login({ body: login })
  return createClient({ baseUrl, ...(token === undefined ? {} : { token }) })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** The reports of a workflow as they come. */
async function* readReports(response: Response): AsyncGenerator<WorkflowMinWrapper> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) yield JSON.parse(data) as WorkflowMinWrapper
    }
  }
}

/** Kills at random points; `npm run test:long` makes a hundred of them. */
const rounds = process.env.RUSHES_LONG === '1' ? 100 : 5

test(`a service that is killed at any moment of an ingest ends it after the next start, once (${rounds} rounds)`, {
  timeout: rounds * 60_000,
}, async () => {
  const path = join(dataDir, 'clip.mp4')
  await makeSampleClip(engine, path, { seconds: 8, startTimecode: '10:00:00:00', width: 640, height: 360 })
  const bytes = await readFile(path)
  const port = await findFreePort()
  let api = await start(port)
  const me = await api.authentication.getCurrentUser()
  const [account] = (await api.accounts.listAccountRights({ id: me.id })).items
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account!.id, name: 'Crash' } })
  for (let round = 0; round < rounds; round++) {
    const { mediaObjectId, workflowId } = await upload(api, prId, bytes)
    const request = { prId, alias: 'workflow', id: workflowId } as const
    if (round === 0) await untilProxyStarts(api, request)
    else await delay(Math.random() * 2500)
    service?.kill('SIGKILL')
    await once(service!, 'exit')

    api = await start(port)
    const report = (await (await api.workflows.followWorkflow(request)).json()) as WorkflowMinWrapper
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    if (round === 0) assert.equal(report.taskReports.find(task => task.name === 'proxy')?.attempts, 2)
    const instances = (await api.media.listInstances({ prId, id: mediaObjectId })).items
    assert.deepEqual(instances.map(instance => instance.type).sort(), ['PROXY', 'RAW', 'STITCH', 'THUMB', 'WAVEFORM'])
    assert.equal((await api.annotations.getMediaObjectAnnotation({ prId, moId: mediaObjectId })).end, 200)
    assert.deepEqual(await readdir(join(dataDir, 'media', 'staging')), [], 'nothing half made stays behind')
  }
})

async function untilProxyStarts(api: Client, request: { prId: number; alias: 'workflow'; id: string }): Promise<void> {
  const events = await api.workflows.followWorkflow({ ...request, headers: { accept: 'text/event-stream' } })
  for await (const { tasks } of readReports(events)) {
    if (tasks.find(task => task.name === 'proxy')?.status === 'Started') return
  }
}

/** Uploads and closes a clip; its ingest begins. */
async function upload(api: Client, prId: number, bytes: Buffer) {
  const created = await api.uploads.createMediaObjects({ prId, body: { fileName: 'clip.mp4', size: bytes.length } })
  const answer = (Array.isArray(created) ? created[0] : created) as {
    mediaObjectId: number
    location: string
    workflowId: string
  }
  const headers = { 'content-type': 'application/octet-stream' }
  await fetch(`${answer.location}&position=0`, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  await api.uploads.closeUpload({ prId, id: answer.mediaObjectId })
  return answer
}
