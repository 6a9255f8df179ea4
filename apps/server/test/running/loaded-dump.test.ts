/** A database that was loaded from a dump of a server whose transactions were numbered higher. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '@rushes/client'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startService } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createDatabase, createPool } from '../../src/platform/database/index.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../database.ts'
import { untilLogIsComplete } from '../events/event-log.ts'
import { adminPassword } from '../service.ts'

let folder: string
let database: TestDatabase
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-dump-'))
  database = await openTestDatabase()
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: folder,
    RUSHES_DATABASE_URL: database.url,
    RUSHES_DRAIN_SECONDS: '0',
    RUSHES_SECRET: 'a secret of sixteen characters or more',
    RUSHES_ADMIN_PASSWORD: adminPassword,
  })
  const pool = createPool(database.url, silentLog)
  const own = { db: createDatabase(pool, silentLog), pool, url: database.url, timings: {}, stop: () => pool.end() }
  const service = await startService(config, pino({ level: 'silent' }), { database: own })
  const { token } = await createClient({ baseUrl: service.url }).authentication.login({
    body: { username: 'admin', password: adminPassword },
  })
  return { service, api: createClient({ baseUrl: service.url, token }) }
}

/** Numbers the transactions of every table as a server does that is ahead of this one. */
async function moveAhead(transactions: number): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and udt_name = 'xid8'`.execute(database.db)
  assert.ok(rows.some(({ table }) => table === 'event'))
  for (const { table, column } of rows) {
    const name = sql.ref(column)
    await sql`update ${sql.table(table)} set ${name} = (${name}::text::bigint + ${transactions}::bigint)::text::xid8
      where ${name} is not null`.execute(database.db)
  }
}

test('the log goes on in order, and readers get what happens next', async () => {
  const first = await start()
  const me = await first.api.authentication.getCurrentUser()
  const [account] = (await first.api.accounts.listAccountRights({ id: me.id })).items
  const accountId = account!.id
  await first.api.productions.createProduction({ body: { accountId, name: 'Before' } })
  await first.service.stop()
  await moveAhead(250_000)

  const second = await start()
  try {
    const { id: prId } = await second.api.productions.createProduction({ body: { accountId, name: 'After' } })
    await second.api.uploads.createMediaObjects({ prId, body: { name: 'Harbour' }, query: { waitForIndex: true } })
    await untilLogIsComplete(database.db)
    const events = await second.api.events.listAccountEvents({ id: accountId, query: { type: ['Production.create'] } })
    const names = events.map(({ object }) => object?.name)
    assert.deepEqual(names.slice(-2), ['Before', 'After'])
    const { numFound } = await second.api.annotations.listAnnotations({ prId, query: { q: 'harbour' } })
    assert.equal(numFound, 1)
  } finally {
    await second.service.stop()
  }
})
