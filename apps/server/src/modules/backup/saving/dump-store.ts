import type { ClientBase } from 'pg'
import copyStreams from 'pg-copy-streams'
import { type AppliedMigration, readHistory } from '../../../platform/database/index.ts'
import { BackupError } from './backup-error.ts'
import { type CatalogTable, listSequences, listTables, quoteName, quoteNames } from './catalog-store.ts'
import { countTurns, selectSaved } from './log-order.ts'

/** One moment of a database, as long as the transaction lasts that sees it. */
export interface Moment {
  readonly tables: readonly CatalogTable[]
  readonly history: readonly AppliedMigration[]
}

/**
 * Begins a transaction that sees one moment and writes nothing. The tables are held before the moment is taken: a
 * migration that gives one another form must be over, or wait.
 */
export async function beginMoment(client: ClientBase, leftOut: readonly string[]): Promise<Moment> {
  const before = await listTables(client, leftOut)
  if (before.length === 0) throw new BackupError('There is nothing in the database')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${quoteNames(before.map(({ name }) => name))} in access share mode`)
  const tables = await listTables(client, leftOut)
  if (JSON.stringify(tables) !== JSON.stringify(before)) {
    throw new BackupError('The database was migrated at the same time: make the backup again')
  }
  return { tables, history: await readHistory(client) }
}

/** The rows of a table as COPY writes them as text; `rowCount` is known at the end. */
export function copyRows(client: ClientBase, table: CatalogTable): copyStreams.CopyToStreamQuery {
  return client.query(copyStreams.to(`copy (${selectSaved(table)}) to stdout`, { highWaterMark: 1024 * 1024 }))
}

/** A blob that a row names. */
export interface NamedBlob {
  readonly key: string
  readonly created: number
  readonly size: number
}

const blobsOfOneRead = 10_000

/** The blobs that rows of any table name in a column `blob_key`, by key in the order of its bytes; within the moment. */
export async function* readBlobs(client: ClientBase, tables: readonly CatalogTable[]): AsyncGenerator<NamedBlob[]> {
  const queries = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'blob_key'))
    .map(({ name }) => `select blob_key as key, created, size from ${quoteName(name)} where blob_key is not null`)
  await client.query(
    `declare named_blob no scroll cursor for
     select key, min(created)::text as created, min(size)::text as size from (${queries.join(' union all ')}) as named
     group by key order by key collate "C"`,
  )
  for (;;) {
    const { rows } = await client.query<{ key: string; created: string; size: string }>(
      `fetch ${blobsOfOneRead} from named_blob`,
    )
    if (rows.length === 0) break
    yield rows.map(({ key, created, size }) => ({ key, created: Number(created), size: Number(size) }))
  }
  await client.query('close named_blob')
}

/** How many turns the log has at this moment. */
export async function readLogLength(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ length: string }>(countTurns)
  return Number(rows[0]!.length)
}

/** The last number of each sequence that has given one: no smaller than any that the moment shows. */
export async function readSequences(
  client: ClientBase,
  leftOut: readonly string[],
): Promise<{ name: string; last: number }[]> {
  const read = []
  for (const name of await listSequences(client, leftOut)) {
    const { rows } = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${quoteName(name)}`,
    )
    const { last, is_called: isCalled } = rows[0]!
    if (isCalled) read.push({ name, last: Number(last) })
  }
  return read
}
