import type { Production } from '@rushes/contract'
import { actingUserId, type Context } from '../../../platform/context.ts'
import { listAccountsById, listUsersById, toUser } from '../../accounts/index.ts'
import { listCategories } from '../categories/categories.ts'
import { toInvitationState } from '../policy.ts'
import type { ProductionRow } from '../tables.ts'
import { listOwnParticipantRows } from '../team/store.ts'
import { toProduction } from './to-production.ts'

/** Productions as they are listed: whose they are, who made them, and how the caller stands to them. */
export async function showProductions(
  ctx: Context,
  rows: readonly ProductionRow[],
  includeSettings?: boolean | undefined,
): Promise<Production[]> {
  const unique = (ids: readonly number[]) => [...new Set(ids)]
  const accountIds = unique(rows.map(row => row.account_id))
  const creatorIds = unique(rows.flatMap(row => row.creator_id ?? []))
  const productionIds = rows.map(row => row.id)
  const callerId = actingUserId(ctx.actor) ?? 0
  const [accounts, users, own] = await Promise.all([
    accountIds.length > 0 ? listAccountsById(ctx.db, accountIds) : [],
    listUsersById(ctx.db, unique([...creatorIds, callerId])),
    listOwnParticipantRows(ctx.db, callerId, productionIds),
  ])
  const hasFactor = users.some(user => user.id === callerId && user.second_factor_since !== null)
  const accountById = new Map(accounts.map(account => [account.id, account]))
  const creatorNames = new Map(users.map(row => [row.id, toUser(row).fullName]))
  const participantByProduction = new Map(own.map(row => [row.production_id, row]))
  const now = ctx.platform.clock.now()
  return rows.map(row => {
    const account = accountById.get(row.account_id)
    const participant = participantByProduction.get(row.id)
    return toProduction(row, {
      includeSettings,
      accountName: account && toAccountName(account),
      accountUserId: account?.owner_id,
      creatorName: creatorNames.get(row.creator_id ?? 0),
      invitationState: participant && toInvitationState(participant, now, lacksFactor(account, hasFactor)),
    })
  })
}

/** The same, each with its categories. */
export async function withCategories(ctx: Context, productions: readonly Production[]): Promise<Production[]> {
  const categories = await listCategories(
    ctx,
    productions.map(({ id }) => id),
  )
  const byProduction = Map.groupBy(categories, category => category.productionId)
  return productions.map(production => ({ ...production, categories: byProduction.get(production.id) ?? [] }))
}

function lacksFactor(account: NamedAccount | undefined, hasFactor: boolean): boolean {
  return account?.two_factor_authentication_required === true && !hasFactor
}

type NamedAccount = Awaited<ReturnType<typeof listAccountsById>>[number]

/** "The displayed account name is the first non-empty value of …" (Accounts) */
function toAccountName({ id, human_name, name, owner_username }: NamedAccount): string {
  return human_name || name || owner_username || `Account #${id}`
}
