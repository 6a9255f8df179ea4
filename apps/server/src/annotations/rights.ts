/** Who may create, change and delete which annotation. Pure: an actor, an annotation, a verdict. */

import { missingRight, type ProductionRight, type SharePermission } from '@rushes/contract'
import type { Actor, VisitorActor } from '../platform/actor.ts'
import { commentFunnel } from './policy.ts'
import type { AnnotationRow } from './tables.ts'

type Kind = Pick<AnnotationRow, 'object_type' | 'funnel'>
type Owned = Kind & Pick<AnnotationRow, 'creator_id' | 'created_by_shared_user_id'>

/** What is missing: a right or a permission by its name. */
type Missing = ProductionRight | SharePermission | 'to be identified' | undefined

/** Throws ForbiddenError naming what is missing to create an annotation of this funnel. */
export function assertMayCreate(actor: Actor, funnel: string): void {
  assertNothing(findMissingToCreate(actor, funnel))
}

/** Throws ForbiddenError naming what is missing to change these members of an annotation. */
export function assertMayChange(actor: Actor, row: Owned, members: readonly string[]): void {
  assertNothing(findMissingToChange(actor, row, members))
}

/** Throws ForbiddenError naming what is missing to delete an annotation. */
export function assertMayDelete(actor: Actor, row: Owned): void {
  assertNothing(findMissingToDelete(actor, row))
}

function assertNothing(missing: Missing): void {
  if (missing !== undefined) throw missingRight(missing)
}

/**
 * "A comment (funnel `ReviewComment`) needs REVIEW_EDIT, not LOG_EDIT." Through a share: "calls such as creating a
 * ReviewComment require an identified token and are otherwise refused".
 */
function findMissingToCreate(actor: Actor, funnel: string): Missing {
  if (funnel !== commentFunnel) return findMissing(actor, 'LOG_EDIT')
  if (actor.kind !== 'visitor') return findMissing(actor, 'REVIEW_EDIT')
  if (!mayReview(actor)) return 'REVIEW'
  return actor.sharedUser ? undefined : 'to be identified'
}

function findMissingToChange(actor: Actor, row: Owned, members: readonly string[]): Missing {
  if (row.funnel === commentFunnel) return findMissingOnComment(actor, row)
  if (row.object_type !== 'MediaObjectAnnotation') return findMissing(actor, toEditRight(row))
  // "change review status: REVIEW_STATUS_EDIT"; "a patch that touches only `/reviewStatus` needs it alone".
  const others = members.filter(name => name !== 'reviewStatus')
  const onReviewStatus = others.length < members.length ? findMissing(actor, 'REVIEW_STATUS_EDIT') : undefined
  const isAlone = others.length === 0 && members.length > 0
  return onReviewStatus ?? (isAlone ? undefined : findMissing(actor, 'LIBRARY_UPDATE_METADATA'))
}

/** "deleting a MediaObjectAnnotation deletes the clip" */
function findMissingToDelete(actor: Actor, row: Owned): Missing {
  if (row.funnel === commentFunnel) return findMissingOnComment(actor, row)
  return findMissing(actor, row.object_type === 'MediaObjectAnnotation' ? 'LIBRARY_DELETE' : toEditRight(row))
}

/** "edit or delete a comment: REVIEW_EDIT_ALL, or REVIEW_EDIT when `creatorId` equals the caller's user id" */
function findMissingOnComment(actor: Actor, row: Owned): Missing {
  if (actor.kind === 'visitor') {
    const isOwn = actor.sharedUser !== undefined && actor.sharedUser.id === row.created_by_shared_user_id
    return isOwn && mayReview(actor) ? undefined : 'REVIEW_EDIT_ALL'
  }
  const isOwn = actor.kind === 'user' && actor.userId === row.creator_id
  const missing = findMissing(actor, 'REVIEW_EDIT_ALL')
  return missing !== undefined && isOwn ? findMissing(actor, 'REVIEW_EDIT') : missing
}

function toEditRight(row: Kind): ProductionRight {
  if (row.object_type === 'ClipAnnotation') return 'LOG_EDIT'
  return row.funnel === 'Subtitle' ? 'SUBTITLE_EDIT' : 'LIBRARY_UPDATE_METADATA'
}

function mayReview(actor: VisitorActor): boolean {
  return actor.permissions.has('REVIEW') || actor.permissions.has('ANNOTATE')
}

/** The right, when the actor does not hold it; a share gives that of the review status alone. */
function findMissing(actor: Actor, right: ProductionRight): ProductionRight | undefined {
  switch (actor.kind) {
    case 'service':
      return undefined
    case 'user':
      return actor.rights.has(right) ? undefined : right
    case 'visitor':
      return right === 'REVIEW_STATUS_EDIT' && actor.permissions.has(right) ? undefined : right
    default:
      return right
  }
}
