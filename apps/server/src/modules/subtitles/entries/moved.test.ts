import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { serverVariable, silentLog, startTestPostgres, withDatabase } from '../../../../test/database.ts'
import { createDatabase, createPool, migrate } from '../../../platform/database/index.ts'
import { findAnnotations } from '../../annotations/index.ts'
import { entryList, listEntries } from './entries.ts'

const migrations = join(import.meta.dirname, '../../../platform/database/migrations')
const thisMigration = '0117_subtitle_entries.sql'

const entries = [
  { start: 0, end: 5, textParts: [{ content: 'One' }], unknown: null },
  { start: 5, end: 9, textParts: [{ content: 'Two' }], confidence: 0.25 },
  { start: 9, end: 12, textParts: [{ content: 'Three' }] },
]
const changed = { start: 5, end: 9, textParts: [{ content: 'Two, changed' }], id: 'b' }
const more = { regions: [{ id: 'r' }], subtitlePresetId: 'p' }

/** What was stored: funnel, content, what had changed in it since; and what it says. */
const cases: [string, object, object, object][] = [
  ['Subtitle', { ...more, subtitles: entries }, {}, { ...more, subtitles: entries }],
  ['Subtitle', { subtitles: entries }, { 'subtitles/1': changed }, { subtitles: [entries[0], changed, entries[2]] }],
  ['Subtitle', { subtitles: [] }, {}, { subtitles: [] }],
  ['Subtitle', { subtitles: 'none', regions: [] }, {}, { subtitles: 'none', regions: [] }],
  ['Subtitle', {}, {}, {}],
  ['Subtitle', { subtitles: [null, 1, 'x'] }, {}, { subtitles: [null, 1, 'x'] }],
  ['TranscriptAnnotation', { 'a/b': [{ n: 1 }, { n: 2 }] }, { 'a/b/1': { n: 3 } }, { 'a/b': [{ n: 1 }, { n: 3 }] }],
  ['ReviewComment', { subtitles: entries }, {}, { subtitles: entries }],
]

test('subtitles that were stored before their entries were rows are the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-migrations-'))
  const own = process.env[serverVariable] === undefined ? await startTestPostgres() : undefined
  const server = own?.url ?? process.env[serverVariable]!
  const root = createPool(server, silentLog)
  await root.query('create database moved_entries')
  const url = withDatabase(server, 'moved_entries')
  const pool = createPool(url, silentLog)
  const db = createDatabase(pool, silentLog)
  try {
    for (const name of await readdir(migrations)) {
      if (name < thisMigration) await cp(join(migrations, name), join(folder, name))
    }
    await migrate(url, silentLog, folder)
    await sql`alter table annotation drop constraint annotation_production_id_fkey`.execute(db)
    for (const [index, [funnel, content, changes]] of cases.entries()) {
      await sql`insert into annotation (id, created, created_by, modified_by, last_updated, production_id, media_object_id,
        object_type, funnel, start_frame, end_frame, structured_description, content_changes)
        values (${index + 1}, 0, 'test', 'test', 0, 1, ${index + 1}, 'StructuredAnnotation', ${funnel}, 0, 100,
          ${JSON.stringify(content)}::jsonb, ${JSON.stringify(changes)}::jsonb)`.execute(db)
    }
    await migrate(url, silentLog)
    const source = { db, platform: { modules: [{ name: 'subtitles', contentList: entryList }] } }
    const rows = await findAnnotations(source, { productionId: 1 })
    assert.deepEqual(
      rows.map(row => row.structured_description),
      cases.map(([, , , expected]) => expected),
    )
    const { rows: stored } = await sql<{ id: number; count: number }>`select annotation_id as id, count(*) as count
      from subtitle_entry group by annotation_id order by annotation_id`.execute(db)
    const counts = cases.flatMap(([funnel, content], index) => {
      const { length } = listEntries(content)
      return funnel === 'Subtitle' && length > 0 ? [[index + 1, length]] : []
    })
    assert.deepEqual(
      stored.map(({ id, count }) => [id, count]),
      counts,
    )
    const { rows: left } = await sql`select from annotation
      where structured_description ? 'subtitles' and id in (select annotation_id from subtitle_entry)`.execute(db)
    assert.deepEqual(left, [])
  } finally {
    await db.destroy()
    await root.query('drop database moved_entries with (force)')
    await root.end()
    await own?.stop()
    await rm(folder, { recursive: true })
  }
})
