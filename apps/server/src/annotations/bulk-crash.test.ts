import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { adminPassword } from '../../test/service.ts'
import { countBulkItems } from './bulk-store.ts'

const program = new URL('../main.ts', import.meta.url).pathname
let database: TestDatabase
let dataDir: string
let service: ChildProcess
before(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-bulk-'))
})
after(async () => {
  if (service.exitCode === null) {
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
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

/** So many comments of a clip, as they stand in the database. */
async function seed(prId: number, moId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into annotation (created, created_by, modified_by, last_updated, production_id, media_object_id,
      object_type, funnel, start_frame, end_frame)
    select 0, 'REST', 'test', 0, ${prId}::bigint, ${moId}::bigint, 'ClipAnnotation', 'ReviewComment', n, n + 1
    from generate_series(0, ${count}::int - 1) as n returning id`.execute(database.db)
  return rows.map(row => row.id)
}

/** Resolves once some of it is done; fails when all of it was done before anybody could look. */
async function untilUnderWay(workflowId: string): Promise<number> {
  for (;;) {
    const { all, settled } = await countBulkItems(database.db, workflowId)
    assert.ok(all > 0, 'too fast to be killed')
    if (settled > 0 && settled < all) return settled
  }
}

test('a service that is killed amid a bulk workflow goes on with it, and each item has one outcome', {
  timeout: 120_000,
}, async () => {
  const port = await findFreePort()
  let api = await start(port)
  const me = await api.authentication.getCurrentUser()
  const [account] = (await api.accounts.listAccountRights({ id: me.id })).items
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account!.id, name: 'Crash' } })
  const created = await api.uploads.createMediaObjects({ prId, body: { name: 'A placeholder' } })
  const { mediaObjectId: moId } = Array.isArray(created) ? created[0]! : created
  const ids = await seed(prId, moId!, 6000)
  const unknown = 999_999_999
  const { workflowId } = await api.annotations.startBulkWorkflow({
    prId,
    body: { actions: [{ action: 'DELETE', ids: [...ids, unknown] }] },
  })
  await untilUnderWay(workflowId)
  service.kill('SIGKILL')
  await once(service, 'exit')
  const { all, settled } = await countBulkItems(database.db, workflowId)
  assert.ok(settled < all, 'killed in the middle')
  const left = await database.db
    .selectFrom('annotation')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('funnel', '=', 'ReviewComment')
    .executeTakeFirstOrThrow()
  assert.equal(Number(left.count), ids.length - settled, 'what is noted as done is done, and nothing else')

  api = await start(port)
  const response = await api.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
  const report: WorkflowMinWrapper = JSON.parse(await response.text())
  const [task] = report.taskReports
  assert.deepEqual([report.status, task?.attempts], ['Completed', 2])
  const results = task?.results ?? []
  assert.deepEqual(
    results.map(({ id }) => id),
    [...ids, unknown],
  )
  const refused = results.filter(({ status }) => status === 'Error')
  assert.deepEqual(
    refused.map(({ id, error }) => [id, error?.type]),
    [[unknown, 'NotFoundError']],
  )
  const { rows: events } = await sql<{ count: string }>`
    select count(*) from event where body ->> 'verb' = 'Annotation.delete'`.execute(database.db)
  assert.equal(Number(events[0]?.count), ids.length, 'each deletion is told once')
})
