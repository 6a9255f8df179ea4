/** Clips, work, shares, deliveries and teams: whom their events concern. */

import type { EventType } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import { listSubmissionRowsById } from '../../delivery/index.ts'
import { findMediaObjectRows } from '../../media/index.ts'
import { listHolderIds } from '../../productions/index.ts'
import { findShareCreators } from '../../sharing/index.ts'
import { listWorkflowsById } from '../../workflows/index.ts'
import { type Draft, toDoer, toId } from './draft.ts'

type Derive = (ctx: Transaction, productionId: number, event: LoggedEvent) => Promise<Draft | undefined>

/** Which events concern somebody, beside those of comments. */
const rules: Partial<Record<EventType, Derive>> = {
  'Media.update': deriveReview,
  'Media.ingest': (ctx, productionId, event) => deriveWork(ctx, productionId, event, 'CLIP_READY'),
  'Transcription.automatic': (ctx, productionId, event) => deriveWork(ctx, productionId, event, 'WORK_DONE'),
  'Subtitling.automatic': (ctx, productionId, event) => deriveWork(ctx, productionId, event, 'WORK_DONE'),
  'Workflow.error': (ctx, productionId, event) => deriveWork(ctx, productionId, event, 'WORK_FAILED'),
  'DeliveryRequestSubmission.update': deriveDelivery,
  'Team.add': deriveTeam,
}

export function isOfOthers(event: LoggedEvent): boolean {
  // Most changes of clips are of something else.
  if (event.type === 'Media.update') return event.extended?.reviewStatus !== undefined
  return rules[event.type] !== undefined || event.verb === 'Share.login'
}

export async function deriveFromOther(
  ctx: Transaction,
  productionId: number,
  event: LoggedEvent,
): Promise<Draft | undefined> {
  return event.verb === 'Share.login'
    ? deriveShare(ctx, productionId, event)
    : rules[event.type]?.(ctx, productionId, event)
}

/** A clip got another review status: who uploaded it, and who created the share that it was set through. */
async function deriveReview(ctx: Transaction, productionId: number, event: LoggedEvent): Promise<Draft | undefined> {
  const status = event.extended?.reviewStatus
  const mediaObjectId = toId(event.object?.mediaObjectId)
  if (typeof status !== 'string' || mediaObjectId === undefined) return undefined
  return {
    kind: 'REVIEW_STATUS',
    userIds: [...(await findUploader(ctx, mediaObjectId)), ...(await findSharer(ctx, event))],
    productionId,
    mediaObjectId,
    groupId: mediaObjectId,
    cause: event.id,
    actor: toDoer(event),
    detail: status,
  }
}

/** Work has ended: who started it, or uploaded the clip. What is ready or failed is gathered for all of a production. */
async function deriveWork(
  ctx: Transaction,
  productionId: number,
  event: LoggedEvent,
  kind: Extract<Draft['kind'], 'CLIP_READY' | 'WORK_DONE' | 'WORK_FAILED'>,
): Promise<Draft | undefined> {
  const { object = {}, target = {} } = event
  const parties = [object, target]
  const workflowId = parties.find(({ objectType }) => objectType === 'Workflow')?.id
  const clip = parties.find(({ objectType }) => objectType === 'MediaObject')?.id ?? object.mediaObjectId
  const mediaObjectId = toId(clip)
  const [workflow] = typeof workflowId === 'string' ? await listWorkflowsById(ctx.db, [workflowId]) : []
  const starter = workflow?.creator_id ?? undefined
  return {
    kind,
    userIds: starter === undefined ? await findUploader(ctx, mediaObjectId) : [starter],
    productionId,
    mediaObjectId,
    groupId: productionId,
    cause: event.id,
    detail: workflow?.definition ?? event.type,
  }
}

async function findUploader(ctx: Transaction, mediaObjectId: number | undefined): Promise<number[]> {
  if (mediaObjectId === undefined) return []
  const [clip] = await findMediaObjectRows(ctx.db, [mediaObjectId])
  return clip?.creator_id == null ? [] : [clip.creator_id]
}

/** Who created the share that something came through. */
async function findSharer(ctx: Transaction, event: LoggedEvent): Promise<number[]> {
  const shareId = toId(event.shareId)
  const creator = shareId === undefined ? undefined : (await findShareCreators(ctx.db, [shareId])).get(shareId)
  return creator === undefined ? [] : [creator]
}

/** A share was opened: who created it, the first time. */
async function deriveShare(ctx: Transaction, productionId: number, event: LoggedEvent): Promise<Draft | undefined> {
  const shareId = toId(event.shareId)
  if (shareId === undefined) return undefined
  const userIds = await findSharer(ctx, event)
  return { kind: 'SHARE_OPENED', userIds, productionId, shareId, groupId: shareId, cause: String(shareId) }
}

/** A submission waits for its review: who manages deliveries. It was decided, or could not be delivered: who submitted it. */
async function deriveDelivery(ctx: Transaction, productionId: number, event: LoggedEvent): Promise<Draft | undefined> {
  const submissionId = toId(event.object?.id)
  const status = event.object?.submissionStatus
  if (submissionId === undefined || typeof status !== 'string') return undefined
  const isWaiting = status === 'AwaitingReview'
  if (!isWaiting && !['Accepted', 'Rejected', 'DeliveryFailed'].includes(status)) return undefined
  const [submission] = await listSubmissionRowsById(ctx.db, [submissionId])
  return {
    kind: 'DELIVERY',
    userIds: isWaiting ? await listHolderIds(ctx.db, productionId, 'DELIVERY_MANAGE') : [submission?.creator_id ?? 0],
    productionId,
    submissionId,
    groupId: submissionId,
    // Other changes of a submission name the same state again.
    cause: `${submissionId} ${status}`,
    actor: isWaiting ? undefined : toDoer(event),
    detail: status,
  }
}

async function deriveTeam(_ctx: Transaction, productionId: number, event: LoggedEvent): Promise<Draft | undefined> {
  const userId = toId(event.object?.id)
  if (userId === undefined) return undefined
  return {
    kind: 'TEAM_ADDED',
    userIds: [userId],
    productionId,
    groupId: productionId,
    // A change of their rights adds them again.
    cause: String(productionId),
    actor: toDoer(event),
  }
}
