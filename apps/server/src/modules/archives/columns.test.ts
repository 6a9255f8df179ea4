/** The schema, held against what becomes of each of its columns in an archive: nothing new is forgotten unseen. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Database } from '../../platform/database/index.ts'
import { type ArchivedTable, archivedTables, leftOutTables } from './testing/fates.ts'
import { createRichProduction } from './testing/rich-production.ts'
import { fetchArchive, sendArchive } from './testing/tar-file.ts'

type Row = Readonly<Record<string, unknown>>

interface Side {
  readonly tables: Readonly<Record<string, readonly Row[]>>
  /** What ids are called, wherever they are. */
  readonly names: ReadonlyMap<string, string>
}

/** Of ten digits each, that no other number has. */
const firstIdHere = 7_000_000_000
const firstIdThere = 3_000_000_000
const idsHere = /(?<!\d)7\d{9}(?!\d)/
const ids = /(?<!\d)[37]\d{9}(?!\d)/g

let source: TestService
let target: TestService
let here: Side
let there: Side
before(async () => {
  ;[source, target] = await Promise.all([startTestService(), startTestService()])
  await beginIdsAt(source, firstIdHere)
  await beginIdsAt(target, firstIdThere)
  // Everybody is known there, so that nothing is left out.
  const { id: elsewhere } = await target.createProduction('Elsewhere')
  for (const name of ['bob', 'alice']) {
    const { user } = await target.createUser(name)
    await target.admin.productions.addParticipant({
      prId: elsewhere,
      body: { userId: user.id, rights: ['PRODUCTION_VIEW'] },
    })
  }
  const { prId } = await createRichProduction(source)
  await fillEmptyColumns(source.service.platform.database, prId)
  const archive = await fetchArchive(source.admin, prId, { media: 'all' })
  const { production, leftOut } = await sendArchive(target.admin, target.accountId, archive)
  assert.deepEqual(leftOut, {})
  here = await readSide(source, prId)
  there = await readSide(target, production.id)
})
after(async () => {
  await Promise.all([source.stop(), target.stop()])
})

async function beginIdsAt({ service }: TestService, id: number): Promise<void> {
  await sql`select setval('rushes_id', ${id})`.execute(service.platform.database)
}

/** What no endpoint fills, or only a long way round. */
async function fillEmptyColumns(db: Database, prId: number): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  const alice = sql`(select id from users where username = 'alice')`
  for (const table of ['media_object', 'media_instance', 'media_track']) {
    await run(sql`update ${sql.table(table)} set creator_id = ${alice} where production_id = ${prId}`)
  }
  await run(sql`update production set type = 'SERIES', active_status = 'Archived' where id = ${prId}`)
  await run(sql`update category set description = 'Chosen' where production_id = ${prId}`)
  await run(
    sql`update editorial_object set funnel = 'Cut', system_fields = '{"lane": 2}' where production_id = ${prId}`,
  )
  await run(sql`
    update media_object set umid = 'umid ' || id % 1000, file_name = id % 1000 || '.mov', original_bytes = 400000 + id % 1000,
      duration_ms = id % 1000, timecode_frames = 90000 + id % 1000, drop_frame = rate_num is not null, key_frame = 12, proxy_online = true,
      package_id = (select max(id) from media_object where production_id = ${prId}),
      created_by_share_id = (select min(id) from share where production_id = ${prId}),
      created_by_shared_user_id = (select min(id) from shared_user where production_id = ${prId})
    where production_id = ${prId}`)
  await run(sql`
    update media_instance set description = 'Take ' || id % 1000, profile = 'h264', quality = 'LOW', duration_ms = id % 1000,
      material_info = '{"reel": 4}', media_info = '{"container": "mov"}', announced_hash = md5((id % 1000)::text)
    where production_id = ${prId}`)
  await run(sql`
    insert into media_frame_times select min(id), production_id, '{0, 40, 120}', 160 from media_object
    where production_id = ${prId} group by production_id`)
  await run(sql`
    insert into mention select id, ${alice}, 1700000000000 + id % 1000 from annotation
    where production_id = ${prId} and details ? 'mentionIds'
    on conflict (annotation_id, mentioned_id) do update set created = excluded.created`)
  await run(sql`
    update file_resource set md5_verified = 1700000000000, remove_from_quota = true,
      editorial_object_id = (select min(id) from editorial_object where production_id = ${prId})
    where production_id = ${prId}`)
  await run(sql`
    update share set description = 'To be seen', password_hash = 'hash', callback_url = 'https://callback.example/'
    where production_id = ${prId}`)
  await run(sql`update shared_user set first_name = 'Vera', last_name = 'de Wit' where production_id = ${prId}`)
  await run(sql`
    update shared_user set user_id = (select max(id) from users)
    where id = (select min(id) from shared_user where production_id = ${prId})`)
  await run(sql`update share_shared_user set last_seen = added + 5`)
  await run(sql`
    insert into delivery_workspace select account_id, 'product 7', id, 3 from production where id = ${prId}`)
  await run(sql`
    insert into delivery_object select production_id, 'episode', 'episode ' || id % 1000, id from editorial_object
    where production_id = ${prId}`)
  await run(sql`
    update delivery_request set template_key = 'promo', active_status = 'Archived',
      editorial_object_id = (select min(id) from editorial_object where production_id = ${prId})
    where production_id = ${prId}`)
  await run(sql`
    update delivery_submission set active_status = 'Archived', pre_delivery_status = 'ProbeCompleted',
      details = jsonb_build_object('reviewer', ${alice}, 'reviewComments', 'Too short')
    where production_id = ${prId}`)
  await run(sql`
    update thesaurus set form_fields_definition = '{"fields": {"note": {"type": "STRING"}}}'`)
  await run(sql`
    update thesaurus_entry set form_field_values = '{"note": "a town"}', custom_fields = '{"colour": "red"}'`)
}

