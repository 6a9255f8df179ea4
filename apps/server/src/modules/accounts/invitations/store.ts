import { type Insertable, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { AccountInvitationRow, AccountInvitationTable } from '../tables.ts'

/** The new invitation, instead of one that has expired; nothing when one waits already. */
export function insertInvitation(
  db: Database,
  row: Insertable<AccountInvitationTable>,
): Promise<AccountInvitationRow | undefined> {
  const { rights, created, expires, token_hash, email } = row
  return db
    .insertInto('account_invitation')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'email_key'])
        .doUpdateSet({ email, rights, created, expires, token_hash, undelivered: null })
        .where(sql<boolean>`account_invitation.expires <= ${created}`),
    )
    .returningAll()
    .executeTakeFirst()
}

export function listInvitations(db: Database, accountId: number): Promise<AccountInvitationRow[]> {
  return db.selectFrom('account_invitation').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

export function updateInvitationRights(
  db: Database,
  accountId: number,
  id: number,
  rights: AccountInvitationRow['rights'],
): Promise<AccountInvitationRow | undefined> {
  return db
    .updateTable('account_invitation')
    .set({ rights })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Gives an invitation another token and another end. */
export function renewInvitation(
  db: Database,
  accountId: number,
  id: number,
  change: Pick<AccountInvitationRow, 'expires' | 'token_hash'>,
): Promise<AccountInvitationRow | undefined> {
  return db
    .updateTable('account_invitation')
    .set({ ...change, undelivered: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function deleteInvitation(
  db: Database,
  accountId: number,
  id: number,
): Promise<AccountInvitationRow | undefined> {
  return db
    .deleteFrom('account_invitation')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function findInvitation(db: Database, tokenHash: Buffer): Promise<AccountInvitationRow | undefined> {
  return db.selectFrom('account_invitation').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Who came into an account by this token. */
export function findMember(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('account_participant')
    .select(['account_id', 'user_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The token leads this participant in from now on. */
export async function noteAcceptance(
  db: Database,
  accountId: number,
  userId: number,
  tokenHash: Buffer,
): Promise<void> {
  await db
    .updateTable('account_participant')
    .set({ token_hash: tokenHash })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

/** The invitation that did not arrive; nothing when it is no longer waiting. */
export function noteUndelivered(db: Database, id: number, reason: string): Promise<AccountInvitationRow | undefined> {
  return db
    .updateTable('account_invitation')
    .set({ undelivered: reason })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Takes an invitation away by its token: of two who come with it, one gets it. */
export function takeInvitation(db: Database, tokenHash: Buffer): Promise<AccountInvitationRow | undefined> {
  return db.deleteFrom('account_invitation').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst()
}

/** Takes away what waits for an address that has become a user's; those of one account when it is named. */
export function takeInvitationsOf(
  db: Database,
  emailKey: string,
  now: number,
  accountId?: number,
): Promise<AccountInvitationRow[]> {
  let query = db.deleteFrom('account_invitation').where('email_key', '=', emailKey).where('expires', '>', now)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  return query.returningAll().execute()
}
