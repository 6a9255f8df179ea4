/** What a database holds, by its own catalogue: names from outside are compared with it before they become SQL. */

import type { ClientBase } from 'pg'
import { historyTable } from '../../../platform/database/index.ts'

/** A table whose rows are saved. */
export interface CatalogTable {
  readonly name: string
  /** In their order, without those that are computed. */
  readonly columns: readonly CatalogColumn[]
}

export interface CatalogColumn {
  readonly name: string
  /** As PostgreSQL calls it: `bigint`, `xid8`. */
  readonly type: string
}

const ownSchema = 'relnamespace = current_schema()::regnamespace'

/** The tables beside those that are left out and that of the migrations, by name. */
export async function listTables(client: ClientBase, leftOut: readonly string[]): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select c.relname::text as name, (
       select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     ) as columns
     from pg_class c
     where c.${ownSchema} and c.relkind = 'r' and c.relname <> all ($1) order by c.relname::text collate "C"`,
    [[...leftOut, historyTable]],
  )
  return rows
}

/** The sequences beside those of the tables that are left out. */
export async function listSequences(client: ClientBase, leftOut: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.${ownSchema} and c.relkind = 'S' and not exists (
       select from pg_depend d join pg_class owner on owner.oid = d.refobjid
       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
         and owner.relname = any ($1))
     order by c.relname::text collate "C"`,
    [leftOut],
  )
  return rows.map(({ name }) => name)
}

/** Whether there is anything yet, beside what extensions bring. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select not exists (
       select from pg_class c where c.${ownSchema} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
           and d.deptype = 'e')) as empty`,
  )
  return rows[0]!.empty
}

/** A foreign key, as it is dropped and added. */
export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
     order by c.relname::text collate "C", k.conname::text collate "C"`,
  )
  return rows
}

/** A name as SQL takes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteNames(names: readonly string[]): string {
  return names.map(quoteName).join(', ')
}
