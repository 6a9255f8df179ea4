import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'

/** Ids of one statement. */
const maxIds = 1000

/**
 * Reads one text per row, in the order of the ids, until the texts together have `maxBytes`; the row that passes the
 * bound is the last one. A row that is gone, or has no text, gives null. `select` names the text of one row.
 */
export async function readWithin(
  db: Database,
  ids: readonly number[],
  maxBytes: number,
  select: (id: RawBuilder<number>) => RawBuilder<{ text: string | null }>,
): Promise<(string | null)[]> {
  const texts: (string | null)[] = []
  let bytes = 0
  while (texts.length < ids.length && bytes < maxBytes) {
    const wanted = ids.slice(texts.length, texts.length + maxIds)
    const { rows } = await sql<{ text: string | null; bytes: number }>`
      with recursive read (place, text, bytes) as (
        select 0, null::text, ${bytes}::bigint
        union all
        select read.place + 1, row.text, read.bytes + coalesce(octet_length(row.text), 0)
        from read left join lateral (
          ${select(sql<number>`(${wanted}::bigint[])[read.place + 1]`)} offset 0
        ) as row (text) on true
        where read.place < ${wanted.length}::int and read.bytes < ${maxBytes}::bigint
      )
      select text, bytes from read where place > 0 order by place`.execute(db)
    for (const row of rows) texts.push(row.text)
    bytes = rows.at(-1)!.bytes
  }
  return texts
}