async function readSide({ service, accountId }: TestService, prId: number): Promise<Side> {
  const db = service.platform.database
  const tables: Record<string, Row[]> = {}
  for (const [name, { where, order }] of Object.entries(archivedTables)) {
    const condition = where.replaceAll('$1', String(prId)).replaceAll('$2', String(accountId))
    const [rows, chosen, inOrder] = [sql.table(name), sql.raw(condition), sql.raw(order)]
    tables[name] = (await sql<Row>`select * from ${rows} where ${chosen} order by ${inOrder}`.execute(db)).rows
  }
  const { rows: users } = await sql<{ id: number; username: string }>`select id, username from users`.execute(db)
  const names = new Map(users.map(({ id, username }) => [String(id), `the user ${username}`]))
  for (const [name, rows] of Object.entries(tables)) {
    for (const [place, { id }] of rows.entries()) if (id !== undefined) names.set(String(id), `${name} ${place}`)
  }
  return { tables, names }
}

test('every table, and every column of those that are archived, is known', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v')
    group by c.relname`.execute(source.service.platform.database)
  const archived = Object.keys(archivedTables)
  const known = [...archived, ...Object.values(leftOutTables).flat()]
  assert.deepEqual(rows.map(row => row.table).toSorted(), known.toSorted())
  for (const { table, columns } of rows.filter(row => archived.includes(row.table))) {
    const { kept, fresh } = archivedTables[table]!
    assert.deepEqual([...kept, ...fresh].toSorted(), columns.toSorted(), table)
  }
})

describe('of a production that is imported elsewhere', () => {
  for (const [name, table] of Object.entries(archivedTables)) {
    test(`the rows of ${name} are those that were there`, () => assertSameRows(name, table))
  }
})

function assertSameRows(name: string, { kept }: ArchivedTable): void {
  const [was, is] = [here.tables[name]!, there.tables[name]!]
  assert.equal(is.length, was.length)
  for (const column of kept) {
    assert.ok(
      was.some(row => says(row[column])),
      `${column}: no row has it, so that nothing is shown`,
    )
    const [textsBefore, texts] = [was, is].map(rows => rows.map(row => JSON.stringify(row[column])))
    for (const [place, text] of texts!.entries()) {
      assert.doesNotMatch(text, idsHere, `${column} of row ${place} has an id that is nobody's there`)
      assert.equal(toNamed(text, there), toNamed(textsBefore![place]!, here), `${column} of row ${place}`)
    }
  }
}

/** Whether a value is another one than most columns have by themselves. */
function says(value: unknown): boolean {
  return !['null', 'false', '{}', '[]', '0', '""'].includes(JSON.stringify(value))
}

/** A text in which things are called by their table and their place in it instead of by their ids. */
function toNamed(text: string, { names }: Side): string {
  return text.replaceAll(ids, id => names.get(id) ?? 'something that is gone')
}
