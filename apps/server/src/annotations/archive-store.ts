import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'

/** The statement that chooses every annotation of a production. */
export function selectIdsOfProduction(productionId: number) {
  return sql<{ id: number }>`select id from annotation where production_id = ${productionId}`
}

/** A clip without an annotation of its own, if there is one. */
export async function findBareClip(db: Database, productionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from media_object clip where production_id = ${productionId} and not exists (
      select from annotation where media_object_id = clip.id and object_type = 'MediaObjectAnnotation') limit 1`.execute(
    db,
  )
  return rows[0]?.name
}

/** An answer to what cannot be answered, as its first frame in its clip, if there is one. */
export async function findLostReply(db: Database, productionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ frame: number }>`
    select reply.start_frame as frame from annotation reply join annotation root on root.id = reply.related_to_id
    where reply.production_id = ${productionId}
      and (root.media_object_id <> reply.media_object_id or root.related_to_id is not null) limit 1`.execute(db)
  return rows[0]?.frame
}
