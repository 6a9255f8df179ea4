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
 * Ends a hold and records that its range is on the disk, merged with those that it touches; what earlier chunks have
 * left half written there is whole again, where this one has written. Returns how many bytes have been received in all;
 * nothing when the hold had lapsed, or the upload is closed and had not received these bytes.
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

/**
 * Notes that a chunk begins to write what it has, up to `end`, where it was sent again over bytes that came before; false
 * when its hold has lapsed or the upload takes no more. A close that is about to commit is waited for: it knows of every
 * chunk that writes.
 */
export async function beginWriting(
  db: Database,
  { id, uploadId, isResent }: InsertedChunk & { uploadId: number },
  end: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload_chunk set is_writing = ${isResent}, end_byte = ${end}::bigint, leased_until = ${databaseTime(leaseMs)}
    from (select id from upload_session where id = ${uploadId}::bigint and state = 'OPEN' for share) as open_upload
    where upload_chunk.upload_id = open_upload.id and upload_chunk.id = ${id}::bigint
      and upload_chunk.leased_until > ${databaseTime()}
  `.execute(db)
  return numAffectedRows === 1n
}

/**
 * Notes that a chunk begins to replace bytes that came before as its own come; false when its hold has lapsed or the
 * upload takes no more. A close does not wait for its end.
 */
export async function beginReplacing(
  db: Database,
  { id, uploadId }: { id: number; uploadId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update upload_chunk set is_replacing = true, leased_until = ${databaseTime(leaseMs)}
    from (select id from upload_session where id = ${uploadId}::bigint and state = 'OPEN' for share) as open_upload
    where upload_chunk.upload_id = open_upload.id and upload_chunk.id = ${id}::bigint
      and upload_chunk.leased_until > ${databaseTime()}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Whether a chunk that did not end well has begun to write over some of these bytes. */
export async function hasHalfWritten(db: Database, uploadId: number, [start, end]: ByteRange): Promise<boolean> {
  const row = await db
    .selectFrom('upload_chunk')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where(isFree)
    .where(where => where.or([where('is_writing', '=', true), where('is_replacing', '=', true)]))
    .where('start_byte', '<', end)
    .where('end_byte', '>', start)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An upload takes no further chunk after so many that were not recorded, as `begin_upload_chunk` counts them. */
const mostUnrecordedChunks = 1000

export async function hasTooManyUnrecorded(db: Database, uploadId: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('upload_chunk')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('upload_id', '=', uploadId)
    .where(isFree)
    .executeTakeFirstOrThrow()
  return Number(count) >= mostUnrecordedChunks
}

/** Ends a hold, and forgets it: its chunk has written nothing. */
export async function deleteChunk(db: Database, id: number): Promise<void> {
  await db.deleteFrom('upload_chunk').where('id', '=', id).execute()
}

/**
 * Ends the hold of a chunk that was not recorded, and may have written up to `end`. It stays until the close: one with
 * some of the same bytes is one that is sent again.
 */
export async function endChunk(db: Database, id: number, end: number): Promise<void> {
  await db.updateTable('upload_chunk').set({ leased_until: 0, end_byte: end }).where('id', '=', id).execute()
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

/**
 * Ends the holds of all other processes, which are dead. One whose length was not known has written nothing behind the
 * room that its upload has.
 */
export async function endChunksOfOthers(db: Database, holder: string): Promise<void> {
  await sql`
    update upload_chunk set leased_until = 0, end_byte = greatest(start_byte, least(end_byte, upload_session.size))
    from upload_session where upload_session.id = upload_chunk.upload_id and holder <> ${holder}
  `.execute(db)
}

/** The same of the holds of an upload that have lapsed. */
export async function boundLapsedChunks(db: Database, uploadId: number): Promise<void> {
  await sql`
    update upload_chunk set end_byte = greatest(start_byte, least(end_byte, upload_session.size))
    from upload_session where upload_session.id = upload_chunk.upload_id and upload_id = ${uploadId}::bigint
      and leased_until <= ${databaseTime()} and end_byte > upload_session.size
  `.execute(db)
}

/** A chunk that was not recorded: it was refused, or its process died or stands still. */
interface UnrecordedChunk {
  readonly id: number
  /** Whether its process may go on where it was stopped. */
  readonly mayGoOn: boolean
  /** Whether it had begun to write over bytes that came before. */
  readonly hasReplaced: boolean
  /** Null where that was not noted. */
  readonly range: ByteRange | null
}

/** The chunks of an upload that nothing waits for any more. */
export async function listUnrecordedChunks(db: Database, uploadId: number): Promise<UnrecordedChunk[]> {
  const rows = await db
    .selectFrom('upload_chunk')
    .select(['id', 'leased_until', 'is_writing', 'is_replacing', 'start_byte', 'end_byte'])
    .where('upload_id', '=', uploadId)
    .where(isFree)
    .orderBy('id')
    .execute()
  return rows.map(({ id, leased_until: until, start_byte: start, end_byte: end, ...row }) => ({
    id,
    mayGoOn: until !== 0,
    hasReplaced: row.is_writing || row.is_replacing,
    range: start === null || end === null ? null : [start, end],
  }))
}

/** Where chunks end that hold an upload and have not ended; nothing where none does. */
export async function findHeldEnd(
  db: Database,
  uploadId: number,
  { isWriting }: { isWriting: boolean },
): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('upload_chunk')
    .select(({ fn }) => fn.max('end_byte').as('last'))
    .where('upload_id', '=', uploadId)
    .where(where => where.not(isFree))
    .$if(isWriting, query => query.where('is_writing', '=', true))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

/** Forgets that chunks which were not recorded wrote over bytes, once those are to be sent once more. */
export async function forgetWriting(db: Database, uploadId: number): Promise<void> {
  await db
    .updateTable('upload_chunk')
    .set({ is_writing: false, is_replacing: false })
    .where('upload_id', '=', uploadId)
    .where(isFree)
    .execute()
}

/** Forgets the holds of an upload that is closed: those that lapsed are left. */
export async function deleteChunksOfUpload(db: Database, uploadId: number): Promise<void> {
  await db.deleteFrom('upload_chunk').where('upload_id', '=', uploadId).execute()
}
