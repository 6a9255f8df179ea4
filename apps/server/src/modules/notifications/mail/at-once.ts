/** Mails at once, in the transaction that writes what they are about. */

import type { Transaction } from '../../../platform/context.ts'
import { isMailOn, queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { listUsersById } from '../../accounts/index.ts'
import { findAnnotations } from '../../annotations/index.ts'
import { queueMention } from '../derive/mentions.ts'
import { readLinesOf } from '../lines/lines.ts'
import { toPagePath, toSentence } from '../policy.ts'
import type { NotificationRow } from '../tables.ts'
import { toPreferencesLink } from './preferences-link.ts'

/** One mail for each line that is new to a user; a mention has a mail of its own. */
export async function mailAtOnce(ctx: Transaction, written: readonly NotificationRow[]): Promise<void> {
  if (!isMailOn(ctx) || written.length === 0) return
  const users = await listUsersById(ctx.db, [...new Set(written.map(row => row.user_id))])
  const settings = toPreferencesLink(ctx.platform)
  for (const user of users) {
    if (user.disabled !== null || user.deleted !== null) continue
    const own = written.filter(row => row.user_id === user.id)
    const { mentions = [], others = [] } = Object.groupBy(own, row => (row.kind === 'MENTION' ? 'mentions' : 'others'))
    for (const { annotation_id: id, production_id: productionId } of mentions) {
      const [comment] = await findAnnotations(ctx, { productionId, ids: [id ?? 0] })
      if (comment) await queueMention(ctx, comment, { email: user.email, settings })
    }
    const ids = others.map(row => row.id)
    for (const line of ids.length > 0 ? await readLinesOf(ctx.db, user.id, ids, ids.length) : []) {
      const { path, query } = toPagePath(line)
      await queueMail(ctx, {
        kind: 'notification',
        to: user.email,
        productionId: line.productionId,
        subject: toSentence(line),
        paragraphs: [`${toSentence(line)}.`],
        quote: line.text,
        link: { label: 'Open it', url: toWebLink(ctx.platform, path, query && { query }) },
        reason: 'You get this mail because you chose to be notified of this at once.',
        settings,
      })
    }
  }
}
