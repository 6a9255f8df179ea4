import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Rows that are held at a time: few, since some of them are large. */
const rowsAtOnce = 100

/** How the rows of a table are ordered: by their ids, or by these columns; with `parent`, what is above comes first. */
interface RowOrder {
  readonly parent?: string | undefined
  readonly order?: readonly string[] | undefined
}

/** The rows of a table that belong to a production, a few at a time; only within a transaction. */
export function readProductionRows<Row>(
  db: Database,
  table: string,
  productionId: number,
  { parent, order = ['id'] }: RowOrder = {},
): AsyncGenerator<Row> {
  const [rows, columns] = [sql.table(table), sql.join(order.map(column => sql.ref(column)))]
  const production = sql.lit(productionId)
  if (parent === undefined) {
    return readByCursor<Row>(db, sql`select * from ${rows} where production_id = ${production} order by ${columns}`)
  }
  return readTreeRows<Row>(db, table, parent, sql`production_id = ${production}`)
}

/** The chosen rows of a table in which each may stand under another of them; what is above comes first. */
function readTreeRows<Row>(
  db: Database,
  table: string,
  parent: string,
  condition: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  const [rows, above] = [sql.table(table), sql.ref(parent)]
  return readByCursor<Row>(
    db,
    sql`with recursive chosen as (select id, ${above} as above from ${rows} where ${condition}),
      placed (id, depth) as (
        select id, 0 from chosen where above is null
        union all
        select chosen.id, depth + 1 from chosen join placed on chosen.above = placed.id
      )
      select ${rows}.* from placed join ${rows} on ${rows}.id = placed.id order by placed.depth, placed.id`,
  )
}

/** The rows that a statement without parameters chooses, a few at a time; only within a transaction. */
export async function* readByCursor<Row>(db: Database, statement: RawBuilder<unknown>): AsyncGenerator<Row> {
  await sql`declare whole_rows no scroll cursor for ${statement}`.execute(db)
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch forward ${sql.lit(rowsAtOnce)} from whole_rows`.execute(db)
      yield* rows
      if (rows.length < rowsAtOnce) break
    }
  } finally {
    // A failed transaction has closed it.
    await sql`close whole_rows`.execute(db).catch(() => {})
  }
}

/** Writes rows that say all that is to be said of them; all name the same columns. */
export async function insertWholeRows(db: Database, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map(column => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${toJson(rows)}::jsonb)`.execute(db)
}

/** Bytes as the database reads them out of text. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map(row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
        ]),
      ),
    ),
  )
}
