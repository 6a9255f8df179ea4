import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { ParticipantRow, ParticipantTable, RoleRow, RoleTable } from './tables.ts'

export function listRoleRows(db: Database, productionId: number): Promise<RoleRow[]> {
  return db.selectFrom('production_role').selectAll().where('production_id', '=', productionId).orderBy('id').execute()
}

/** The new role; nothing when the name is taken. */
export function insertRole(db: Database, row: Insertable<RoleTable>): Promise<RoleRow | undefined> {
  return db
    .insertInto('production_role')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findRole(db: Database, productionId: number, id: number): Promise<RoleRow | undefined> {
  return db
    .selectFrom('production_role')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function updateRoleRow(db: Database, id: number, version: number, change: Updateable<RoleTable>) {
  return db
    .updateTable('production_role')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

export function deleteRoleRow(db: Database, id: number): Promise<RoleRow | undefined> {
  return db.deleteFrom('production_role').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Whether anybody in the team has the role. */
export async function isRoleInUse(db: Database, productionId: number, roleId: number): Promise<boolean> {
  const rows = await db
    .selectFrom('production_participant')
    .select('role_ids')
    .where('production_id', '=', productionId)
    .execute()
  return rows.some(row => row.role_ids.includes(roleId))
}

export function listParticipantRows(db: Database, productionId: number): Promise<ParticipantRow[]> {
  return db
    .selectFrom('production_participant')
    .selectAll()
    .where('production_id', '=', productionId)
    .orderBy('id')
    .execute()
}

export function findParticipant(
  db: Database,
  productionId: number,
  userId: number,
): Promise<ParticipantRow | undefined> {
  return db
    .selectFrom('production_participant')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The new participant; nothing when they are in the team already. */
export function insertParticipant(
  db: Database,
  row: Insertable<ParticipantTable>,
): Promise<ParticipantRow | undefined> {
  return db
    .insertInto('production_participant')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function updateParticipantRow(
  db: Database,
  id: number,
  change: Updateable<ParticipantTable>,
): Promise<ParticipantRow> {
  return db
    .updateTable('production_participant')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteParticipantRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('production_participant').where('id', '=', id).execute()
}
