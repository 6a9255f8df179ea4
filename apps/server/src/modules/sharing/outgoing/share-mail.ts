import { actingUserId, type Context, type Platform, type Transaction } from '../../../platform/context.ts'
import { isMailOn, queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { findUserById, toUser } from '../../accounts/index.ts'
import { unsealToken } from '../shares/to-share.ts'
import type { ShareRow } from '../tables.ts'

/** The page of a share, or of a comment in it; the token that opens it stands behind the `#`. */
export function toShareLink(
  platform: Platform,
  share: Pick<ShareRow, 'id' | 'production_id' | 'token_sealed'>,
  query: Readonly<Record<string, number>> = {},
): string {
  const token = unsealToken(platform, share)
  const secret = token === undefined ? {} : { token }
  return toWebLink(platform, ['share', share.production_id, share.id], { query, secret })
}

/** Of mails with the link of a recipient; `noteLostMail` knows them by it. */
export const recipientMailKind = 'share recipient'

/** Sends a new share to someone whom it is meant for. Its password is not in the mail: that goes another way. */
export async function sendShare(ctx: Transaction, share: ShareRow, email: string): Promise<void> {
  if (!isMailOn(ctx)) return
  await mailLink(ctx, share, { kind: 'share', to: email, url: toShareLink(ctx.platform, share) })
}

/** Sends a recipient the link that is theirs alone; the result says why it was not sent. */
export async function sendRecipientLink(
  ctx: Transaction,
  share: ShareRow,
  { id, email, token }: { readonly id: number; readonly email: string; readonly token: string },
): Promise<string | undefined> {
  const url = toWebLink(ctx.platform, ['share', share.production_id, share.id], { secret: { token } })
  return mailLink(ctx, share, { kind: recipientMailKind, to: email, url, subjectId: id })
}

async function mailLink(
  ctx: Transaction,
  share: ShareRow,
  { url, ...mail }: { readonly kind: string; readonly to: string; readonly url: string; readonly subjectId?: number },
): Promise<string | undefined> {
  const sender = await findSenderName(ctx)
  const what = share.label === null ? 'a collection' : `“${share.label}”`
  return queueMail(ctx, {
    ...mail,
    productionId: share.production_id,
    subject: `${sender} shares ${what} with you`,
    paragraphs: [
      `${sender} shares ${what} with you.`,
      ...(share.password_protected ? ['It asks for a password, which you get from the sender.'] : []),
      ...(share.expires === null ? [] : [`It can be opened until ${new Date(share.expires).toUTCString()}.`]),
    ],
    quote: share.description ?? undefined,
    link: { label: 'Open it', url },
    reason: 'You get this mail because the sender gave your address.',
  })
}

async function findSenderName(ctx: Context): Promise<string> {
  const user = await findUserById(ctx.db, actingUserId(ctx.actor) ?? 0)
  return (user && toUser(user).fullName) ?? 'Someone'
}
