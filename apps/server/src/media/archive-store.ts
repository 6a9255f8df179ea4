import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'

/** Has clips count for as many bytes as their originals have, whatever was said of them. */
export async function countOriginals(db: Database, productionId: number): Promise<void> {
  await sql`update media_object clip set original_bytes = greatest(clip.original_bytes, raw.bytes)
    from (
      select media_object_id, sum(size) as bytes from media_instance
      where production_id = ${productionId} and type = 'RAW' group by media_object_id
    ) as raw
    where raw.media_object_id = clip.id and clip.original_bytes < raw.bytes`.execute(db)
}
