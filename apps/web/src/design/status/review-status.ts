/** How the review statuses of clips are named and shown. */

import type { ReviewStatusChoice } from '@rushes/contract'
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

const kinds: Readonly<Record<string, StatusKind>> = {
  APPROVED: 'good',
  NOT_APPROVED: 'attention',
  REJECTED: 'danger',
  IN_REVIEW: 'review',
  NEEDS_CHANGES: 'attention',
}

/** The shape of a status; nothing for those of a production's own. */
export function findStatusKind(id: string): StatusKind | undefined {
  return kinds[id]
}

/** The shape of a status; those of a production's own have a dot. */
export function toStatusKind(choice: ReviewStatusChoice | undefined): StatusKind {
  if (!choice) return 'none'
  return kinds[choice.id] ?? 'info'
}
