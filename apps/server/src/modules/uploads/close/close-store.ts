import type { CloseRequest } from '@rushes/contract'
import { databaseTime, isFree, leaseMs } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'

/** A close whose process is gone, or has failed. */
interface UnfinishedClose {
  readonly uploadId: number
  readonly request: CloseRequest
}

/** Notes that a process closes an upload, or another one once more. */
export async function insertClose(
  db: Database,
  uploadId: number,
  holder: string,
  { skipIngest = false, skipVerification = false }: CloseRequest,
): Promise<void> {
  const lease = { lease_holder: holder, leased_until: databaseTime(leaseMs) }
  const close = { ...lease, skip_ingest: skipIngest, skip_verification: skipVerification }
  await db
    .insertInto('upload_close')
    .values({ upload_id: uploadId, ...close })
    .onConflict(conflict => conflict.column('upload_id').doUpdateSet(close))
    .execute()
}

/** False for a close that another process has taken, or that is over. */
export async function renewClose(db: Database, uploadId: number, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload_close')
    .set({ leased_until: databaseTime(leaseMs) })
    .where('upload_id', '=', uploadId)
    .where('lease_holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Leaves a close to the process that looks next. */
export async function releaseClose(db: Database, uploadId: number, holder: string): Promise<void> {
  await db
    .updateTable('upload_close')
    .set({ leased_until: 0 })
    .where('upload_id', '=', uploadId)
    .where('lease_holder', '=', holder)
    .execute()
}

/** Leaves the closes of all other processes to the one that looks next. */
export async function releaseClosesOfOthers(db: Database, holder: string): Promise<void> {
  await db.updateTable('upload_close').set({ leased_until: 0 }).where('lease_holder', '!=', holder).execute()
}

export async function deleteClose(db: Database, uploadId: number): Promise<void> {
  await db.deleteFrom('upload_close').where('upload_id', '=', uploadId).execute()
}

/** Takes over a close that no process does at this moment; nothing where there is none. */
export async function takeUnfinishedClose(
  db: Database,
  holder: string,
  besides: readonly number[],
): Promise<UnfinishedClose | undefined> {
  const unfinished = db
    .selectFrom('upload_close')
    .select('upload_id')
    .where(isFree)
    .where('upload_id', 'not in', besides.length > 0 ? besides : [0])
    .orderBy('upload_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .updateTable('upload_close')
    .set({ lease_holder: holder, leased_until: databaseTime(leaseMs) })
    .where('upload_id', 'in', unfinished)
    .returning(['upload_id', 'skip_ingest', 'skip_verification'])
    .executeTakeFirst()
  if (!row) return undefined
  const request = { skipIngest: row.skip_ingest, skipVerification: row.skip_verification }
  return { uploadId: row.upload_id, request }
}
