/**
 * Whom comments are for. Those with the security class `INTERNAL` are for the team only; a thread is for the same people
 * from its first comment to its last answer (sharing-56, sharing-57).
 */

import { brokenRule, internalClass } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { AnnotationDetails, AnnotationRow } from '../annotation.ts'
import { type AnnotationChange, updateAnnotation } from '../patch/update.ts'
import { isInternal } from '../policy.ts'
import { findRow } from '../store.ts'
import { lockAgainstReplies, lockReplies } from './store.ts'

const path = '/securityClasses'

/** The details of an answer to a comment. Throws ValidationError where it would be for the team only, and that one is not. */
export function toAudienceOfThread(root: AnnotationRow, details: AnnotationDetails = {}): AnnotationDetails {
  if (root.is_internal) return withClass(details, true)
  if (details.securityClasses?.includes(internalClass)) throw notOfThread(root)
  return details
}

function withClass(details: AnnotationDetails, isInternal: boolean): AnnotationDetails {
  const others = (details.securityClasses ?? []).filter(name => name !== internalClass)
  return { ...details, securityClasses: isInternal ? [...others, internalClass] : others }
}

function notOfThread({ id, is_internal }: AnnotationRow) {
  const whose = is_internal ? 'is for the team only' : 'is not for the team only'
  return brokenRule(path, `follows the comment ${id} that this one answers, which ${whose}`)
}

/** Changes a comment that the caller has locked, and the answers with it where others see it from now on. */
export async function changeComment(
  ctx: Transaction,
  row: AnnotationRow,
  change: AnnotationChange,
): Promise<AnnotationRow> {
  const { funnel, is_internal: was } = row
  const is = change.details ? isInternal({ funnel, details: change.details }) : was
  if (is === was) return updateAnnotation(ctx, row, change)
  if (row.related_to_id !== null) {
    const root = await findRow(ctx, row.production_id, row.related_to_id)
    if (root && root.is_internal !== is) throw notOfThread(root)
  }
  await lockAgainstReplies(ctx, row.id)
  const replies = await lockReplies(ctx, row.id)
  if (is) {
    const ofVisitor = [row, ...replies].find(comment => comment.created_by_share_id !== null)
    if (ofVisitor) {
      throw brokenRule(path, `may not have ${internalClass}: a visitor of a share wrote the comment ${ofVisitor.id}`)
    }
  }
  const changed = await updateAnnotation(ctx, row, change)
  for (const reply of replies) {
    if (reply.is_internal !== is) await updateAnnotation(ctx, reply, { details: withClass(reply.details, is) })
  }
  return changed
}
