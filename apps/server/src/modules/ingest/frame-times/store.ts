import type { Generated } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    /** Clips with a variable rate whose times of pictures are not stored yet. */
    frame_times_due: {
      readonly media_object_id: number
      /** When it was tried last and did not succeed; 0 where it was not. */
      readonly tried: Generated<number>
    }
  }
}

/** The next clip of the list that was not tried since; undefined where there is none. */
export async function findDueClip(db: Database, since: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('frame_times_due')
    .select('media_object_id')
    .where('tried', '<=', since)
    .orderBy('tried')
    .orderBy('media_object_id')
    .limit(1)
    .executeTakeFirst()
  return row?.media_object_id
}

/** Takes a clip off the list; false where another node has done so. */
export async function takeDueClip(db: Database, mediaObjectId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('frame_times_due')
    .where('media_object_id', '=', mediaObjectId)
    .returning('media_object_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a clip behind the others. */
export async function postponeDueClip(db: Database, mediaObjectId: number, tried: number): Promise<void> {
  await db.updateTable('frame_times_due').set({ tried }).where('media_object_id', '=', mediaObjectId).execute()
}
