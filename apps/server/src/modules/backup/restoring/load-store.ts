import type { ClientBase } from 'pg'
import copyStreams from 'pg-copy-streams'
import { historyTable, passTransactions } from '../../../platform/database/index.ts'
import type { Manifest } from '../folder/manifest.ts'
import { BackupError } from '../saving/backup-error.ts'
import {
  type CatalogTable,
  type ForeignKey,
  listForeignKeys,
  listSequences,
  listTables,
  quoteName,
  quoteNames,
} from '../saving/catalog-store.ts'
import { placePositions } from '../saving/log-order.ts'

/** The tables that a manifest lists, as this database has them; throws `BackupError` where the two differ. */
export async function matchTables(
  client: ClientBase,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  leftOut: readonly string[],
): Promise<CatalogTable[]> {
  const own = await listTables(client, leftOut)
  const toText = (list: readonly { name: string; columns: readonly string[] }[]) =>
    list.map(({ name, columns }) => `${name} (${columns.join(', ')})`)
  const wanted = toText(tables)
  const there = toText(own.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) })))
  const unknown = wanted.filter(table => !there.includes(table))
  const lacking = there.filter(table => !wanted.includes(table))
  const known = await listSequences(client, leftOut)
  const strange = sequences.map(({ name }) => name).filter(name => !known.includes(name))
  const faults = [
    ...unknown.map(table => `${table} is not of this schema`),
    ...lacking.map(table => `${table} is missing`),
    ...strange.map(name => `the sequence ${name} is not of this schema`),
  ]
  if (faults.length > 0) throw new BackupError('The tables of the snapshot are not those of its schema', faults)
  return own
}

/**
 * Takes away what would look at each row that is loaded, and gives the keys to put back: triggers act on what people do,
 * and a key is faster checked for all rows at once. Rows that migrations wrote go as well.
 */
export async function prepareTables(client: ClientBase, tables: readonly CatalogTable[]): Promise<ForeignKey[]> {
  const keys = await listForeignKeys(client)
  for (const { table, name } of keys) {
    await client.query(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`)
  }
  for (const { name } of tables) {
    await client.query(`alter table ${quoteName(name)} disable trigger user`)
    await client.query(`delete from ${quoteName(name)}`)
  }
  return keys
}

/** Takes the rows of a table as COPY writes them as text. */
export function loadRows(client: ClientBase, table: CatalogTable): copyStreams.CopyStreamQuery {
  const columns = quoteNames(table.columns.map(({ name }) => name))
  return client.query(copyStreams.from(`copy ${quoteName(table.name)} (${columns}) from stdin`))
}

/** Puts keys and triggers back; a row that names one that is not there ends it. */
export async function finishTables(
  client: ClientBase,
  tables: readonly CatalogTable[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const table of tables) for (const statement of placePositions(table)) await client.query(statement)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`)
  }
  for (const { name } of tables) await client.query(`alter table ${quoteName(name)} enable trigger user`)
}

/** Lets sequences go on behind the numbers that they gave last. */
export async function setSequences(client: ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last } of sequences) {
    await client.query('select setval($1::text::regclass, $2::bigint)', [quoteName(name), last])
  }
}

/** Brings the server's transaction numbers beyond those of a log of this length; outside of a transaction. */
export async function passLog(client: ClientBase, logLength: number): Promise<void> {
  await client.query(passTransactions(logLength))
}

/** Whether every event of the loaded log is numbered below the transaction that loads it. */
export async function isLogPassed(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ passed: boolean }>(
    'select not exists (select from event where transaction >= pg_current_xact_id()) as passed',
  )
  return rows[0]!.passed
}

/** Notes in the database which restore filled it, in the transaction that does. */
export async function markRestored(client: ClientBase, restoreId: string): Promise<void> {
  // A comment takes no parameter; the id is one of our own.
  await client.query(`comment on table ${historyTable} is 'restore ${restoreId.replaceAll(/[^\w-]/g, '')}'`)
}

/** Whether this very restore has filled the database. */
export async function isRestoredBy(client: ClientBase, restoreId: string): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(to_regclass('${historyTable}'), 'pg_class') as note`,
  )
  return rows[0]!.note === `restore ${restoreId}`
}

/** Gathers the figures by which the database plans its work, which come late by themselves. */
export async function analyze(client: ClientBase, tables: readonly CatalogTable[]): Promise<void> {
  await client.query(`analyze ${quoteNames(tables.map(({ name }) => name))}`)
}
