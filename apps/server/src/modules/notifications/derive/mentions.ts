/** Who is mentioned in comments: each is notified once, visitors of shares by mail (notifications-2). */

import type { Transaction } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { findUserById, listUsersById, toUser } from '../../accounts/index.ts'
import type { AnnotationRow } from '../../annotations/index.ts'
import { findMediaObjectRows } from '../../media/index.ts'
import { findCommentLink, findSharedUserNames, findVisitorOfComment } from '../../sharing/index.ts'
import { toWords } from '../policy.ts'
import { insertMentions } from '../store.ts'

/** More in one comment are not notified. */
const maxMentions = 50

/** Notes who is mentioned for the first time, and queues the mails to visitors among them; returns the users. */
export async function noteMentions(ctx: Transaction, row: AnnotationRow): Promise<number[]> {
  const { mentionIds = [] } = row.details
  const authors = [row.creator_id, row.created_by_shared_user_id]
  const wanted = [...new Set(mentionIds)].filter(id => !authors.includes(id)).slice(0, maxMentions)
  const users = new Set((await listUsersById(ctx.db, wanted)).map(({ id }) => id))
  // Visitors are notified once it is for them as well.
  const seeing = row.is_internal ? wanted.filter(id => users.has(id)) : wanted
  const mentioned = await insertMentions(ctx.db, row.id, seeing, ctx.platform.clock.now())
  for (const id of mentioned) {
    const visitor = users.has(id) ? undefined : await findVisitorOfComment(ctx, row, id)
    if (visitor) await queueMention(ctx, row, visitor)
  }
  return mentioned.filter(id => users.has(id))
}

/** Queues the mail of a mention to one address; `link` is where a visitor sees the comment, a member where the team does. */
export async function queueMention(
  ctx: Transaction,
  row: AnnotationRow,
  { email, link, settings }: { email: string; link?: string; settings?: string },
): Promise<void> {
  const [clip] = await findMediaObjectRows(ctx.db, [row.media_object_id])
  const author = await findAuthor(ctx, row)
  const name = clip?.name ?? 'a clip'
  const path = ['production', row.production_id, 'clip', row.media_object_id]
  await queueMail(ctx, {
    kind: 'mention',
    to: email,
    productionId: row.production_id,
    subject: `${author} mentions you on “${name}”`,
    paragraphs: [`${author} mentions you in a comment on “${name}”.`],
    quote: toWords(row.details.description ?? ''),
    link: {
      label: 'Open the comment',
      url: link ?? (await findCommentLink(ctx, row)) ?? toWebLink(ctx.platform, path, { query: { comment: row.id } }),
    },
    reason: 'You get this mail because the comment mentions you.',
    settings,
  })
}

/** What the author of a comment is called. */
export async function findAuthor(ctx: Transaction, row: AnnotationRow): Promise<string> {
  const sharedUserId = row.created_by_shared_user_id
  if (sharedUserId !== null) {
    if (row.details.authorName !== undefined) return row.details.authorName
    const names = await findSharedUserNames(ctx.db, row.production_id, [sharedUserId])
    return names.get(sharedUserId) ?? 'A visitor'
  }
  const user = row.creator_id === null ? undefined : await findUserById(ctx.db, row.creator_id)
  return (user && toUser(user).fullName) ?? row.details.authorName ?? 'Someone'
}
