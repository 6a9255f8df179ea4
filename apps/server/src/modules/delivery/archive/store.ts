import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { WorkspaceRow } from '../tables.ts'

/** What products a production stands for. */
export function listWorkspaces(db: Database, productionId: number): Promise<WorkspaceRow[]> {
  return db
    .selectFrom('delivery_workspace')
    .selectAll()
    .where('production_id', '=', productionId)
    .orderBy('external_reference')
    .execute()
}

/** Has a production stand for a product, unless another one of the account does. */
export async function claimWorkspace(db: Database, row: WorkspaceRow): Promise<void> {
  await db
    .insertInto('delivery_workspace')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The statements that choose every request, and every submission, of a production. */
export function selectIdsOfProduction(table: 'delivery_request' | 'delivery_submission', productionId: number) {
  return sql<{ id: number }>`select id from ${sql.table(table)} where production_id = ${productionId}`
}
