import type { ProductionRight } from '@rushes/contract'
import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { selectClosedAccountIds } from '../../accounts/index.ts'
import type { ProductionRow, ProductionTable } from '../tables.ts'

/** How a user stands to a production. */
export interface Standing {
  accountId: number
  deleted: number | null
  isParticipant: boolean
  rights: ProductionRight[]
}

/** Every right that roles and direct grants give a `participant`. */
const grantedRights = sql<ProductionRight[] | null>`participant.rights || array(
  select unnest(role.permissions) from production_role role where role.id = any (participant.role_ids)
)`

/** One statement per request: whether the production exists, and every right that roles and direct grants give. */
export async function findStanding(db: Database, productionId: number, userId: number): Promise<Standing | undefined> {
  const row = await db
    .selectFrom('production')
    .leftJoin('production_participant as participant', join =>
      join.onRef('participant.production_id', '=', 'production.id').on('participant.user_id', '=', userId),
    )
    .select(['production.account_id', 'production.deleted', 'participant.user_id', grantedRights.as('rights')])
    .where('production.id', '=', productionId)
    .executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      deleted: row.deleted,
      isParticipant: row.user_id !== null,
      rights: row.rights ?? [],
    }
  )
}

/** A production that somebody may enter, and what they may do there. */
export interface OpenProduction {
  readonly id: number
  readonly name: string
  readonly rights: readonly ProductionRight[]
}

/** Those of these productions in which a user takes part, with the rights that they have there; deleted and closed ones aside. */
export function listOpenProductions(db: Database, ids: readonly number[], userId: number): Promise<OpenProduction[]> {
  return db
    .selectFrom('production')
    .innerJoin('production_participant as participant', 'participant.production_id', 'production.id')
    .select(['production.id', 'production.name', sql<ProductionRight[]>`coalesce(${grantedRights}, '{}')`.as('rights')])
    .where('production.id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .where('production.deleted', 'is', null)
    .where('participant.user_id', '=', userId)
    .where(sql<SqlBool>`production.account_id not in (${selectClosedAccountIds(userId)})`)
    .execute()
}

/** Those of these productions that are not deleted. */
export function listLiveProductions(db: Database, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('production')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .where('deleted', 'is', null)
    .execute()
}

/** Every production of the service, the deleted ones included. */
export function listEveryProduction(
  db: Database,
): Promise<Pick<ProductionRow, 'id' | 'name' | 'account_id' | 'deleted'>[]> {
  return db.selectFrom('production').select(['id', 'name', 'account_id', 'deleted']).execute()
}

/** Ids of the users whom a right is given in a production. */
export async function listHolderIds(db: Database, productionId: number, right: ProductionRight): Promise<number[]> {
  const rows = await db
    .selectFrom('production_participant as participant')
    .select('participant.user_id')
    .where('participant.production_id', '=', productionId)
    .where('participant.user_id', 'is not', null)
    .where(sql<SqlBool>`${right} = any (${grantedRights})`)
    .execute()
  return rows.flatMap(row => row.user_id ?? [])
}

export function findProduction(db: Database, id: number): Promise<ProductionRow | undefined> {
  return db.selectFrom('production').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The account that a production belongs to. */
export async function findAccountIdOfProduction(db: Database, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('production').select('account_id').where('id', '=', id).executeTakeFirst()
  return row?.account_id
}

/** The production, locked until the transaction ends. */
export function lockProduction(db: Database, id: number): Promise<ProductionRow | undefined> {
  return db.selectFrom('production').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertProduction(db: Database, row: Insertable<ProductionTable>): Promise<ProductionRow> {
  return db.insertInto('production').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The changed row; nothing when the version is no longer the expected one. */
export function updateProductionRow(
  db: Database,
  id: number,
  version: number,
  change: Updateable<ProductionTable>,
): Promise<ProductionRow | undefined> {
  return db
    .updateTable('production')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

/** Productions that a user may enter, oldest first; all of them without a user. */
export function listProductionRows(db: Database, userId: number | undefined): Promise<ProductionRow[]> {
  let query = db.selectFrom('production').selectAll().where('deleted', 'is', null).orderBy('id')
  if (userId !== undefined) {
    query = query.where(where =>
      where.exists(
        where
          .selectFrom('production_participant as participant')
          .select('participant.id')
          .whereRef('participant.production_id', '=', 'production.id')
          .where('participant.user_id', '=', userId),
      ),
    )
    query = query.where(sql<SqlBool>`account_id not in (${selectClosedAccountIds(userId)})`)
  }
  return query.execute()
}

/** Ids of all productions of an account, the deleted ones included. */
export async function listProductionIds(db: Database, accountId: number): Promise<number[]> {
  const rows = await db.selectFrom('production').select('id').where('account_id', '=', accountId).execute()
  return rows.map(row => row.id)
}

/** The same as a part of a larger statement. */
export function selectProductionIds(accountId: number): RawBuilder<{ id: number }> {
  return sql`select id from production where account_id = ${accountId}`
}

/** Ids of an account's productions where a user has PRODUCTION_VIEW; of all of them without a user. */
export async function listViewableIds(db: Database, accountId: number, userId: number | undefined): Promise<number[]> {
  let query = db
    .selectFrom('production')
    .select('production.id')
    .where('production.account_id', '=', accountId)
    .where('production.deleted', 'is', null)
  if (userId !== undefined) {
    query = query.where(where =>
      where.exists(
        where
          .selectFrom('production_participant as participant')
          .select('participant.id')
          .whereRef('participant.production_id', '=', 'production.id')
          .where('participant.user_id', '=', userId)
          .where(sql<SqlBool>`'PRODUCTION_VIEW' = any (${grantedRights})`),
      ),
    )
    query = query.where(sql<SqlBool>`production.account_id not in (${selectClosedAccountIds(userId)})`)
  }
  return (await query.execute()).map(row => row.id)
}

/** Productions of every account that are not deleted. */
export async function listLiveIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('production').select('id').where('deleted', 'is', null).execute()
  return rows.map(row => row.id)
}

/** The rights that a user holds in any production. */
export async function listHeldRights(db: Database, userId: number): Promise<ProductionRight[]> {
  const rows = await db
    .selectFrom('production_participant as participant')
    .select(grantedRights.as('rights'))
    .where('participant.user_id', '=', userId)
    .execute()
  return [...new Set(rows.flatMap(row => row.rights ?? []))]
}
