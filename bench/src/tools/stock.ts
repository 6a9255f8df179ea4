/** A made-up library put straight into the tables: through the interface a million annotations take twenty minutes. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type LibraryClip, makeLibrary } from './library.ts'

/** What of a production was made: ids of its clips, and of all its annotations. */
export interface StockedProduction {
  readonly prId: number
  readonly clipIds: number[]
  readonly ids: number[]
}

const rowsOfStatement = 2_000
const presetMs = 1_700_000_000_000

/** Opens the database of the service on a data folder, or the one that it is asked to use. */
export async function openDatabase(folder: string): Promise<Client> {
  const client = new Client({ connectionString: process.env.RUSHES_DATABASE_URL ?? (await findEmbedded(folder)) })
  await client.connect()
  return client
}

/** The address of an embedded server, from the file in which it tells its port and its socket. */
async function findEmbedded(folder: string): Promise<string> {
  const lines = (await readFile(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgres://rushes@/rushes?host=${encodeURIComponent(lines[4]!)}&port=${lines[3]}`
}

/** Puts clips with so many annotations in all into the productions, the same ones for the same seed; no search finds them yet. */
export async function stock(database: Client, prIds: readonly number[], size: number, seed: number) {
  const productions = prIds.map((prId): StockedProduction => ({ prId, clipIds: [], ids: [] }))
  const ids = await reserveIds(database, size * 2)
  const clips: object[] = []
  const annotations: object[] = []
  for (const clip of makeLibrary(size, seed)) {
    const production = productions[clip.production]!
    const clipId = ids()
    production.clipIds.push(clipId)
    clips.push({ ...toShared(clipId, production.prId), name: clip.body.name })
    for (const row of toAnnotations(clip, clipId, production.prId, ids)) {
      production.ids.push(row.id)
      annotations.push(row)
    }
    if (annotations.length >= rowsOfStatement) await write(database, clips.splice(0), annotations.splice(0))
  }
  await write(database, clips, annotations)
  await database.query('analyze annotation, media_object')
  return productions.filter(production => production.ids.length > 0)
}

async function reserveIds(database: Client, count: number): Promise<() => number> {
  const { rows } = await database.query<{ last: string }>(
    `select setval('rushes_id', nextval('rushes_id') + $1) as last`,
    [count],
  )
  let next = Number(rows[0]!.last) - count
  return () => next++
}

function toShared(id: number, productionId: number) {
  const created = presetMs + id * 1_000
  return { id, production_id: productionId, created, last_updated: created }
}

function* toAnnotations(clip: LibraryClip, clipId: number, productionId: number, ids: () => number) {
  const common = () => ({ ...toShared(ids(), productionId), media_object_id: clipId })
  const { name, ...own } = clip.body
  yield {
    ...common(),
    object_type: 'MediaObjectAnnotation',
    funnel: 'MediaObjectAnnotation',
    details: { ...own, name },
  }
  for (const { funnel, start, end, ...details } of clip.annotations) {
    const first = Number(start)
    const last = end === undefined ? first + 1 : Number(end)
    yield { ...common(), object_type: 'ClipAnnotation', funnel, start_frame: first, end_frame: last, details }
  }
}

async function write(database: Client, clips: readonly object[], annotations: readonly object[]): Promise<void> {
  await database.query(
    `insert into media_object (id, created, created_by, modified_by, last_updated, production_id, name)
    select id, created, 'REST', 'bench', last_updated, production_id, name
    from json_to_recordset($1) as clip (id bigint, created bigint, last_updated bigint, production_id bigint, name text)`,
    [JSON.stringify(clips)],
  )
  await database.query(
    `insert into annotation (id, created, created_by, modified_by, last_updated, production_id, media_object_id,
      object_type, funnel, start_frame, end_frame, details)
    select id, created, 'REST', 'bench', last_updated, production_id, media_object_id, object_type, funnel,
      coalesce(start_frame, 0), coalesce(end_frame, 0), details
    from json_to_recordset($1) as annotation (id bigint, created bigint, last_updated bigint, production_id bigint,
      media_object_id bigint, object_type text, funnel text, start_frame bigint, end_frame bigint, details jsonb)`,
    [JSON.stringify(annotations)],
  )
}
