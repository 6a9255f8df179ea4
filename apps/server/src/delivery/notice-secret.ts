/** What the notices of an account's bootstraps are signed with. */

import { notFound } from '@rushes/contract'
import { type Context, inTransaction } from '../platform/context.ts'
import { seal, unseal } from '../platform/sealed.ts'
import { formerSecretMs, newSecret } from '../platform/standard-webhooks.ts'
import { deleteNoticeSecret, findNoticeSecret, keepNoticeSecret } from './notice-store.ts'

const sealPurpose = 'delivery notice'

/** Has notices signed from now on, with a secret that is shown this once; a former one signs beside it for a day. */
export async function renewNoticeSecret(ctx: Context, accountId: number): Promise<{ secret: string }> {
  const secret = newSecret()
  const { secret: key, clock } = ctx.platform
  await inTransaction(ctx, async ctx => {
    await keepNoticeSecret(ctx.db, accountId, seal(key, sealPurpose, secret), clock.now() + formerSecretMs)
    ctx.publish({ type: 'Activity', verb: 'Account.renewDeliverySecret', accountId, object: describe(accountId) })
  })
  return { secret }
}

/** Leaves notices unsigned. Throws NotFoundError where they are. */
export async function removeNoticeSecret(ctx: Context, accountId: number): Promise<undefined> {
  await inTransaction(ctx, async ctx => {
    if (!(await deleteNoticeSecret(ctx.db, accountId))) throw notFound('Secret of account', accountId)
    ctx.publish({ type: 'Activity', verb: 'Account.removeDeliverySecret', accountId, object: describe(accountId) })
  })
  return undefined
}

function describe(id: number) {
  return { objectType: 'Account', id }
}

/** The secrets that sign now, the newest first; none where nobody asked for signatures. */
export async function listNoticeSecrets(ctx: Context, accountId: number): Promise<string[]> {
  const row = await findNoticeSecret(ctx.db, accountId)
  const { secret: key, clock } = ctx.platform
  const former = (row?.former_secret_ends ?? 0) > clock.now() ? row?.former_secret : undefined
  return [row?.secret, former].flatMap(sealed => (sealed ? (unseal(key, sealPurpose, sealed) ?? []) : []))
}
