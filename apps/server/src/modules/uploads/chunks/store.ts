import { sql } from 'kysely'
import { databaseTime, isFree, leaseMs } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { ByteRange } from '../policy.ts'

/** Holds the file of an upload for a chunk; nothing when the upload takes none. The hold's id. */
export async function insertChunk(db: Database, uploadId: number, holder: string): Promise<number | undefined> {
  // A close that is about to commit is waited for.
  const { rows } = await sql<{ id: number }>`
    insert into upload_chunk (upload_id, holder, leased_until)
    select id, ${holder}, ${databaseTime(leaseMs)} from upload_session where id = ${uploadId} and state = 'OPEN' for share
    returning id
  `.execute(db)
  return rows[0]?.id
}

/** Prolongs holds that have not lapsed and whose uploads still take chunks; gives the ids of those. */
export async function prolongChunks(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update upload_chunk set leased_until = ${databaseTime(leaseMs)}
    from upload_session
    where upload_session.id = upload_chunk.upload_id and upload_session.state = 'OPEN'
      and upload_chunk.id = any(${[...ids]}::bigint[]) and upload_chunk.leased_until > ${databaseTime()}
    returning upload_chunk.id
  `.execute(db)
  return rows.map(row => row.id)
}

/**
 * Ends a hold and records that its range is on the disk, merged with those that it touches. Returns how many bytes have
 * been received in all; nothing when the hold had lapsed or the upload takes no more.
 */
export async function finishChunk(
  db: Database,
  { id, uploadId }: { id: number; uploadId: number },
  [start, end]: ByteRange,
  expires: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ received: number | null }>`
    select finish_upload_chunk(
      ${id}::bigint, ${uploadId}::bigint, ${start}::bigint, ${end}::bigint, ${expires}::bigint
    ) as received
  `.execute(db)
  return rows[0]?.received ?? undefined
}

/** Ends a hold. */
export async function deleteChunk(db: Database, id: number): Promise<void> {
  await db.deleteFrom('upload_chunk').where('id', '=', id).execute()
}

/** Whether any process still holds the file of an upload. */
export async function isHeld(db: Database, uploadId: number): Promise<boolean> {
  const row = await db
    .selectFrom('upload_chunk')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where(where => where.not(isFree))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the holds of all other processes. */
export async function deleteChunksOfOthers(db: Database, holder: string): Promise<void> {
  await db.deleteFrom('upload_chunk').where('holder', '!=', holder).execute()
}

/** Forgets the holds of an upload that is closed: those that lapsed are left. */
export async function deleteChunksOfUpload(db: Database, uploadId: number): Promise<void> {
  await db.deleteFrom('upload_chunk').where('upload_id', '=', uploadId).execute()
}
