/** What of a submission only those who manage deliveries decide. */

import { brokenRule, missingRight, ServiceError, type SubmissionReplacement } from '@rushes/contract'
import { actingUserId, type Context } from '../../../platform/context.ts'
import { isEditable, managesDeliveries } from '../policy.ts'
import type { SubmissionDetails, SubmissionRow } from '../tables.ts'

type Wanted = Pick<
  SubmissionReplacement,
  'skipReview' | 'skipValidation' | 'reviewStatus' | 'reviewComments' | 'activeStatus' | 'submissionComments'
>

/** What a supplier may send back as it was read, and may not change. Throws ForbiddenError. */
export function assertMayDecide({ actor }: Context, wanted: Wanted, stored?: SubmissionRow): void {
  if (managesDeliveries(actor)) return
  const { skipReview = false, skipValidation = false, reviewStatus = 'Pending', reviewComments } = stored?.details ?? {}
  const activeStatus = stored?.active_status ?? 'Active'
  const isDecided =
    (wanted.skipReview ?? skipReview) !== skipReview ||
    (wanted.skipValidation ?? skipValidation) !== skipValidation ||
    (wanted.reviewStatus ?? reviewStatus) !== reviewStatus ||
    (wanted.reviewComments ?? reviewComments) !== reviewComments ||
    (wanted.activeStatus ?? activeStatus) !== activeStatus
  if (isDecided) throw missingRight('DELIVERY_MANAGE')
}

/** What was said and decided, over what was before. */
export function toDetails(
  { submissionComments, skipReview, skipValidation }: Wanted,
  stored: SubmissionDetails = {},
): SubmissionDetails {
  return {
    ...stored,
    ...(submissionComments === undefined ? {} : { submissionComments }),
    ...(skipReview === undefined ? {} : { skipReview }),
    ...(skipValidation === undefined ? {} : { skipValidation }),
  }
}

/**
 * "AwaitingReview → Accepted/Rejected": where the submission stands then, and who decided; nothing where nothing is
 * decided. Throws ValidationError before it is submitted, and ConflictError for a decision at another time.
 */
export function review(
  ctx: Context,
  { submission_status: status, details }: SubmissionRow,
  { reviewStatus: verdict, reviewComments = details.reviewComments }: Wanted,
): { status: 'Accepted' | 'Rejected'; details: SubmissionDetails } | undefined {
  if (verdict === undefined || verdict === (details.reviewStatus ?? 'Pending')) {
    if (reviewComments === details.reviewComments) return undefined
    throw brokenRule('/reviewComments', 'is given with the decision')
  }
  if (isEditable(status)) throw brokenRule('/reviewStatus', 'is decided once it is submitted')
  if (status !== 'AwaitingReview' || verdict === 'Pending') {
    throw new ServiceError('ConflictError', `It is ${status}, and cannot be reviewed`)
  }
  const reviewer = actingUserId(ctx.actor)
  const reviewed = { reviewStatus: verdict, reviewedAt: ctx.platform.clock.now() }
  const by = reviewer === undefined ? {} : { reviewer }
  const because = reviewComments === undefined ? {} : { reviewComments }
  return { status: verdict, details: { ...reviewed, ...by, ...because } }
}
