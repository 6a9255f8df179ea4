/**
 * Notifications follow from the event log, which is read in order; the position is stored in the transaction that writes
 * them and queues their mails (docs/adr/0069).
 */

import type { Platform, Transaction } from '../../../platform/context.ts'
import { startFollower } from '../../../platform/events/follower.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import { listOpenProductions } from '../../productions/index.ts'
import { mailAtOnce } from '../mail/at-once.ts'
import { findChannels } from '../preferences/preferences.ts'
import { findConcerning, insertNotifications, type NewNotification } from '../store.ts'
import { deriveFromComments, isOfComment, isOfNewComment } from './comments.ts'
import { type Draft, sortByEvent } from './draft.ts'
import { deriveFromOther, isOfOthers } from './others.ts'

/** Starts to notify people; the result stops it. */
export function startNotifying(platform: Platform): Promise<() => Promise<void>> {
  // The name of the position in the log, which was that of mentions alone at first.
  const sift = (events: readonly LoggedEvent[]) => siftComments(platform, events)
  return startFollower(platform, { name: 'mentions', wants, sift, follow: notifyOf })
}

/** What other systems post notifies nobody: they could name anyone. */
function wants(event: LoggedEvent): boolean {
  return event.productionId !== undefined && !('postedBy' in event) && (isOfComment(event) || isOfOthers(event))
}

/** Without the new comments that concern nobody but their authors, which most are. */
async function siftComments({ database }: Platform, events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]> {
  const created = events.filter(isOfNewComment)
  if (created.length === 0) return events
  const concerning = await findConcerning(
    database,
    created.map(({ object }) => Number(object?.id)),
  )
  return events.filter(event => !isOfNewComment(event) || concerning.has(Number(event.object?.id)))
}

async function notifyOf(ctx: Transaction, events: readonly LoggedEvent[]): Promise<void> {
  for (const [productionId, ofProduction] of Map.groupBy(events, event => event.productionId ?? 0)) {
    const { comments = [], others = [] } = Object.groupBy(ofProduction, event =>
      isOfComment(event) ? 'comments' : 'others',
    )
    const drafts = comments.length > 0 ? await deriveFromComments(ctx, productionId, comments) : []
    for (const event of others) {
      const draft = await deriveFromOther(ctx, productionId, event)
      if (draft) drafts.push({ ...draft, eventId: event.id })
    }
    await notify(ctx, productionId, sortByEvent(drafts, ofProduction))
  }
}

/** Notifies those who may see what it is about, did not do it themselves, and want to know. */
async function notify(ctx: Transaction, productionId: number, drafts: readonly Draft[]): Promise<void> {
  const userIds = [...new Set(drafts.flatMap(draft => draft.userIds))]
  const present = new Set<number>()
  for (const userId of userIds) {
    const [open] = await listOpenProductions(ctx.db, [productionId], userId)
    if (open?.rights.includes('PRODUCTION_VIEW')) present.add(userId)
  }
  const channels = await findChannels(ctx.db, [...present])
  const wanted = drafts.flatMap(draft =>
    [...new Set(draft.userIds)]
      .filter(id => present.has(id) && !isOf(id, draft) && channels.get(id, draft.kind) !== 'OFF')
      .map(userId => toRow(ctx, draft, userId, channels.get(userId, draft.kind) === 'DAILY')),
  )
  const written = await insertNotifications(ctx.db, wanted)
  await mailAtOnce(
    ctx,
    written.filter(row => channels.get(row.user_id, row.kind) === 'AT_ONCE'),
  )
}

function isOf(userId: number, { actor }: Draft): boolean {
  return actor !== undefined && 'id' in actor && actor.id === userId
}

function toRow(ctx: Transaction, draft: Draft, userId: number, isDaily: boolean): NewNotification {
  const { actor } = draft
  return {
    user_id: userId,
    production_id: draft.productionId,
    kind: draft.kind,
    cause: draft.cause,
    group_id: draft.groupId,
    media_object_id: draft.mediaObjectId ?? null,
    annotation_id: draft.annotationId ?? null,
    share_id: draft.shareId ?? null,
    submission_id: draft.submissionId ?? null,
    actor_id: actor && 'id' in actor ? actor.id : null,
    actor_name: actor && 'name' in actor ? actor.name : null,
    detail: draft.detail ?? null,
    created: ctx.platform.clock.now(),
    awaits_digest: isDaily,
  }
}
