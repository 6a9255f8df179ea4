import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { ParticipantRow, ParticipantTable, RoleRow, RoleTable } from '../tables.ts'

export async function listRoleRows(db: Database, productionIds: readonly number[]): Promise<RoleRow[]> {
  if (productionIds.length === 0) return []
  return db
    .selectFrom('production_role')
    .selectAll()
    .where('production_id', 'in', productionIds)
    .orderBy('id')
    .execute()
}

export function findRoleByName(db: Database, productionId: number, name: string): Promise<RoleRow | undefined> {
  return db
    .selectFrom('production_role')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('name', '=', name)
    .executeTakeFirst()
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

/** Whether a user is in the team of a production of an account. */
export async function isInProductionsOf(db: Database, accountId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('production_participant as participant')
    .innerJoin('production', 'production.id', 'participant.production_id')
    .select('participant.id')
    .where('participant.user_id', '=', userId)
    .where('production.account_id', '=', accountId)
    .where('production.deleted', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Someone in the team, locked: a user by their id, someone invited by that of the invitation. */
export function lockParticipant(db: Database, productionId: number, id: number): Promise<ParticipantRow | undefined> {
  return db
    .selectFrom('production_participant')
    .selectAll()
    .where('production_id', '=', productionId)
    .where(where =>
      where.or([where('user_id', '=', id), where.and([where('user_id', 'is', null), where('id', '=', id)])]),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** The productions where a user is in the team, among these. */
export async function listOwnParticipantRows(
  db: Database,
  userId: number,
  productionIds: readonly number[],
): Promise<ParticipantRow[]> {
  if (productionIds.length === 0) return []
  return db
    .selectFrom('production_participant')
    .selectAll()
    .where('user_id', '=', userId)
    .where('production_id', 'in', productionIds)
    .execute()
}

/** The invitation of an address that is no user's, locked. */
export function lockInvitation(db: Database, productionId: number, emailKey: string) {
  return db
    .selectFrom('production_participant')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('email_key', '=', emailKey)
    .where('user_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The invitation of a token, or the member who accepted it, unless the production has been deleted. */
export function findInvitationOfToken(db: Database, tokenHash: Buffer): Promise<ParticipantRow | undefined> {
  return selectByToken(db, tokenHash).executeTakeFirst()
}

/** The same, locked. */
export function lockInvitationOfToken(db: Database, tokenHash: Buffer): Promise<ParticipantRow | undefined> {
  return selectByToken(db, tokenHash).forUpdate('participant').executeTakeFirst()
}

function selectByToken(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('production_participant as participant')
    .innerJoin('production', 'production.id', 'participant.production_id')
    .selectAll('participant')
    .where('participant.token_hash', '=', tokenHash)
    .where('production.deleted', 'is', null)
}

/** The invitation that did not arrive; nothing when it is no longer waiting. */
export function noteUndelivered(db: Database, id: number, reason: string): Promise<ParticipantRow | undefined> {
  return db
    .updateTable('production_participant')
    .set({ undelivered: reason })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The invitations of an address that can still be accepted, in any production or in those of one account; locked. */
export function lockOpenInvitations(
  db: Database,
  emailKey: string,
  { accountId, now }: { accountId: number | undefined; now: number },
): Promise<ParticipantRow[]> {
  let query = db
    .selectFrom('production_participant as participant')
    .innerJoin('production', 'production.id', 'participant.production_id')
    .selectAll('participant')
    .where('participant.email_key', '=', emailKey)
    .where('participant.user_id', 'is', null)
    .where('participant.expires', '>', now)
    .orderBy('participant.id')
    .forUpdate('participant')
  if (accountId !== undefined) query = query.where('production.account_id', '=', accountId)
  return query.execute()
}

/** A member of a team, by the user. */
export function findParticipantOfUser(
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
