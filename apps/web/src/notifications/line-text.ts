/** A notification in words, and the page that shows what it is about. */

import type { Notification, NotificationKind } from '@rushes/contract'
import { nameStatus } from '../design/status/review-status.ts'
import { texts } from './messages.ts'

export function toSentence(line: Notification): string {
  const { kind, count, mediaObjectName, productionName, actorName, shareLabel, detail = '' } = line
  const values = {
    count,
    actor: actorName ?? texts('someone'),
    clip: mediaObjectName ?? texts('aClip'),
    production: productionName,
    share: shareLabel ?? texts('aShare'),
    status: nameStatus({ id: detail, label: toWords(detail) }),
  }
  switch (kind) {
    case 'DELIVERY':
      return texts(deliveries[detail] ?? 'deliveryFailed', values)
    default:
      return texts(kind, values)
  }
}

const deliveries: Readonly<Record<string, 'deliveryWaits' | 'deliveryAccepted' | 'deliveryRejected'>> = {
  AwaitingReview: 'deliveryWaits',
  Accepted: 'deliveryAccepted',
  Rejected: 'deliveryRejected',
}

/** The id of a status as words: `NEEDS_CHANGES` as `Needs changes`. */
export function toWords(id: string): string {
  const words = id.replaceAll('_', ' ').toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Kinds that are gathered for a whole production: several lead to its library. */
const ofProductions: readonly NotificationKind[] = ['CLIP_READY', 'WORK_DONE', 'WORK_FAILED']

export function toAddress(line: Notification): string {
  const { kind, count, productionId, mediaObjectId, annotationId, deliveryRequestId, submissionId } = line
  const production = `/app/production/${productionId}`
  if (mediaObjectId !== undefined && !(count > 1 && ofProductions.includes(kind))) {
    const clip = `${production}/clip/${mediaObjectId}`
    if (annotationId !== undefined) return `${clip}?comment=${annotationId}`
    return kind === 'WORK_FAILED' ? `${clip}?panel=files` : clip
  }
  if (kind === 'SHARE_OPENED') return `${production}/shares`
  if (kind === 'DELIVERY') return `${production}/deliveries?request=${deliveryRequestId}&submission=${submissionId}`
  return production
}
