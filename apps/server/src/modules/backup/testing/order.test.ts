import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts'
import { backUpService, restoreService } from '../../../backup.ts'
import { openDiskStore } from '../../../platform/blobs/disk-store.ts'
import { createDatabase, createPool, type Database } from '../../../platform/database/index.ts'
import { findEventPosition, readEvents } from '../../../platform/events/log.ts'
import { type EventPosition, logStart } from '../../../platform/events/position.ts'
import { createPlace, type Place } from './places.ts'
import { ask } from './tables.ts'

let source: TestDatabase
let place: Place
let folder: string
let env: Record<string, string>
before(async () => {
  source = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
  env = { RUSHES_DATA: join(folder, 'data'), RUSHES_DATABASE_URL: source.url }
  place = await createPlace(source.url)
})
after(async () => {
  await place.remove()
  await source.close()
  await rm(folder, { recursive: true })
})

const countEvents = 2000

/** Events whose ids were drawn in another order than their transactions began, of a server that is far ahead. */
async function writeLog(db: Database): Promise<void> {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
  const rows = Array.from({ length: countEvents }, (_, index) => ({
    // Near by, not in order; several of one transaction; beyond 32 bits.
    transaction: String(5_000_000_000 + Math.floor(index / 3) + random(12)),
    created: index,
  }))
  await sql`
    insert into event (transaction, type, created, body)
    select (row ->> 'transaction')::xid8, 'Activity', (row ->> 'created')::bigint,
      jsonb_build_object('type', 'Activity', 'verb', row ->> 'created')
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as told (row, place) order by place`.execute(
    db,
  )
}

/** Who has read how far: at an event, between two, before all, behind all. */
async function writeFollowers(db: Database): Promise<void> {
  await sql`
    insert into event_follower (name, transaction, event_id)
    select 'at ' || id, transaction, id from event where id % 97 = 0
    union all select 'between ' || id, transaction, id + 100000 from event where id % 101 = 0
    union all select 'before ' || id, transaction, 0 from event where id % 103 = 0
    union all select 'start', '0'::xid8, 0
    union all select 'end', '6000000000'::xid8, 0`.execute(db)
}

/** What comes behind a position, without the horizon that the numbers of this server set. */
async function readBehind(url: string, follower: string): Promise<string[]> {
  const rows = await ask<{ verb: string }>(
    url,
    `select e.body ->> 'verb' as verb from event e, event_follower f
     where f.name = '${follower}' and (e.transaction, e.id) > (f.transaction, f.event_id) order by e.transaction, e.id`,
  )
  return rows.map(({ verb }) => verb)
}

test('the log keeps its order on another server, and every reader goes on where it was', {
  timeout: 120_000,
}, async () => {
  await writeLog(source.db)
  await writeFollowers(source.db)
  await sql`select pg_current_xact_id()`.execute(source.db)
  const data = env.RUSHES_DATA!
  await openDiskStore(join(data, 'media'))
  await writeFile(join(data, 'secret'), 'a key that is long enough')
  await backUpService(env, silentLog, { folder: join(folder, 'backup') })
  await restoreService(place.env, silentLog, { folder: join(folder, 'backup') })

  const order = `select body ->> 'verb' as verb, id from event order by transaction, id`
  const was = await ask<{ verb: string; id: string }>(source.url, order)
  assert.equal(was.length, countEvents)
  const inversions = was.filter(({ id }, index) => index > 0 && Number(id) < Number(was[index - 1]!.id)).length
  assert.ok(inversions > 100, `${inversions} ids stand behind larger ones`)
  assert.deepEqual(await ask(place.databaseUrl, order), was)
  const followers = (await ask<{ name: string }>(source.url, 'select name from event_follower')).map(({ name }) => name)
  assert.ok(followers.length > 50)
  for (const follower of followers) {
    assert.deepEqual(await readBehind(place.databaseUrl, follower), await readBehind(source.url, follower), follower)
  }
})

test('the new server is ahead of the log: all of it can be read, and what happens next comes behind it', async () => {
  const pool = createPool(place.databaseUrl, silentLog)
  const db = createDatabase(pool, silentLog)
  const readAll = async (from: EventPosition) => {
    const verbs: (string | undefined)[] = []
    for (let position = from; ; ) {
      const read = await readEvents(db, position, { limit: 500 })
      verbs.push(...read.events.map(({ verb }) => verb))
      position = read.position
      if (read.events.length < 500) return { verbs, position }
    }
  }
  try {
    const { verbs, position } = await readAll(logStart)
    assert.equal(verbs.length, countEvents)
    await sql`insert into event (type, created, body) values ('Activity', 1, '{"type": "Activity", "verb": "next"}')`.execute(
      db,
    )
    assert.deepEqual((await readAll(position)).verbs, ['next'])
    const [last] = await ask<{ id: string }>(
      place.databaseUrl,
      `select id from event where body ->> 'verb' <> 'next' order by transaction desc, id desc limit 1`,
    )
    assert.deepEqual((await readAll((await findEventPosition(db, Number(last!.id)))!)).verbs, ['next'])
  } finally {
    await pool.end()
  }
})

test('a column with transaction numbers that are no position in the log fails the backup', async () => {
  await sql`alter table mail_stop add column written xid8`.execute(source.db)
  await assert.rejects(
    backUpService(env, silentLog, { folder: join(folder, 'other') }),
    /mail_stop.written holds transaction numbers/,
  )
  await sql`alter table mail_stop drop column written`.execute(source.db)
})
