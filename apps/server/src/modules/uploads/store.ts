import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { matchesText, type TextMatch } from '../../platform/text/text-match.ts'
import type { ByteRange } from './policy.ts'
import type { UploadSessionRow, UploadSessionTable } from './tables.ts'

export function insertSession(db: Database, row: Insertable<UploadSessionTable>): Promise<UploadSessionRow> {
  return db.insertInto('upload_session').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findSession(db: Database, id: number): Promise<UploadSessionRow | undefined> {
  return db.selectFrom('upload_session').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest upload of a clip: the one that is not closed, or that of its original. */
export function findSessionOfClip(db: Database, mediaObjectId: number): Promise<UploadSessionRow | undefined> {
  return db
    .selectFrom('upload_session')
    .selectAll()
    .where('media_object_id', '=', mediaObjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteSession(db: Database, id: number): Promise<void> {
  await db.deleteFrom('upload_session').where('id', '=', id).execute()
}

/** Deletes the uploads of a clip before this one. */
export async function deleteEarlierSessions(db: Database, mediaObjectId: number, id: number): Promise<void> {
  await db.deleteFrom('upload_session').where('media_object_id', '=', mediaObjectId).where('id', '<', id).execute()
}

/** Clips whose file was announced with this hash. */
export async function findClipIdsByHash(db: Database, productionId: number, match: TextMatch): Promise<number[]> {
  const rows = await db
    .selectFrom('upload_session')
    .select('media_object_id')
    .where('production_id', '=', productionId)
    .where(matchesText(sql.ref('hash'), match))
    .orderBy('media_object_id')
    .execute()
  return rows.map(row => row.media_object_id)
}

/** Lets synchronizations of a production follow each other, so that two of the same clip do not make two of it. */
export async function lockSynchronization(db: Database, productionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('synchronize', ${productionId}))`.execute(db)
}

/**
 * Waits until no other process has the store assemble this upload, and keeps others from it until the transaction ends:
 * stores differ in what they make of two completions at once. An assembly may take minutes, in which the database has
 * nothing to do.
 */
export async function lockAssembly(db: Database, uploadId: number): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended('assembly', ${uploadId}))`.execute(db)
}

/** Uploads that were not ended in their time, the oldest first. */
export function listExpiredSessions(db: Database, now: number, most: number): Promise<UploadSessionRow[]> {
  return (
    db
      .selectFrom('upload_session')
      .selectAll()
      .where('expires', '<', now)
      // Written out: a plan made for any value could not use the index of these rows alone.
      .where('state', '<>', sql.lit('CLOSED'))
      .orderBy('expires')
      .limit(most)
      .execute()
  )
}

/** Uploads that are not closed; without those that are closing and have no bytes, of which no store has anything. */
export function listUnclosedSessions(db: Database): Promise<UploadSessionRow[]> {
  return db
    .selectFrom('upload_session')
    .selectAll()
    .where('state', '<>', sql.lit('CLOSED'))
    .where(eb => eb.or([eb('state', '=', 'OPEN'), eb('received_bytes', '>', 0)]))
    .orderBy('id')
    .execute()
}

/** Forgets what has been received. */
export async function deleteRanges(db: Database, uploadId: number): Promise<void> {
  await db.deleteFrom('upload_range').where('upload_id', '=', uploadId).execute()
}

/** Makes these ranges, sorted and merged, all that has been received of an upload that the caller has locked. */
export async function replaceRanges(db: Database, uploadId: number, ranges: readonly ByteRange[]): Promise<void> {
  await deleteRanges(db, uploadId)
  const rows = ranges.map(([start, end]) => ({ upload_id: uploadId, start_byte: start, end_byte: end }))
  if (rows.length > 0) await db.insertInto('upload_range').values(rows).execute()
  const receivedBytes = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  await updateSession(db, uploadId, { received_bytes: receivedBytes })
}

/** The upload, locked until the transaction ends. */
export function lockSession(db: Database, id: number): Promise<UploadSessionRow | undefined> {
  return db.selectFrom('upload_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateSession(db: Database, id: number, change: Updateable<UploadSessionTable>): Promise<void> {
  await db.updateTable('upload_session').set(change).where('id', '=', id).execute()
}

/** What has been received, sorted and merged. */
export async function listReceived(db: Database, uploadId: number): Promise<ByteRange[]> {
  const rows = await db
    .selectFrom('upload_range')
    .select(['start_byte', 'end_byte'])
    .where('upload_id', '=', uploadId)
    .orderBy('start_byte')
    .execute()
  return rows.map(row => [row.start_byte, row.end_byte])
}

/** How many are under way, by their states. */
export async function countUploads(db: Database): Promise<{ open: number; closing: number }> {
  const rows = await db
    .selectFrom('upload_session')
    .select(eb => ['state', eb.fn.countAll<number>().as('count')])
    .where('state', '<>', 'CLOSED')
    .groupBy('state')
    .execute()
  const count = (state: UploadSessionRow['state']) => Number(rows.find(row => row.state === state)?.count ?? 0)
  return { open: count('OPEN'), closing: count('CLOSING') }
}
