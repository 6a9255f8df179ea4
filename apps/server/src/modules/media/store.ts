import type { InstanceType } from '@rushes/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { databaseTime } from '../../platform/background/lease.ts'
import type { Database } from '../../platform/database/index.ts'
import { matchesText, type TextMatch } from '../../platform/text/text-match.ts'
import type {
  MediaInstanceRow,
  MediaInstanceTable,
  MediaObjectRow,
  MediaObjectTable,
  MediaRemovalTable,
  MediaTrackRow,
  MediaTrackTable,
} from './tables.ts'

export function insertMediaObject(db: Database, row: Insertable<MediaObjectTable>): Promise<MediaObjectRow> {
  return db.insertInto('media_object').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findMediaObject(db: Database, productionId: number, id: number): Promise<MediaObjectRow | undefined> {
  return selectMediaObject(db, productionId, id).executeTakeFirst()
}

/** The clip, locked until the transaction ends. */
export function findMediaObjectForUpdate(
  db: Database,
  productionId: number,
  id: number,
): Promise<MediaObjectRow | undefined> {
  return selectMediaObject(db, productionId, id).forUpdate().executeTakeFirst()
}

function selectMediaObject(db: Database, productionId: number, id: number) {
  return db.selectFrom('media_object').selectAll().where('id', '=', id).where('production_id', '=', productionId)
}

/** Clips of a production, oldest first: all, those with these ids, those behind an id, or one page. */
export function listMediaObjectRows(
  db: Database,
  productionId: number,
  options: { ids?: readonly number[] | undefined; afterId?: number | undefined; offset?: number; limit?: number } = {},
): Promise<MediaObjectRow[]> {
  let query = db.selectFrom('media_object').selectAll().where('production_id', '=', productionId).orderBy('id')
  if (options.ids !== undefined) query = query.where('id', '=', sql<number>`any (${[...options.ids]}::bigint[])`)
  if (options.afterId !== undefined) query = query.where('id', '>', options.afterId)
  if (options.offset !== undefined) query = query.offset(options.offset)
  if (options.limit !== undefined) query = query.limit(options.limit)
  return query.execute()
}

/** Ids of the clips with a matching text in a column, oldest first. */
export async function findMediaObjectIds(
  db: Database,
  productionId: number,
  column: 'name' | 'umid' | 'type' | 'file_name',
  match: TextMatch,
): Promise<number[]> {
  const rows = await db
    .selectFrom('media_object')
    .select('id')
    .where('production_id', '=', productionId)
    .where(matchesText(sql.ref(column), match))
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** These clips, of whichever productions. */
export function findMediaObjectRows(db: Database, ids: readonly number[]): Promise<MediaObjectRow[]> {
  return db
    .selectFrom('media_object')
    .selectAll()
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .execute()
}

/** Counts so many more bytes for the original of a clip, or fewer. */
export async function addOriginalBytes(db: Database, id: number, bytes: number): Promise<void> {
  await db
    .updateTable('media_object')
    .set({ original_bytes: sql<number>`original_bytes + ${bytes}` })
    .where('id', '=', id)
    .execute()
}

/** How many clips a production holds and how many bytes their originals have, announced ones among them. */
export async function measureUsage(
  db: Database,
  productionId: number,
  ids?: readonly number[],
): Promise<{ mediaObjects: number; bytes: number }> {
  let query = db
    .selectFrom('media_object')
    .select([sql<string>`count(*)`.as('mediaObjects'), sql<string>`coalesce(sum(original_bytes), 0)`.as('bytes')])
    .where('production_id', '=', productionId)
  if (ids !== undefined) query = query.where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
  const row = await query.executeTakeFirstOrThrow()
  return { mediaObjects: Number(row.mediaObjects), bytes: Number(row.bytes) }
}

/** Bytes of the small files of a production that count. */
export async function measureFileBytes(db: Database, productionId: number): Promise<number> {
  const row = await db
    .selectFrom('file_resource')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('production_id', '=', productionId)
    .where('remove_from_quota', '=', false)
    .executeTakeFirstOrThrow()
  return Number(row.bytes)
}

/** Lets the creations of a production follow each other until the transaction ends, so that none overtakes the quota. */
export async function lockQuota(db: Database, productionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload quota', ${productionId}))`.execute(db)
}

/** The changed clip, its version raised; nothing when it does not exist. */
export function updateMediaObjectRow(
  db: Database,
  id: number,
  change: Updateable<MediaObjectTable>,
): Promise<MediaObjectRow | undefined> {
  return db
    .updateTable('media_object')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Removes the clip's row, and with it those of its instances and tracks. */
export async function deleteMediaObjectRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('media_object').where('id', '=', id).execute()
}

export function insertInstance(db: Database, row: Insertable<MediaInstanceTable>): Promise<MediaInstanceRow> {
  return db.insertInto('media_instance').values(row).returningAll().executeTakeFirstOrThrow()
}

/** An instance by its id alone, for signed links. */
export function findInstanceRow(db: Database, id: number): Promise<MediaInstanceRow | undefined> {
  return db.selectFrom('media_instance').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listInstanceRows(
  db: Database,
  mediaObjectIds: readonly number[],
  type?: InstanceType,
): Promise<MediaInstanceRow[]> {
  let query = db
    .selectFrom('media_instance')
    .selectAll()
    .where('media_object_id', '=', sql<number>`any (${[...mediaObjectIds]}::bigint[])`)
    .orderBy('id')
  if (type !== undefined) query = query.where('type', '=', type)
  return query.execute()
}

export function updateInstanceRow(
  db: Database,
  id: number,
  change: Updateable<MediaInstanceTable>,
): Promise<MediaInstanceRow | undefined> {
  return db
    .updateTable('media_instance')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteInstanceRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('media_instance').where('id', '=', id).execute()
}

export async function insertTracks(db: Database, rows: Insertable<MediaTrackTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('media_track').values(rows).execute()
}

export async function deleteTracks(db: Database, instanceId: number): Promise<void> {
  await db.deleteFrom('media_track').where('media_instance_id', '=', instanceId).execute()
}

export function listTrackRows(db: Database, instanceIds: readonly number[]): Promise<MediaTrackRow[]> {
  return db
    .selectFrom('media_track')
    .selectAll()
    .where('media_instance_id', '=', sql<number>`any (${[...instanceIds]}::bigint[])`)
    .orderBy('media_instance_id')
    .orderBy('position')
    .execute()
}

export async function insertRemovals(db: Database, rows: Insertable<MediaRemovalTable>[]): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await db.insertInto('media_removal').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

/** Files to remove, oldest first; rows that another process works on are skipped. A plan lasts for `maxPlanMs`. */
export function lockRemovals(db: Database, limit: number, maxPlanMs: number) {
  return db
    .selectFrom('media_removal')
    .selectAll()
    .where(eb => eb.or([eb('holder', 'is', null), eb('created', '<', databaseTime(-maxPlanMs))]))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Deletes removals; how many were there. */
export async function deleteRemovals(db: Database, ids: readonly number[]): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('media_removal')
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .executeTakeFirst()
  return numDeletedRows
}

/** Has a planned removal carried out. */
export async function releaseRemoval(db: Database, id: number): Promise<void> {
  await db.updateTable('media_removal').set({ holder: null }).where('id', '=', id).execute()
}

/** Has what all other processes have planned carried out. */
export async function releaseOtherRemovals(db: Database, holder: string): Promise<void> {
  await db.updateTable('media_removal').set({ holder: null }).where('holder', '<>', holder).execute()
}

/** The files of the staging folder that clips name. */
export async function listStagingNames(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_object')
    .select('staging_name')
    .where('staging_name', 'is not', null)
    .$narrowType<{ staging_name: string }>()
    .execute()
  return new Set(rows.map(row => row.staging_name))
}

/**
 * Which of these blobs nothing names: no file of a clip, no removal, planned or queued, and no upload that is open, whose
 * blob may be in place before its transaction.
 */
export async function listUnnamedBlobs(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) key
    where not exists (select from media_instance where blob_key = key)
      and not exists (select from media_removal where kind = 'blob' and name = key)
      and not exists (
        select from media_object where id = split_part(key, '/', 2)::bigint and staging_name is not null)`.execute(db)
  return rows.map(row => row.key)
}

/** Whether there is any file of a clip. */
export async function hasInstances(db: Database): Promise<boolean> {
  return (await db.selectFrom('media_instance').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The blobs of files of clips after the file `afterId`, by the ids of the files. */
export function listNamedBlobs(
  db: Database,
  afterId: number,
  limit: number,
): Promise<{ id: number; blob_key: string; size: number }[]> {
  return db
    .selectFrom('media_instance')
    .select(['id', 'blob_key', 'size'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many bytes the files of clips have, by their types. */
export async function sumBytesByType(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('media_instance')
    .select(['type', sql<number>`sum(size)`.as('bytes')])
    .groupBy('type')
    .execute()
  return Object.fromEntries(rows.map(({ type, bytes }) => [type, Number(bytes)]))
}

/** What the clips of each production store, by the id of the production; those without clips are left out. */
export async function sumBytesByProduction(
  db: Database,
): Promise<Map<number, { clips: number; originalBytes: number; derivedBytes: number }>> {
  const { rows } = await sql<{ id: number; clips: string; original: string; derived: string }>`
    with clip as (select production_id, count(*) as clips from media_object group by production_id),
      instance as (select production_id, sum(size) filter (where type = 'RAW') as original,
        sum(size) filter (where type <> 'RAW') as derived from media_instance group by production_id)
    select clip.production_id as id, clips, coalesce(original, 0) as original, coalesce(derived, 0) as derived
    from clip left join instance using (production_id)`.execute(db)
  return new Map(
    rows.map(({ id, clips, original, derived }) => [
      id,
      { clips: Number(clips), originalBytes: Number(original), derivedBytes: Number(derived) },
    ]),
  )
}

/** How many files are still to be removed from the store. */
export async function countRemovals(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('media_removal')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
