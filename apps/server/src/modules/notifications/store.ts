import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { readByCursor } from '../../platform/database/whole-rows.ts'
import type { MentionTable } from './tables.ts'

/** Notes that people are told of a comment; answers those who had not been told before. */
export async function insertMentions(
  db: Database,
  annotationId: number,
  mentionedIds: readonly number[],
  created: number,
): Promise<number[]> {
  if (mentionedIds.length === 0) return []
  const rows = await db
    .insertInto('mention')
    .values(mentionedIds.map(mentioned_id => ({ annotation_id: annotationId, mentioned_id, created })))
    .onConflict(conflict => conflict.doNothing())
    .returning('mentioned_id')
    .execute()
  return rows.map(row => row.mentioned_id)
}

/** Who has been told of which comment of a production; only within a transaction. */
export function readMentions(db: Database, productionId: number): AsyncGenerator<MentionTable> {
  return readByCursor(
    db,
    sql`select mention.* from mention join annotation on annotation.id = mention.annotation_id
      where annotation.production_id = ${sql.lit(productionId)} order by mention.annotation_id, mention.mentioned_id`,
  )
}

/** Notes what was told elsewhere; two who are the same person here were told once. */
export async function keepMentions(db: Database, mentions: readonly MentionTable[]): Promise<void> {
  await db
    .insertInto('mention')
    .values([...mentions])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
