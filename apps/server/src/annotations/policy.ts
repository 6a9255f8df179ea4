/** What an annotation must hold. */

import { brokenRule, type MediaObjectAnnotation, ServiceError } from '@rushes/contract'
import type { AnnotationRow } from './tables.ts'

export const commentFunnel = 'ReviewComment'
export const subclipFunnel = 'ClipAnnotation'

/** Funnels of what has a way of its own to come into being. */
export const reservedFunnels: readonly string[] = [
  'MediaObjectAnnotation',
  'StructuredAnnotation',
  'Subtitle',
  'TranscriptAnnotation',
]

/** Longest structured description, and longest sum of the other members, in characters of JSON. */
const longestJson = 16 * 1024 * 1024

/** A range in a clip of `frameCount` frames; 0 for a clip whose length is not known yet. */
export function assertRange(start: number, end: number, frameCount: number): void {
  if (start < 0) throw brokenRule('/start', 'must not be negative')
  if (end < 0) throw brokenRule('/end', 'must not be negative')
  // "`start` must not exceed `end` (violation gives 422)"
  if (start > end) throw brokenRule('/start', `must not exceed the end, ${end}`)
  // "must not exceed the frame count of the media object"
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
export function assertReplyTarget(target: AnnotationRow | undefined, mediaObjectId: number): void {
  if (!target || target.media_object_id !== mediaObjectId || target.funnel !== commentFunnel) {
    throw brokenRule('/relatedToId', 'is not a comment of this clip')
  }
  if (target.related_to_id !== null)
    throw brokenRule('/relatedToId', 'is a reply itself; reply to the comment it answers')
}

/** "value must be among the configured possible values" */
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
    if (Array.isArray(value)) result[name] = [...new Set(value)]
  }
  return result
}
