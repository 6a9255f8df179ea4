import { sql } from 'kysely'
import { databaseTime, isFree, leaseMs } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { ByteRange } from '../policy.ts'

/** A chunk that holds the file of its upload. */
interface InsertedChunk {
  readonly id: number
  /** Whether some of its bytes were received before, or another chunk may be writing them. */
  readonly isResent: boolean
}

/** Holds the file of an upload for a chunk with these bytes; nothing when the upload takes none. */
export async function insertChunk(
  db: Database,
  uploadId: number,
  holder: string,
  [start, end]: ByteRange,
): Promise<InsertedChunk | undefined> {
  const { rows } = await sql<InsertedChunk>`
    select chunk_id as id, is_resent as "isResent" from begin_upload_chunk(
      ${uploadId}::bigint, ${holder}, ${leaseMs}::bigint, ${start}::bigint, ${end}::bigint
    ) where chunk_id is not null
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

/** Whether a hold of an upload has lapsed: its process died, or may go on where it was stopped. */
export async function hasLapsedChunks(db: Database, uploadId: number): Promise<boolean> {
  const row = await db
    .selectFrom('upload_chunk')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where(isFree)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets the holds of an upload that is closed: those that lapsed are left. */
export async function deleteChunksOfUpload(db: Database, uploadId: number): Promise<void> {
  await db.deleteFrom('upload_chunk').where('upload_id', '=', uploadId).execute()
}
