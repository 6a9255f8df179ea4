import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { ThesaurusRow, ThesaurusTable } from './tables.ts'

export function findThesaurus(db: Database, accountId: number, id: number): Promise<ThesaurusRow | undefined> {
  return selectThesaurus(db, accountId, id).executeTakeFirst()
}

/** The thesaurus, locked: its entries and what it says of itself change one after another. */
export function lockThesaurus(db: Database, accountId: number, id: number): Promise<ThesaurusRow | undefined> {
  return selectThesaurus(db, accountId, id).forNoKeyUpdate().executeTakeFirst()
}

/** The thesaurus, locked for its end: what links to it by then is known, nothing comes later. */
export function lockForDeletion(db: Database, accountId: number, id: number): Promise<ThesaurusRow | undefined> {
  return selectThesaurus(db, accountId, id).forUpdate().executeTakeFirst()
}

/** The thesaurus, which cannot be deleted until the transaction ends. */
export function holdThesaurus(db: Database, accountId: number, id: number): Promise<ThesaurusRow | undefined> {
  return selectThesaurus(db, accountId, id).forKeyShare().executeTakeFirst()
}

function selectThesaurus(db: Database, accountId: number, id: number) {
  return db.selectFrom('thesaurus').selectAll().where('id', '=', id).where('account_id', '=', accountId)
}

/** The account that a thesaurus belongs to. */
export async function findAccountOf(db: Database, id: number): Promise<number | undefined> {
  return (await db.selectFrom('thesaurus').select('account_id').where('id', '=', id).executeTakeFirst())?.account_id
}

/** The thesauri of an account, oldest first. */
export function listThesaurusRows(db: Database, accountId: number): Promise<ThesaurusRow[]> {
  return db.selectFrom('thesaurus').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** The thesauri of an account that have one of these names. */
export function findBySecondaryIds(db: Database, accountId: number, names: readonly string[]): Promise<ThesaurusRow[]> {
  return db
    .selectFrom('thesaurus')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('secondary_id', '=', sql<string>`any (${names}::text[])`)
    .execute()
}

/** The thesauri of an account among these ids. */
export function findByIds(db: Database, accountId: number, ids: readonly number[]): Promise<ThesaurusRow[]> {
  return db
    .selectFrom('thesaurus')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute()
}

/** Whether a thesaurus is another one, or stands below it in the hierarchy of links. */
export async function isBelow(db: Database, id: number, rootId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (id, linked_thesaurus_id) as (
      select id, linked_thesaurus_id from thesaurus where id = ${id}
      union
      select parent.id, parent.linked_thesaurus_id from thesaurus parent join above on parent.id = above.linked_thesaurus_id
    )
    select exists (select from above where id = ${rootId}) as found`.execute(db)
  return rows[0]?.found === true
}

/** One new link at a time in an account, so that two of them cannot make a circle. */
export async function lockLinks(db: Database, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('thesaurus links'), ${accountId % 2147483647}::int)`.execute(db)
}

/** The thesauri that link to one. */
export function listLinking(db: Database, id: number): Promise<{ id: number; label: string }[]> {
  return db
    .selectFrom('thesaurus')
    .select(['id', 'label'])
    .where('linked_thesaurus_id', '=', id)
    .orderBy('id')
    .execute()
}

export function insertThesaurus(db: Database, row: Insertable<ThesaurusTable>): Promise<ThesaurusRow> {
  return db.insertInto('thesaurus').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a locked row and raises its version. */
export function updateThesaurusRow(
  db: Database,
  id: number,
  change: Updateable<ThesaurusTable>,
): Promise<ThesaurusRow> {
  return db
    .updateTable('thesaurus')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a thesaurus and its entries. */
export async function deleteThesaurusRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('thesaurus').where('id', '=', id).execute()
}
