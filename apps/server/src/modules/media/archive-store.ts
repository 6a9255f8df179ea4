import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** Has clips count for as many bytes as their originals have, whatever was said of them. */
export async function countOriginals(db: Database, productionId: number): Promise<void> {
  await sql`update media_object clip set original_bytes = greatest(clip.original_bytes, raw.bytes)
    from (
      select media_object_id, sum(size) as bytes from media_instance
      where production_id = ${productionId} and type = 'RAW' group by media_object_id
    ) as raw
    where raw.media_object_id = clip.id and clip.original_bytes < raw.bytes`.execute(db)
}

/** How many bytes the originals have of clips whose next original is being uploaded; 0 for one that has none yet. */
export async function listBytesWithoutUploads(db: Database, productionId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; bytes: string }>`select clip.id, coalesce(sum(raw.size), 0)::text as bytes
    from media_object clip
      left join media_instance raw on raw.media_object_id = clip.id and raw.type = 'RAW'
    where clip.production_id = ${productionId} and clip.staging_name is not null
    group by clip.id`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]))
}
