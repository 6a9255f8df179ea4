/** Rules of notifications; pure functions of their arguments. */

import type { Notification, NotificationChannel, NotificationKind } from '@rushes/contract'

/**
 * A comment as plain words: mentions are written `@{<userId>,<username>}` in it, tags `#{<tag text>}`.
 * Pattern parts exclude the closing bracket, so that reading takes linear time.
 */
export function toWords(description: string): string {
  return description.replace(/@\{\d+,([^{}]*)\}/g, '@$1').replace(/#\{([^{}]*)\}/g, '#$1')
}

/** How somebody is notified who has chosen nothing: of a mention at once, of everything else on the pages. */
export function toDefaultChannel(kind: NotificationKind): NotificationChannel {
  return kind === 'MENTION' ? 'AT_ONCE' : 'IN_APP'
}

/** The oldest of more than these are deleted before their time. */
export const maxPerUser = 1_000

const dayMs = 86_400_000
/** The mail of the day contains what happened before this hour, UTC. */
const digestHour = 6

/** The last time at which mails of the day were due. */
export function toDigestTime(now: number): number {
  const offset = digestHour * 3_600_000
  return Math.floor((now - offset) / dayMs) * dayMs + offset
}

/** What a line says, for mails. */
export function toSentence(line: Notification): string {
  const { kind, count, actorName = 'Someone', mediaObjectName = 'a clip', productionName, detail = '' } = line
  const clip = `“${mediaObjectName}”`
  const isOne = count === 1
  switch (kind) {
    case 'MENTION':
      return isOne ? `${actorName} mentions you on ${clip}` : `You are mentioned in ${count} comments on ${clip}`
    case 'REPLY':
      return isOne ? `${actorName} replied to you on ${clip}` : `${count} replies to you on ${clip}`
    case 'COMMENT':
      return isOne ? `${actorName} commented on ${clip}` : `${count} comments on ${clip}`
    case 'RESOLVED':
      return isOne
        ? `${actorName} resolved your comment on ${clip}`
        : `${count} of your comments on ${clip} are resolved`
    case 'REVIEW_STATUS':
      return `${actorName} set ${clip} to “${toStatusWords(detail)}”`
    case 'CLIP_READY':
      return isOne ? `${clip} is ready` : `${count} clips are ready in “${productionName}”`
    case 'WORK_DONE':
      return isOne ? `Automatic work on ${clip} is done` : `${count} automatic tasks are done in “${productionName}”`
    case 'WORK_FAILED':
      return isOne ? `Work on ${clip} failed` : `Work failed ${count} times in “${productionName}”`
    case 'SHARE_OPENED':
      return `“${line.shareLabel ?? 'A share'}” was opened`
    case 'DELIVERY':
      return `A delivery in “${productionName}” is ${toStatusWords(detail)}`
    case 'TEAM_ADDED':
      return `${actorName} added you to “${productionName}”`
  }
}

/** `NEEDS_CHANGES` and `AwaitingReview` as words. */
function toStatusWords(status: string): string {
  return status.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase()
}

/** The page, below `/app`, that shows what a line is about. */
export function toPagePath(line: Notification): { path: (string | number)[]; query?: Record<string, string | number> } {
  const { kind, count, productionId, mediaObjectId, annotationId, deliveryRequestId, submissionId } = line
  const production = ['production', productionId]
  const isOfMany = count > 1 && (kind === 'CLIP_READY' || kind === 'WORK_DONE' || kind === 'WORK_FAILED')
  if (mediaObjectId !== undefined && !isOfMany) {
    const path = [...production, 'clip', mediaObjectId]
    return annotationId === undefined ? { path } : { path, query: { comment: annotationId } }
  }
  if (kind === 'SHARE_OPENED') return { path: [...production, 'shares'] }
  if (deliveryRequestId !== undefined && submissionId !== undefined) {
    return { path: [...production, 'deliveries'], query: { request: deliveryRequestId, submission: submissionId } }
  }
  return { path: production }
}
