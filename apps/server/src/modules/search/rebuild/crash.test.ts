import assert from 'node:assert/strict'
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Client, createClient } from '@rushes/client'
import type { Health } from '@rushes/contract'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { adminPassword } from '../../../../test/service.ts'
import {
  endProcess,
  findFreePort,
  programEnvironment,
  spawnService,
  startProcess,
} from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'
import { indexFormat } from './reasons.ts'
import { readIndexState } from './store.ts'

const reindex = fileURLToPath(new URL('../../../reindex.ts', import.meta.url))
const comments = 8_000

let database: TestDatabase
let dataDir: string
let environment: Record<string, string>
let url: string
let running: ChildProcess | undefined
before(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-rebuild-'))
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  environment = {
    RUSHES_PORT: String(port),
    RUSHES_DATA: dataDir,
    RUSHES_DATABASE_URL: database.url,
    RUSHES_ADMIN_PASSWORD: adminPassword,
  }
})
after(async () => {
  await endProcess(running, 'SIGKILL')
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function signIn(): Promise<Client> {
  const { token } = await createClient({ baseUrl: url }).authentication.login({
    body: { username: 'admin', password: adminPassword },
  })
  assert.ok(token)
  return createClient({ baseUrl: url, token })
}

/** What readiness says of the search part, until it is ready again. */
async function watchSearch(): Promise<string[]> {
  const told: string[] = []
  await until('search is ready', async () => {
    const response = await fetch(`${url}/health/ready`)
    const { parts } = (await response.json()) as Health
    assert.equal(response.status, 200, 'a service that rebuilds is ready')
    told.push(parts.search?.message ?? '')
    return told.at(-1) === 'ready'
  })
  return told
}

/** The command, as a person runs it. */
async function runReindex(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [reindex], {
    env: { ...programEnvironment, NODE_ENV: 'test', ...environment },
  })
  return stdout
}

/** Comments without a document, as a dump without the index brings them. */
async function seed(prId: number, moId: number): Promise<void> {
  await sql`
    insert into annotation (created, created_by, modified_by, last_updated, production_id, media_object_id,
      object_type, funnel, start_frame, end_frame, details)
    select 0, 'REST', 'test', 0, ${prId}::bigint, ${moId}::bigint, 'ClipAnnotation', 'ReviewComment', n, n + 1,
      jsonb_build_object('description', 'Comment number ' || n)
    from generate_series(1, ${comments}::int) as n`.execute(database.db)
}

test('a service that is killed amid a rebuild continues it at its next start, and the command rebuilds everything', {
  timeout: 180_000,
}, async () => {
  running = await startProcess(environment)
  let api = await signIn()
  const me = await api.authentication.getCurrentUser()
  const [account] = (await api.accounts.listAccountRights({ id: me.id })).items
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account!.id, name: 'Crash' } })
  const created = await api.uploads.createMediaObjects({ prId, body: { name: 'A placeholder' } })
  const { mediaObjectId: moId } = Array.isArray(created) ? created[0]! : created
  await watchSearch()
  await endProcess(running, 'SIGTERM')
  await seed(prId, moId!)
  await database.db.updateTable('search_index').set({ format: 0 }).execute()
  const generation = async () =>
    (await database.db.selectFrom('search_index').select('generation').executeTakeFirstOrThrow()).generation
  const before = await generation()

  running = spawnService(environment)
  await until('some parts are written', async () => {
    const hasBegun = (await generation()) !== before
    const { parts, partsLeft } = await readIndexState(database.db)
    assert.ok(partsLeft > 0 || !hasBegun, 'too fast to be killed')
    return partsLeft > 0 && partsLeft < parts - 2
  })
  await endProcess(running, 'SIGKILL')
  assert.ok((await readIndexState(database.db)).partsLeft > 0, 'killed in the middle')

  running = await startProcess(environment)
  const told = await watchSearch()
  assert.match(told[0] ?? '', new RegExp(`^rebuilding: \\d+ of \\d+ documents \\(format 0, not ${indexFormat}\\)$`))
  assert.equal(await generation(), before + 1, 'it went on, and did not begin again')
  const figures = await (await fetch(`${url}/metrics`)).text()
  assert.match(figures, /rushes_search_index\{state="ready"\} 1/)
  assert.match(figures, /rushes_search_rebuild_documents\{state="written"\} 8\d{3}/)
  api = await signIn()
  const count = async (q: string) => (await api.annotations.searchAnnotations({ prId, query: { q } })).numFound
  assert.equal(await count('comment'), comments)

  // Beside the service.
  await sql`delete from search_document where id % 2 = 0`.execute(database.db)
  assert.match(await runReindex(), /100 % of 8\d{3} documents\nThe search index was rebuilt in/)
  assert.equal(await count('comment'), comments)

  // Without one.
  await endProcess(running, 'SIGTERM')
  await sql`truncate search_document, search_body`.execute(database.db)
  assert.match(await runReindex(), /was rebuilt/)
  running = await startProcess(environment)
  api = await signIn()
  assert.deepEqual(await watchSearch(), ['ready'])
  assert.equal(await count('comment'), comments)
})

test('the command reaches the embedded database beside its service, and starts it where there is none', {
  timeout: 120_000,
}, async () => {
  await endProcess(running, 'SIGTERM')
  const { RUSHES_DATABASE_URL: _external, ...embedded } = environment
  environment = { ...embedded, RUSHES_DATA: join(dataDir, 'embedded') }
  running = await startProcess(environment)
  assert.match(await runReindex(), /was rebuilt/)
  const response = await fetch(`${url}/health/ready`)
  assert.equal(response.status, 200, 'the service is as it was')
  await endProcess(running, 'SIGTERM')
  assert.match(await runReindex(), /was rebuilt/)
})
