import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { serverVariable, silentLog, startTestPostgres, withDatabase } from '../../../test/database.ts'
import { untilLogIsComplete } from '../../../test/event-log.ts'
import { createDatabase, createPool, migrate } from '../../platform/database/index.ts'
import { readEvents } from '../../platform/events/log.ts'
import { logStart } from '../../platform/events/position.ts'

const migrations = join(import.meta.dirname, '../../platform/database/migrations')

test('events from before ids were shared keep their order, behind every id that was given out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-migrations-'))
  const own = process.env[serverVariable] === undefined ? await startTestPostgres() : undefined
  const server = own?.url ?? process.env[serverVariable]!
  const root = createPool(server, silentLog)
  await root.query('create database earlier_ids')
  const pool = createPool(withDatabase(server, 'earlier_ids'), silentLog)
  const db = createDatabase(pool, silentLog)
  try {
    for (const name of await readdir(migrations)) {
      if (name < '0030') await cp(join(migrations, name), join(folder, name))
    }
    await migrate(withDatabase(server, 'earlier_ids'), silentLog, folder)
    await sql`select setval('rushes_id', 50)`.execute(db)
    await sql`insert into event (type, created, body)
      select 'Activity', n, jsonb_build_object('type', 'Activity', 'verb', 'e' || n) from generate_series(1, 80) n`.execute(
      db,
    )
    await migrate(withDatabase(server, 'earlier_ids'), silentLog)
    await sql`insert into event (type, created, body) values ('Activity', 81, '{"type": "Activity", "verb": "e81"}')`.execute(
      db,
    )
    await untilLogIsComplete(db)
    const { events } = await readEvents(db, logStart, { limit: 1000 })
    assert.deepEqual(
      events.map(({ verb }) => verb),
      Array.from({ length: 81 }, (_, index) => `e${index + 1}`),
    )
    const ids = events.map(({ id }) => Number(id))
    assert.ok(Math.min(...ids) > 80, 'no earlier id means another event now')
    const { rows } = await sql<{ id: number }>`select nextval('rushes_id') as id`.execute(db)
    assert.ok(rows[0]!.id > Math.max(...ids))
  } finally {
    await db.destroy()
    await root.query('drop database earlier_ids with (force)')
    await root.end()
    await own?.stop()
    await rm(folder, { recursive: true })
  }
})
