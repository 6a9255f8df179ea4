import type { Database } from '../platform/database/index.ts'
import './tables.ts'

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
