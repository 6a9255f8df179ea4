import type { FrameTimes } from '@rushes/timebase'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

/** The times of frames of those of these clips whose rate is variable. */
export async function listFrameTimes(
  db: Database,
  mediaObjectIds: readonly number[],
): Promise<ReadonlyMap<number, FrameTimes>> {
  const rows = await db
    .selectFrom('media_frame_times')
    .select(['media_object_id', 'times', 'end_ms'])
    .where('media_object_id', '=', sql<number>`any (${[...mediaObjectIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ media_object_id: id, times, end_ms: end }) => [id, { times, end }]))
}

/** Stores the times of frames of a clip in place of those that it had. */
export async function upsertFrameTimes(
  db: Database,
  { mediaObjectId, productionId }: { readonly mediaObjectId: number; readonly productionId: number },
  { times, end }: FrameTimes,
): Promise<void> {
  const changed = { times: sql<number[]>`${[...times]}::integer[]`, end_ms: end }
  await db
    .insertInto('media_frame_times')
    .values({ media_object_id: mediaObjectId, production_id: productionId, ...changed })
    .onConflict(conflict => conflict.column('media_object_id').doUpdateSet(changed))
    .execute()
}

export async function deleteFrameTimes(db: Database, mediaObjectId: number): Promise<void> {
  await db.deleteFrom('media_frame_times').where('media_object_id', '=', mediaObjectId).execute()
}
