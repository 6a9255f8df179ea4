/** What the notices of an account's bootstraps are signed with. */

import { notFound } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/security/secrets/sealed.ts'
import { formerSecretMs, newSecret, type SigningSecrets } from '../../../platform/security/standard-webhooks.ts'
import { PermanentError } from '../../workflows/index.ts'
import { deleteNoticeSecret, findNoticeSecret, keepNoticeSecret } from './store.ts'

const sealPurpose = 'delivery notice'
export const sealedNoticeSecrets: readonly SealedColumn[] = [
  { table: 'delivery_notice_secret', column: 'secret', purpose: sealPurpose },
  { table: 'delivery_notice_secret', column: 'former_secret', purpose: sealPurpose },
]

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

/**
 * The secrets that sign now, the newest first; undefined where nobody asked for signatures. Throws `PermanentError` for
 * one that cannot be opened: no notice is sent unsigned instead.
 */
export async function findNoticeSecrets(ctx: Context, accountId: number): Promise<SigningSecrets | undefined> {
  const row = await findNoticeSecret(ctx.db, accountId)
  if (!row) return undefined
  const { secret: key, clock, log } = ctx.platform
  const newest = unseal(key, sealPurpose, row.secret)
  if (newest === undefined) {
    log.error({ accountId }, 'secret of delivery notices cannot be opened')
    throw new PermanentError('UNREADABLE_SECRET', 'The secret that signs notices cannot be opened; renew it')
  }
  const isFormerValid = row.former_secret && (row.former_secret_ends ?? 0) > clock.now()
  const former = isFormerValid && unseal(key, sealPurpose, row.former_secret!)
  return former ? [newest, former] : [newest]
}
