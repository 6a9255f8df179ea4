import type { Transaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { forgetStandings } from '../production/standing.ts'
import type { ParticipantRow, RoleRow } from '../tables.ts'

/** Emits the event of a change in a team, which counts from the next request. */
export async function publishTeam(
  ctx: Transaction,
  type: 'Team.add' | 'Team.remove',
  row: ParticipantRow,
): Promise<void> {
  const { production_id: productionId, user_id: userId, role_ids: roleIds, rights } = row
  forgetStandings(ctx)
  ctx.publish({
    type,
    productionId,
    object: { objectType: 'User', ...(userId === null ? {} : { id: userId }) },
    extended: { roleIds, rights },
  })
  const detail = type === 'Team.add' ? { roleIds, rights } : { removed: true }
  await recordAudit(ctx, {
    action: 'rights.change',
    succeeded: true,
    userId: userId ?? undefined,
    productionId,
    detail,
  })
}

/** Emits the event of a change of a role, which counts from the next request for everyone who has it. */
export async function publishRole(
  ctx: Transaction,
  { id, production_id: productionId, permissions }: RoleRow,
  verb: 'Role.create' | 'Role.update' | 'Role.delete',
): Promise<void> {
  forgetStandings(ctx)
  ctx.publish({ type: 'Activity', verb, productionId, object: { objectType: 'Role', id } })
  const detail = { roleId: id, ...(verb === 'Role.delete' ? { removed: true } : { permissions }) }
  await recordAudit(ctx, { action: 'rights.change', succeeded: true, productionId, detail })
}
