import { sql } from 'kysely'
import { databaseTime, isFree, leaseMs } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { ByteRange } from '../policy.ts'

/** A chunk that holds the file of its upload, and whether some of its bytes were received before. */
interface InsertedChunk {
  readonly id: number
  readonly isResent: boolean
}

/** Holds the file of an upload for a chunk with these bytes; nothing when the upload takes none. */
export async function insertChunk(
  db: Database,
  uploadId: number,
  holder: string,
  [start, end]: ByteRange,
): Promise<InsertedChunk | undefined> {
  // A close that is about to commit is waited for.
  const { rows } = await sql<InsertedChunk>`
    insert into upload_chunk (upload_id, holder, leased_until)
    select id, ${holder}, ${databaseTime(leaseMs)} from upload_session where id = ${uploadId} and state = 'OPEN' for share
    returning id, exists (
      select 1 from upload_range
      where upload_id = ${uploadId} and start_byte < ${end}::bigint and end_byte > ${start}::bigint
    ) as "isResent"
  `.execute(db)
  return rows[0]
}

/**
 * Prolongs holds that have not lapsed and whose uploads still take chunks, or that are among `writing`, which a close
 * waits for; gives the ids of those.
 */
export async function prolongChunks(
  db: Database,
  ids: readonly number[],
  writing: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update upload_chunk set leased_until = ${databaseTime(leaseMs)}
    from upload_session
    where upload_session.id = upload_chunk.upload_id
      and (upload_session.state = 'OPEN' or upload_chunk.id = any(${[...writing]}::bigint[]))
      and upload_chunk.id = any(${[...ids]}::bigint[]) and upload_chunk.leased_until > ${databaseTime()}
    returning upload_chunk.id
  `.execute(db)
  return rows.map(row => row.id)
}

/**
 * Ends a hold and records that its range is on the disk, merged with those that it touches. Returns how many bytes have
 * been received in all; nothing when the hold had lapsed, or the upload is closed and had not received these bytes.
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
