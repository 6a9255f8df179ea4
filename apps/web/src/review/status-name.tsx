import type { ReviewStatusChoice } from '@rushes/contract'
import type { StatusKind } from '../design/status.tsx'
import { texts } from './messages.ts'

/** The names of the default statuses; what a production calls by another name keeps it. */
const usualNames: Readonly<Record<string, 'approved' | 'notApproved'>> = {
  Approved: 'approved',
  'Not approved': 'notApproved',
}

export function nameStatus({ label }: ReviewStatusChoice): string {
  const usual = usualNames[label]
  return usual ? texts(usual) : label
}

const kinds: Readonly<Record<string, StatusKind>> = { APPROVED: 'good', NOT_APPROVED: 'attention', REJECTED: 'danger' }

/** The shape of a status; those of a production's own have a dot. */
export function toStatusKind(choice: ReviewStatusChoice | undefined): StatusKind {
  if (!choice) return 'none'
  return kinds[choice.id] ?? 'info'
}
