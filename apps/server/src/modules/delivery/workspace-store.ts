import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Role, WorkspaceRow } from './tables.ts'

/** One bootstrap of a product at a time, until the transaction ends. */
export async function lockProduct(db: Database, accountId: number, reference: string): Promise<void> {
  const name = `delivery workspace ${accountId}/${reference}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The workspace of a product, unless its production has been deleted. */
export function findWorkspace(db: Database, accountId: number, reference: string): Promise<WorkspaceRow | undefined> {
  return db
    .selectFrom('delivery_workspace')
    .innerJoin('production', 'production.id', 'delivery_workspace.production_id')
    .selectAll('delivery_workspace')
    .where('delivery_workspace.account_id', '=', accountId)
    .where('external_reference', '=', reference)
    .where('production.deleted', 'is', null)
    .executeTakeFirst()
}

/** Notes which production stands for a product, and after which event. */
export async function keepWorkspace(db: Database, row: WorkspaceRow): Promise<void> {
  const { production_id, event_id } = row
  await db
    .insertInto('delivery_workspace')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['account_id', 'external_reference']).doUpdateSet({ production_id, event_id }),
    )
    .execute()
}

/** The collections of a workspace, by their role and reference. */
export async function listObjects(
  db: Database,
  productionId: number,
): Promise<{ role: Role; external_reference: string; editorial_object_id: number }[]> {
  return db
    .selectFrom('delivery_object')
    .select(['role', 'external_reference', 'editorial_object_id'])
    .where('production_id', '=', productionId)
    .orderBy('editorial_object_id')
    .execute()
}

export async function insertObject(
  db: Database,
  row: { production_id: number; role: Role; external_reference: string; editorial_object_id: number },
): Promise<void> {
  await db.insertInto('delivery_object').values(row).execute()
}
