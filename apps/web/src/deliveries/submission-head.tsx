import type { DeliveryRequestSubmission } from '@rushes/contract'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { SubmissionState } from './submission-status.tsx'

/** Which version a submission is, how far it is, and what went wrong on its way. */
export function SubmissionHead({ submission }: { submission: DeliveryRequestSubmission }) {
  const { submissionVersion = 0, submissionStatus = 'Open', submittedAt, reviewedAt } = submission
  const reasons = [submission.autoValidationError, submission.deliveryError].filter(reason => reason !== undefined)
  const dates = [
    submittedAt === undefined ? '' : texts('submittedAt', { date: formatDate(submittedAt) }),
    reviewedAt === undefined ? '' : texts('reviewedAt', { date: formatDate(reviewedAt) }),
  ].filter(date => date !== '')
  return (
    <div>
      <h4>
        {texts('version', { version: submissionVersion })} <SubmissionState state={submissionStatus} />
      </h4>
      {dates.length > 0 && <div class="field-hint">{dates.join(' · ')}</div>}
      {reasons.map(reason => (
        <div class="error-text" key={reason}>
          {texts('failed', { reason })}
        </div>
      ))}
    </div>
  )
}
