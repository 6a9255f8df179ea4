/** How the review statuses of clips are named and shown. */

import type { ReviewStatusChoice, ReviewStatusKind } from '@rushes/contract'
import { createTexts } from '../../platform/translations.ts'
import type { StatusKind } from './status.tsx'

const texts = createTexts({
  en: { approved: 'Approved', notApproved: 'Not approved' },
  nl: { approved: 'Goedgekeurd', notApproved: 'Niet goedgekeurd' },
})

/** The names of the default statuses; what a production calls by another name keeps it. */
const defaultNames: Readonly<Record<string, 'approved' | 'notApproved'>> = {
  Approved: 'approved',
  'Not approved': 'notApproved',
}

/** What people call a status. */
export function nameStatus({ label }: ReviewStatusChoice): string {
  const name = defaultNames[label]
  return name ? texts(name) : label
}

/** A status of a production, or as much as is known of one. */
interface Meant {
  readonly id: string
  readonly kind?: ReviewStatusKind | undefined
}

const shapes: Readonly<Record<ReviewStatusKind, StatusKind>> = {
  APPROVED: 'good',
  REJECTED: 'danger',
  IN_REVIEW: 'review',
  NEEDS_CHANGES: 'attention',
}

/** What a status means: by its id, where the production does not say it. */
export function findMeaning({ id, kind }: Meant): ReviewStatusKind | undefined {
  if (kind) return kind
  return id === 'NOT_APPROVED' ? 'NEEDS_CHANGES' : isMeaning(id) ? id : undefined
}

function isMeaning(id: string): id is ReviewStatusKind {
  return Object.hasOwn(shapes, id)
}

/** The shape of a status; nothing for those whose meaning is not known. */
export function findStatusKind(choice: Meant): StatusKind | undefined {
  const meaning = findMeaning(choice)
  return meaning && shapes[meaning]
}

/** The shape of a status; those whose meaning is not known have a dot. */
export function toStatusKind(choice: ReviewStatusChoice | undefined): StatusKind {
  if (!choice) return 'none'
  return findStatusKind(choice) ?? 'info'
}
