import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    /** Clips with a variable rate whose times of pictures are not stored yet. */
    frame_times_due: { readonly media_object_id: number }
  }
}

/** Takes a clip from the list; undefined when that is empty. */
export async function takeDueClip(db: Database): Promise<number | undefined> {
  const next = sql<number>`select media_object_id from frame_times_due limit 1 for update skip locked`
  const taken = await db
    .deleteFrom('frame_times_due')
    .where('media_object_id', 'in', sql<number>`(${next})`)
    .returning('media_object_id')
    .executeTakeFirst()
  return taken?.media_object_id
}
