/** Comments: who is mentioned, who is answered, whose clip or share it is about, whose comment was resolved. */

import type { Transaction } from '../../../platform/context.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import { type AnnotationRow, commentFunnel, findAnnotations } from '../../annotations/index.ts'
import { findMediaObjectRows } from '../../media/index.ts'
import { findShareCreators } from '../../sharing/index.ts'
import { listThreadAuthors } from '../store.ts'
import { type DerivedDraft, type Doer, toDoer } from './draft.ts'
import { findAuthor, noteMentions } from './mentions.ts'

/** Whether a comment was created, resolved, opened to visitors, or mentions somebody it did not mention before. */
export function isOfComment({ verb, object, extended }: LoggedEvent): boolean {
  if (object?.funnel !== commentFunnel) return false
  const isMeant = extended?.resolved === true || extended?.mentionIds !== undefined || extended?.internal === false
  return verb === 'Annotation.create' || (verb === 'Annotation.update' && isMeant)
}

export function isOfNewComment(event: LoggedEvent): boolean {
  return isOfComment(event) && event.verb === 'Annotation.create'
}

/** Drafts of the comments of a production; mentioned visitors of shares get their mails here. */
export async function deriveFromComments(
  ctx: Transaction,
  productionId: number,
  events: readonly LoggedEvent[],
): Promise<DerivedDraft[]> {
  const ids = [...new Set(events.map(event => Number(event.object?.id)))]
  const comments = (await findAnnotations(ctx, { productionId, ids })).filter(({ deleted }) => deleted === null)
  const created = new Set(events.flatMap(event => (isOfNewComment(event) ? [Number(event.object?.id)] : [])))
  const owners = await findOwners(
    ctx,
    comments.filter(({ id }) => created.has(id)),
  )
  const drafts: DerivedDraft[] = []
  for (const row of comments) {
    const mentionedIds = await noteMentions(ctx, row)
    const actor = await findDoer(ctx, row)
    const eventId = events.find(({ object }) => Number(object?.id) === row.id)?.id ?? ''
    const about = { eventId, productionId, actor, ...toPlace(row), cause: String(row.id) }
    const informed = new Set(mentionedIds)
    if (row.creator_id !== null) informed.add(row.creator_id)
    const add = (kind: DerivedDraft['kind'], userIds: readonly number[]) => {
      const others = userIds.filter(id => !informed.has(id))
      for (const id of others) informed.add(id)
      if (others.length > 0) drafts.push({ ...about, kind, userIds: others })
    }
    if (mentionedIds.length > 0) drafts.push({ ...about, kind: 'MENTION', userIds: mentionedIds })
    if (!created.has(row.id)) continue
    add('REPLY', owners.ofThread(row))
    add('COMMENT', owners.ofPlace(row))
  }
  for (const event of events) {
    const row = comments.find(({ id }) => id === Number(event.object?.id))
    if (event.extended?.resolved !== true || row?.creator_id == null) continue
    const about = { eventId: event.id, productionId, ...toPlace(row), cause: event.id, actor: toDoer(event) }
    drafts.push({ ...about, kind: 'RESOLVED', userIds: [row.creator_id] })
  }
  return drafts
}

function toPlace({ id, media_object_id: mediaObjectId }: AnnotationRow) {
  return { annotationId: id, mediaObjectId, groupId: mediaObjectId }
}

async function findDoer(ctx: Transaction, row: AnnotationRow): Promise<Doer> {
  const isOfVisitor = row.created_by_shared_user_id !== null || row.creator_id === null
  return isOfVisitor ? { name: await findAuthor(ctx, row) } : { id: row.creator_id! }
}

/** Whom comments concern without naming them. */
interface Owners {
  /** Who wrote what the comment answers, and the other answers. */
  readonly ofThread: (row: AnnotationRow) => readonly number[]
  /** Who uploaded the clip, and who opened the share that the comment came through. */
  readonly ofPlace: (row: AnnotationRow) => readonly number[]
}

async function findOwners(ctx: Transaction, rows: readonly AnnotationRow[]): Promise<Owners> {
  const { db } = ctx
  const authors = await listThreadAuthors(db, [...new Set(rows.flatMap(row => row.related_to_id ?? []))])
  const clips = await findMediaObjectRows(db, [...new Set(rows.map(row => row.media_object_id))])
  const uploaders = new Map(clips.map(clip => [clip.id, clip.creator_id]))
  const sharers = await findShareCreators(db, [...new Set(rows.flatMap(row => row.created_by_share_id ?? []))])
  return {
    ofThread: row => (row.related_to_id === null ? [] : (authors.get(row.related_to_id) ?? [])),
    ofPlace: ({ media_object_id: clipId, created_by_share_id: shareId }) =>
      [uploaders.get(clipId), shareId === null ? undefined : sharers.get(shareId)].flatMap(id => id ?? []),
  }
}
