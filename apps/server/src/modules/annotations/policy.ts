/** Rules, pure: what an annotation must hold, and who may create, change and delete it. */

import {
  brokenRule,
  internalClass,
  type MediaObjectAnnotation,
  missingRight,
  type ProductionRight,
  ServiceError,
  type SharePermission,
} from '@rushes/contract'
import { type Actor, isAuthor, type VisitorActor } from '../../platform/security/actor.ts'
import { toFormC } from '../../platform/text/form-c.ts'
import type { AnnotationRow } from './annotation.ts'

export const commentFunnel = 'ReviewComment'
/** The tag of a comment that is settled. */
export const resolvedTag = 'resolved'
export const subclipFunnel = 'ClipAnnotation'
export const subtitleFunnel = 'Subtitle'

/** Whether these are a comment's, and for the team only (sharing-56). */
export function isInternal({ funnel, details }: Pick<AnnotationRow, 'funnel' | 'details'>): boolean {
  return funnel === commentFunnel && details.securityClasses?.includes(internalClass) === true
}

interface Audience extends Pick<AnnotationRow, 'created_by_share_id' | 'is_internal'> {
  readonly object_type: string
}

/** Whether the visitors of a share do not know of an annotation by itself; a reply is as its thread is, too. */
export function isHiddenFromShare(annotation: Audience, shareId: number): boolean {
  return annotation.is_internal || isOfAnotherShare(annotation, shareId)
}

/**
 * Whether an annotation belongs to the visitors of another share: what they said of the clips. The clips that they
 * uploaded are a part of the collection, and seen by everyone it is shared with.
 */
export function isOfAnotherShare(annotation: Omit<Audience, 'is_internal'>, shareId: number): boolean {
  if (annotation.object_type === 'MediaObjectAnnotation') return false
  return annotation.created_by_share_id !== null && annotation.created_by_share_id !== shareId
}

/** Whether the caller, who came through a share, does not know of an annotation. */
export function isHidden(actor: Actor, annotation: Audience): boolean {
  return actor.kind === 'visitor' && isHiddenFromShare(annotation, actor.shareId)
}

/** Whom a comment mentions as long as it is open, to be compared; empty where it is nobody. */
export function toOpenMentions({
  funnel,
  details: { tags = [], mentionIds = [] },
}: Pick<AnnotationRow, 'funnel' | 'details'>): string {
  return funnel !== commentFunnel || tags.includes(resolvedTag) ? '' : mentionIds.join()
}

/** Funnels of what has a way of its own to come into being. */
export const reservedFunnels: readonly string[] = [
  'MediaObjectAnnotation',
  'StructuredAnnotation',
  subtitleFunnel,
  'TranscriptAnnotation',
]

/** Longest structured description, and longest sum of the other members, in characters of JSON. */
const longestJson = 16 * 1024 * 1024

/** A range in a clip of `frameCount` frames; 0 for a clip whose length is not known yet. */
export function assertRange(start: number, end: number, frameCount: number): void {
  if (start < 0) throw brokenRule('/start', 'must not be negative')
  if (end < 0) throw brokenRule('/end', 'must not be negative')
  // annotations-3
  if (start > end) throw brokenRule('/start', `must not exceed the end, ${end}`)
  if (frameCount > 0 && end > frameCount)
    throw brokenRule('/end', `must not exceed ${frameCount}, the number of frames`)
}

/** The range of a comment: "`end` (always `start` + 1)". */
export function toCommentRange(start: number, frameCount: number): { start: number; end: number } {
  if (start < 0) throw brokenRule('/start', 'must not be negative')
  if (frameCount > 0 && start >= frameCount) {
    throw brokenRule('/start', `must be less than ${frameCount}, the number of frames`)
  }
  if (start === Number.MAX_SAFE_INTEGER) throw brokenRule('/start', 'is too large')
  return { start, end: start + 1 }
}

