/** Links of a share for each of its recipients: what was seen is known by recipient, and each is ended alone. */

import {
  brokenRule,
  mostSeenClips,
  notFound,
  type Page,
  type ShareRecipient,
  type ShareRecipientCreation,
} from '@rushes/contract'
import {
  actingUserId,
  type Context,
  inTransaction,
  type Platform,
  type Transaction,
} from '../../../platform/context.ts'
import { isMailOn } from '../../../platform/events/outbox/mail/index.ts'
import { type Listing, toPage } from '../../../platform/http/answers/listing.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/security/secrets/sealed.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { endSessions } from '../../authentication/index.ts'
import { publishShare, toRecipientTarget } from '../outgoing/events.ts'
import { sendRecipientLink } from '../outgoing/share-mail.ts'
import { assertMayGrant, checkEmail, checkUsername, maxRecipients, maySeeToken } from '../policy.ts'
import { getShare } from '../shares/get-share.ts'
import { findShareById, lockShare } from '../shares/store.ts'
import type { ShareRecipientRow, ShareRow } from '../tables.ts'
import { listSeenByRecipients, type SeenByRecipientRow, toSeenClip } from '../visitors/visit-store.ts'
import { listSessionIdsOfRecipient } from '../visitors/visitor-session-store.ts'
import * as store from './store.ts'

/** A recipient before it is known what was seen through the link. */
type Unseen = Omit<ShareRecipient, 'clips' | 'clipCount'>

const sealedFor = 'recipient token'

export const sealedRecipientTokens: SealedColumn = {
  table: 'share_recipient',
  column: 'token_sealed',
  purpose: sealedFor,
}

export function sealRecipientToken({ secret }: Pick<Platform, 'secret'>, token: string): Buffer {
  return seal(secret, sealedFor, token)
}

/** The recipients of a share with what each has seen (sharing-60), in the page the caller asks for. */
export async function listRecipients(
  ctx: Context,
  productionId: number,
  shareId: number,
  listing: Listing<Unseen>,
): Promise<Page<ShareRecipient>> {
  const share = await getShare(ctx, productionId, shareId)
  const rows = await store.listRecipientRows(ctx.db, share.id)
  const page = toPage(
    rows.map(row => toUnseen(ctx, share, row)),
    listing,
  )
  const ids = page.items.map(({ id }) => id)
  const seen = Map.groupBy(await listSeenByRecipients(ctx.db, share.id, ids, mostSeenClips), row => row.recipient_id)
  return { ...page, items: page.items.map(unseen => toRecipient(unseen, seen.get(unseen.id))) }
}

/** Gives somebody a link of their own (sharing-59), sent by mail where that is asked for (sharing-63). */
export async function createRecipient(
  ctx: Context,
  productionId: number,
  shareId: number,
  request: ShareRecipientCreation,
): Promise<ShareRecipient> {
  const name = checkUsername(request.name, '/name')
  const email = request.email === undefined || request.email === '' ? null : checkEmail(request.email, '/email')
  if (request.sendMail) assertMailable(ctx, email)
  const token = newToken('rh')
  return inTransaction(ctx, async ctx => {
    const share = await lockShare(ctx.db, productionId, shareId)
    if (!share) throw notFound('ShareObject', shareId)
    assertMayGrant(ctx.actor, share.permissions)
    if ((await store.countRecipients(ctx.db, share.id)) >= maxRecipients) {
      throw brokenRule('/', `a share has at most ${maxRecipients} recipients`)
    }
    const now = ctx.platform.clock.now()
    const isMailed = request.sendMail === true && email !== null
    const row = await store.insertRecipient(ctx.db, {
      share_id: share.id,
      name,
      email,
      created: now,
      creator_id: actingUserId(ctx.actor) ?? null,
      ended: null,
      mailed: isMailed ? now : null,
      token_hash: hashToken(token),
      token_sealed: sealRecipientToken(ctx.platform, token),
    })
    await report(ctx, share, row, 'Share.addRecipient')
    const unsent = isMailed ? await sendRecipientLink(ctx, share, { id: row.id, email, token }) : undefined
    const known = unsent === undefined ? row : await store.noteUndelivered(ctx.db, row.id, unsent)
    return toRecipient(toUnseen(ctx, share, known ?? row))
  })
}

/** Throws ValidationError where no mail can be sent. */
function assertMailable(ctx: Context, email: string | null): void {
  if (email === null) throw brokenRule('/email', 'is needed to send the link there')
  if (!isMailOn(ctx)) throw brokenRule('/sendMail', 'this service sends no mail; copy the link instead')
}

/** The mail with a link did not arrive: those who may share see that, and why (sharing-63). */
export async function noteLostLink(ctx: Transaction, id: number, reason: string): Promise<void> {
  const row = await store.noteUndelivered(ctx.db, id, reason)
  const share = row && (await findShareById(ctx.db, row.share_id))
  if (share) publishShare(ctx, share, 'Share.mailFailed', toRecipientTarget(row))
}

/** Ends the link of one recipient, with all that was opened by it (sharing-61); those of others go on. */
export async function endRecipient(
  ctx: Context,
  productionId: number,
  shareId: number,
  id: number,
): Promise<ShareRecipient> {
  return inTransaction(ctx, async ctx => {
    // Locked against a login or an identification that would continue a session meanwhile.
    const share = await lockShare(ctx.db, productionId, shareId)
    if (!share) throw notFound('ShareObject', shareId)
    const row = await store.endRecipientRow(ctx.db, { shareId, id, now: ctx.platform.clock.now() })
    if (!row) throw notFound('ShareRecipient', id)
    await endSessions(ctx, await listSessionIdsOfRecipient(ctx.db, id))
    await report(ctx, share, row, 'Share.endRecipient')
    const seen = await listSeenByRecipients(ctx.db, shareId, [id], mostSeenClips)
    return toRecipient(toUnseen(ctx, share, row), seen)
  })
}

async function report(
  ctx: Transaction,
  share: ShareRow,
  row: ShareRecipientRow,
  verb: 'Share.addRecipient' | 'Share.endRecipient',
): Promise<void> {
  publishShare(ctx, share, verb, toRecipientTarget(row))
  const { id: shareId, production_id: productionId } = share
  const detail = { recipientId: row.id, ended: verb === 'Share.endRecipient' }
  await recordAudit(ctx, { action: 'share.change', succeeded: true, productionId, shareId, detail })
}

/** A recipient as those see them who may share; the token only where it gives them no more than they may do. */
function toUnseen(
  { actor, platform }: Pick<Context, 'actor' | 'platform'>,
  share: ShareRow,
  row: ShareRecipientRow,
): Unseen {
  const { id, share_id: shareId, name, email, created, creator_id, last_opened, ended, mailed, undelivered } = row
  const isShown = ended === null && maySeeToken(actor, share.permissions)
  const token = isShown ? unseal(platform.secret, sealedFor, row.token_sealed) : undefined
  return {
    ...{ id, shareId, name, created },
    ...withoutNulls({ email, creatorId: creator_id, lastOpened: last_opened, ended, token }),
    ...withoutNulls({ mailed, mailFailure: undelivered }),
  }
}

function toRecipient(unseen: Unseen, seen: readonly SeenByRecipientRow[] = []): ShareRecipient {
  return { ...unseen, clips: seen.map(toSeenClip), clipCount: seen[0]?.total ?? 0 }
}
