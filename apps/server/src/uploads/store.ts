import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { ByteRange } from './policy.ts'
import type { UploadSessionRow, UploadSessionTable } from './tables.ts'

export function insertSession(db: Database, row: Insertable<UploadSessionTable>): Promise<UploadSessionRow> {
  return db.insertInto('upload_session').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findSession(db: Database, id: number): Promise<UploadSessionRow | undefined> {
  return db.selectFrom('upload_session').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findSessionOfClip(db: Database, mediaObjectId: number): Promise<UploadSessionRow | undefined> {
  return db.selectFrom('upload_session').selectAll().where('media_object_id', '=', mediaObjectId).executeTakeFirst()
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

/** The upload, locked until the transaction ends. */
export function lockSession(db: Database, id: number): Promise<UploadSessionRow | undefined> {
  return db.selectFrom('upload_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateSession(db: Database, id: number, change: Updateable<UploadSessionTable>): Promise<void> {
  await db.updateTable('upload_session').set(change).where('id', '=', id).execute()
}

/** Lets an upload take chunks again, unless it was closed meanwhile. */
export async function reopenSession(db: Database, id: number): Promise<void> {
  await db
    .updateTable('upload_session')
    .set({ state: 'OPEN' })
    .where('id', '=', id)
    .where('state', '=', 'CLOSING')
    .execute()
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

/** Takes out the ranges that overlap or touch this one; the session is locked. */
export async function takeRangesAt(db: Database, uploadId: number, [start, end]: ByteRange): Promise<ByteRange[]> {
  const rows = await db
    .deleteFrom('upload_range')
    .where('upload_id', '=', uploadId)
    .where('start_byte', '<=', end)
    .where('end_byte', '>=', start)
    .returning(['start_byte', 'end_byte'])
    .execute()
  return rows.map(row => [row.start_byte, row.end_byte])
}

export async function insertRange(db: Database, uploadId: number, [start, end]: ByteRange): Promise<void> {
  await db.insertInto('upload_range').values({ upload_id: uploadId, start_byte: start, end_byte: end }).execute()
}

/** Lets the creations of a production follow each other until the transaction ends, so that none overtakes the quota. */
export async function lockQuota(db: Database, productionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload quota', ${productionId}))`.execute(db)
}
