import { Id, Instant, oneOf, productionRights } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import type { ArchivePart, ArchiveTarget } from '../../../platform/archive/index.ts'
import type { Context } from '../../../platform/context.ts'
import { listUsersById, toKey } from '../../accounts/index.ts'
import { newInvitation } from '../invitations/invite.ts'
import type { ParticipantRow } from '../tables.ts'
import { insertParticipant, listParticipantRows } from '../team/store.ts'

/** Somebody of the team, or an address that was invited to it. */
const ArchivedParticipant = Type.Object(
  {
    userId: Type.Optional(Id),
    email: Type.String({ minLength: 1, maxLength: 320 }),
    roleIds: Type.Array(Id, { maxItems: 10_000 }),
    rights: Type.Array(oneOf(...productionRights), { maxItems: productionRights.length }),
    created: Instant,
  },
  { additionalProperties: false },
)
type ArchivedParticipant = Static<typeof ArchivedParticipant>
type Columns = Parameters<typeof insertParticipant>[1]

/**
 * The team. Who takes part in the account is in it at once; all others are invited by their address, users of this
 * service or not, without a mail: the person who imports decides when they are notified. That person has every right,
 * whatever they had where the archive comes from.
 */
export const participantArchive: ArchivePart<ArchivedParticipant, Columns> = {
  name: 'participants',
  shape: ArchivedParticipant,
  async *read(ctx, { productionId, people }) {
    const rows = await listParticipantRows(ctx.db, productionId)
    const users = await listUsersById(
      ctx.db,
      rows.flatMap(row => row.user_id ?? []),
    )
    const emails = new Map(users.map(user => [user.id, user.email]))
    for (const row of rows) {
      if (row.user_id !== null) people.add(row.user_id)
      const item = toItem(row, emails.get(row.user_id ?? 0) ?? row.email ?? row.email_key ?? '')
      if (item.email !== '') yield item
    }
  },
  prepare(item, into, ctx) {
    const userId = item.userId === undefined ? undefined : into.ids.find('people', item.userId)
    const roleIds = item.roleIds.map((id, index) => into.ids.get('roles', id, `/roleIds/${index}`))
    if (userId === into.userId) return undefined
    return {
      production_id: into.productionId,
      role_ids: roleIds,
      rights: [...new Set(item.rights)],
      created: item.created,
      ...(userId === undefined ? toInvited(ctx, item.email) : toUserColumns(userId)),
    }
  },
  async write(ctx, rows) {
    // Of two who are the same person here the first counts.
    for (const row of rows) await insertParticipant(ctx.db, row)
  },
  async finish(ctx, into) {
    const created = ctx.platform.clock.now()
    await insertParticipant(ctx.db, { ...toAdministrator(into), created })
  },
}

function toItem(row: ParticipantRow, email: string): ArchivedParticipant {
  return {
    ...(row.user_id !== null && { userId: row.user_id }),
    email,
    roleIds: row.role_ids,
    rights: row.rights,
    created: row.created,
  }
}

function toUserColumns(userId: number) {
  return { user_id: userId, email_key: null, invitation_state: 'ACCEPTED' as const }
}

function toInvited(ctx: Context, email: string) {
  const { columns } = newInvitation(ctx)
  return { user_id: null, email_key: toKey(email), email, invitation_state: 'PENDING' as const, ...columns }
}

function toAdministrator({ productionId, userId }: ArchiveTarget) {
  return { production_id: productionId, role_ids: [], rights: [...productionRights], ...toUserColumns(userId) }
}
