import type { ReviewStatusChoice } from '@rushes/contract'
import { texts } from './messages.ts'
import './status-dot.css'

/** The names of the default statuses; what a production calls by another name keeps it. */
const usualNames: Readonly<Record<string, 'approved' | 'notApproved'>> = {
  Approved: 'approved',
  'Not approved': 'notApproved',
}

export function nameStatus({ label }: ReviewStatusChoice): string {
  const usual = usualNames[label]
  return usual ? texts(usual) : label
}

/** The colour by which people know a status; nothing for one without a colour. */
export function StatusDot({ choice }: { choice: ReviewStatusChoice | undefined }) {
  if (choice?.color === undefined) return null
  return <span class="status-dot" aria-hidden="true" style={{ '--status': choice.color }} />
}
