/** The mail of the day: what waits for it, in one mail for each person (notifications-14). */

import { startBackground } from '../../../platform/background/background.ts'
import { type Context, inTransaction, type Platform } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { findUserById } from '../../accounts/index.ts'
import { readLinesOf } from '../lines/lines.ts'
import { maxPerUser, toDigestTime, toSentence } from '../policy.ts'
import { deleteSurplus } from '../store.ts'
import { listDigestUserIds, takeDigest } from './digest-store.ts'
import { toPreferencesLink } from './preferences-link.ts'

const everyMs = 5 * 60_000
/** More are counted, not listed. */
const maxLines = 50

/** Sends the mails of the day, and deletes what is old; the result stops it. */
export function startDigests(platform: Platform): () => Promise<void> {
  return startBackground(platform, { name: 'notification digests', everyMs, run: sendDigests })
}

/** Sends what is due now. */
export async function sendDigests(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.platform.clock.now()
  const before = toDigestTime(now)
  for (const userId of await listDigestUserIds(ctx.db, before)) {
    if (signal.aborted) return
    await sendDigest(ctx, userId, before)
  }
  await deleteSurplus(ctx.db, maxPerUser)
}

async function sendDigest(ctx: Context, userId: number, before: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    // Of several nodes one takes it.
    const ids = await takeDigest(ctx.db, userId, before)
    const user = await findUserById(ctx.db, userId)
    if (ids.length === 0 || user === undefined || user.disabled !== null || user.deleted !== null) return
    const lines = await readLinesOf(ctx.db, userId, ids, maxLines + 1)
    if (lines.length === 0) return
    const listed = lines.slice(0, maxLines).map(line => `${toSentence(line)} (${line.productionName})`)
    await queueMail(ctx, {
      kind: 'digest',
      to: user.email,
      subject:
        lines.length === 1 ? toSentence(lines[0]!) : `${lines.length > maxLines ? 'Many' : lines.length} notifications`,
      paragraphs: [
        'What happened since the last mail:',
        ...listed,
        ...(lines.length > maxLines ? ['… and more.'] : []),
      ],
      link: { label: 'Open Rushes', url: toWebLink(ctx.platform, []) },
      reason: 'You get this mail because you chose a daily summary.',
      settings: toPreferencesLink(ctx.platform),
    })
  })
}