/** "Threads are one level deep": a reply goes to a comment of the same clip that is no reply itself. */
export function toReplyTarget(target: AnnotationRow | undefined, mediaObjectId: number): AnnotationRow {
  if (!target || target.media_object_id !== mediaObjectId || target.funnel !== commentFunnel) {
    throw brokenRule('/relatedToId', 'is not a comment of this clip')
  }
  if (target.deleted !== null) throw brokenRule('/relatedToId', `${target.id} is a deleted comment`)
  if (target.related_to_id !== null)
    throw brokenRule('/relatedToId', 'is a reply itself; reply to the comment it answers')
  return target
}

/** What a person is called in comments; the service has no name. */
export function getPersonName(actor: Actor): string | undefined {
  if (actor.kind === 'user') return actor.name ?? actor.username
  return actor.kind === 'visitor' ? actor.sharedUser?.username : undefined
}

/** Refuses a value that is not configured (review-2). */
export function assertReviewStatus(
  status: MediaObjectAnnotation['reviewStatus'],
  choices: readonly { readonly id: string }[],
): void {
  if (status === undefined) return
  const possibleValues = choices.map(({ id }) => id)
  if (possibleValues.includes(status)) return
  const message = `must be one of ${possibleValues.join(', ')}`
  throw new ServiceError('ValidationError', `/reviewStatus: ${message}`, [
    { path: '/reviewStatus', message, possibleValues },
  ])
}

/** What is stored, as JSON: patches can only grow an annotation so far. */
export function toBounded<Members extends object>(members: Members, path: string): Members {
  return JSON.parse(toBoundedJson(members, path)) as Members
}

/** The same as text, which a caller may have made already. */
export function toBoundedJson(members: object, path: string, json: string = JSON.stringify(members)): string {
  if (json.length > longestJson) throw brokenRule(path, `has more than ${longestJson} characters of JSON`)
  return json
}

/** Members that are sets. */
const setMembers = ['includesFrom', 'mentionIds', 'securityClasses', 'tags', 'topics'] as const

/** Sets hold each value once. */
export function withoutRepetition(members: object): Record<string, unknown> {
  const result: Record<string, unknown> = { ...members }
  for (const name of setMembers) {
    const value = result[name]
    if (Array.isArray(value)) result[name] = withoutEqual(value)
  }
  return result
}

/** The first of each, texts compared in normal form C. */
function withoutEqual(values: readonly unknown[]): unknown[] {
  const toKey = (value: unknown) => (typeof value === 'string' ? toFormC(value) : value)
  const first = new Map(values.toReversed().map(value => [toKey(value), value]))
  return values.filter(value => first.get(toKey(value)) === value && first.delete(toKey(value)))
}

type Kind = Pick<AnnotationRow, 'object_type' | 'funnel'>
type Owned = Kind & Pick<AnnotationRow, 'creator_id' | 'author_key'>

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

/** Whether an annotation may be deleted. */
export function mayDelete(actor: Actor, row: Owned): boolean {
  return findMissingToDelete(actor, row) === undefined
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
  // annotations-10, review-3
  const others = members.filter(name => name !== 'reviewStatus')
  const onReviewStatus = others.length < members.length ? findMissing(actor, 'REVIEW_STATUS_EDIT') : undefined
  const isAlone = others.length === 0 && members.length > 0
  return onReviewStatus ?? (isAlone ? undefined : findMissing(actor, 'LIBRARY_UPDATE_METADATA'))
}

/** Deleting the annotation of a clip deletes the clip (annotations-20). */
function findMissingToDelete(actor: Actor, row: Owned): Missing {
  if (row.funnel === commentFunnel) return findMissingOnComment(actor, row)
  return findMissing(actor, row.object_type === 'MediaObjectAnnotation' ? 'LIBRARY_DELETE' : toEditRight(row))
}

/**
 * Comments are edited and deleted by their creator, or with REVIEW_EDIT_ALL (review-12). A visitor's comments belong to
 * the session that wrote them and to those that continue it, whatever identity it claims (sharing-32).
 */
function findMissingOnComment(actor: Actor, row: Owned): Missing {
  if (actor.kind === 'visitor') {
    return isAuthor(actor, row.author_key) && mayReview(actor) ? undefined : 'REVIEW_EDIT_ALL'
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
