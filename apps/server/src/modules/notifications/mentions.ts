/**
 * Mails to those whom a comment mentions (notifications-2).
 * Comments are written many at once and outside transactions, so that the event log tells of them: it is read in order,
 * and the position is stored in the transaction that queues the mails.
 */

import type { Platform, Transaction } from '../../platform/context.ts'
import { startFollower } from '../../platform/events/follower.ts'
import type { LoggedEvent } from '../../platform/events/log.ts'
import { isMailOn, queueMail } from '../../platform/events/outbox/mail/index.ts'
import { toWebLink } from '../../platform/text/web-links.ts'
import { findUserById, listUsersById, toUser } from '../accounts/index.ts'
import { type AnnotationRow, commentFunnel, findAnnotations } from '../annotations/index.ts'
import { findMediaObjectRows } from '../media/index.ts'
import { findStanding } from '../productions/index.ts'
import { findCommentLink, findSharedUserNames, findVisitorOfComment } from '../sharing/index.ts'
import { toWords } from './policy.ts'
import { insertMentions } from './store.ts'

/** More in one comment are not told. */
const mostMentions = 50

/** Starts to tell those who are mentioned; the result stops it. */
export function startMentions(platform: Platform): Promise<() => Promise<void>> {
  const wants = (event: LoggedEvent) => isMailOn({ platform }) && isOfComment(event)
  return startFollower(platform, { name: 'mentions', wants, follow: tellMentioned })
}

/** Whether a comment was created or changed. */
function isOfComment({ verb, object }: LoggedEvent): boolean {
  return object?.funnel === commentFunnel && (verb === 'Annotation.create' || verb === 'Annotation.update')
}

async function tellMentioned(ctx: Transaction, events: readonly LoggedEvent[]): Promise<void> {
  const byProduction = Map.groupBy(events, event => event.productionId ?? 0)
  for (const [productionId, told] of byProduction) {
    const ids = [...new Set(told.map(event => Number(event.object?.id)))]
    for (const row of await findAnnotations(ctx, { productionId, ids })) await tellOfComment(ctx, row)
  }
}

async function tellOfComment(ctx: Transaction, row: AnnotationRow): Promise<void> {
  const { mentionIds = [] } = row.details
  const authors = [row.creator_id, row.created_by_shared_user_id]
  const wanted = [...new Set(mentionIds)].filter(id => !authors.includes(id)).slice(0, mostMentions)
  const mentioned = await insertMentions(ctx.db, row.id, wanted, ctx.platform.clock.now())
  if (mentioned.length === 0) return
  const facts = await readFacts(ctx, row)
  const users = new Map((await listUsersById(ctx.db, mentioned)).map(user => [user.id, user]))
  for (const id of mentioned) {
    const user = users.get(id)
    if (user) {
      if (await maySee(ctx, row.production_id, user))
        await send(ctx, row, facts, { email: user.email, link: facts.link })
      continue
    }
    const visitor = await findVisitorOfComment(ctx, row, id)
    if (visitor) await send(ctx, row, facts, visitor)
  }
}

/** A member of the team who may look into the production: nobody else is told of what is said there. */
async function maySee(
  ctx: Transaction,
  productionId: number,
  user: { id: number; disabled: number | null; deleted: number | null },
): Promise<boolean> {
  if (user.disabled !== null || user.deleted !== null) return false
  const standing = await findStanding(ctx.db, productionId, user.id)
  return standing?.deleted === null && standing.rights.includes('PRODUCTION_VIEW')
}

/** What every mail about a comment tells. */
interface Facts {
  author: string
  clip: string
  /** Where members of the team see it. */
  link: string
}

async function readFacts(ctx: Transaction, row: AnnotationRow): Promise<Facts> {
  const [clip] = await findMediaObjectRows(ctx.db, [row.media_object_id])
  const path = ['production', row.production_id, 'clip', row.media_object_id]
  return {
    author: await findAuthor(ctx, row),
    clip: clip?.name ?? 'a clip',
    link: (await findCommentLink(ctx, row)) ?? toWebLink(ctx.platform, path, { query: { comment: row.id } }),
  }
}

async function findAuthor(ctx: Transaction, row: AnnotationRow): Promise<string> {
  const sharedUserId = row.created_by_shared_user_id
  if (sharedUserId !== null) {
    if (row.details.authorName !== undefined) return row.details.authorName
    const names = await findSharedUserNames(ctx.db, row.production_id, [sharedUserId])
    return names.get(sharedUserId) ?? 'A visitor'
  }
  const user = row.creator_id === null ? undefined : await findUserById(ctx.db, row.creator_id)
  return (user && toUser(user).fullName) ?? 'Someone'
}

async function send(
  ctx: Transaction,
  row: AnnotationRow,
  { author, clip }: Facts,
  { email, link }: { email: string; link: string },
): Promise<void> {
  await queueMail(ctx, {
    kind: 'mention',
    to: email,
    productionId: row.production_id,
    subject: `${author} mentions you on “${clip}”`,
    paragraphs: [`${author} mentions you in a comment on “${clip}”.`],
    quote: toWords(row.details.description ?? ''),
    link: { label: 'Open the comment', url: link },
    reason: 'You get this mail because the comment mentions you.',
  })
}
