/** The states of submissions. Pure. */

import { type PreDeliveryStatus, type SubmissionStatus, submissionStatuses } from '@rushes/contract'
import type { Actor } from '../../platform/security/actor.ts'

const draftStatuses: readonly SubmissionStatus[] = ['Open', 'Draft', 'DraftFailed']
export const submittedStatuses = submissionStatuses.filter(status => !isEditable(status))

/** Until it is submitted, what it holds may change. */
export function isEditable(status: SubmissionStatus): boolean {
  return draftStatuses.includes(status)
}

/** Whether somebody manages deliveries: every draft is open to them. */
export function managesDeliveries(actor: Actor): boolean {
  return actor.kind === 'service' || (actor.kind === 'user' && actor.rights.has('DELIVERY_MANAGE'))
}

/** Whether a submission was begun by this user, for whom alone it is until it is submitted. */
export function isOwn(actor: Actor, { creator_id: creatorId }: { readonly creator_id: number | null }): boolean {
  return actor.kind === 'user' && creatorId === actor.userId
}

/** Whether the service takes it on by itself. */
export function isMoving(status: SubmissionStatus): boolean {
  return status === 'AwaitingProbe' || status === 'AwaitingAutoValidation' || status === 'AwaitingDelivery'
}

/** Whether another submission may follow one that stands so. */
export function makesRoom(status: SubmissionStatus): boolean {
  return status === 'Rejected' || status === 'DeliveryFailed'
}

/** What is known of a clip. */
export interface ClipState {
  /** Whether the clip is still there: an upload that is cancelled takes it away. */
  readonly exists: boolean
  /** Whether all its bytes are. */
  readonly hasOriginal: boolean
  readonly isProbed: boolean
  readonly hasProbeFailed: boolean
}

export function toPreDeliveryStatus({ exists, hasOriginal, isProbed, hasProbeFailed }: ClipState): PreDeliveryStatus {
  if (!exists) return 'TransferFailed'
  if (isProbed) return 'ProbeCompleted'
  if (hasProbeFailed) return 'ProbeFailed'
  return hasOriginal ? 'TransferCompleted' : 'TransferStarted'
}

const worstFirst: readonly PreDeliveryStatus[] = [
  'TransferFailed',
  'ProbeFailed',
  'LinkFailed',
  'TransferStarted',
  'TransferCompleted',
  'ProbeCompleted',
  'LinkCompleted',
]

/** All clips are as far as the one that is least far; nothing for none. */
export function toLeast(statuses: readonly PreDeliveryStatus[]): PreDeliveryStatus | undefined {
  return worstFirst.find(status => statuses.includes(status))
}

/** Where a submission that nobody has submitted stands, by what it holds and by how its clips are. */
export function toDraftStatus(isEmpty: boolean, clips: PreDeliveryStatus | undefined): SubmissionStatus {
  if (hasFailed(clips)) return 'DraftFailed'
  return isEmpty ? 'Open' : 'Draft'
}

export function hasFailed(clips: PreDeliveryStatus | undefined): boolean {
  return clips === 'TransferFailed' || clips === 'ProbeFailed' || clips === 'LinkFailed'
}

/** Whether there is nothing to wait for: every clip is probed, or there is none. */
export function isReady(clips: PreDeliveryStatus | undefined): boolean {
  return clips === undefined || clips === 'ProbeCompleted' || clips === 'LinkCompleted'
}
