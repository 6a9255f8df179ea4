import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

/** What the index says of each document, without the numbers that stand for values and fields. */
export async function readSnapshot(db: Database): Promise<Map<number, unknown>> {
  const { rows } = await sql<{ id: number }>`
    select d.id, d.kind, d.production_id, d.account_id, d.media_object_id, d.start_frame, d.end_frame, d.created,
      d.last_updated, d.words::text, d.word_count, b.body,
      (select count(*) from unnest(d.ords)) as "valueCount",
      (select array_agg(concat_ws(' ', v.field, v.value, v.number) order by v.field, v.value, v.number) from search_value v
        where v.ord = any(d.ords)) as values,
      (select array_agg(concat_ws(' ', s.field, v.value) order by s.field) from unnest(d.slots) with ordinality as filled (ord, slot)
        join search_slot s on s.slot = filled.slot join search_value v on v.ord = filled.ord) as slots
    from search_document d left join search_body b on b.id = d.id`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
