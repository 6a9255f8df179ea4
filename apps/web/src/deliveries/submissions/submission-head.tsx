import type { DeliveryRequestSubmission } from '@rushes/contract'
import { formatDate } from '../../platform/translations.ts'
import type { People } from '../load.ts'
import { texts } from './messages.ts'
import { Steps } from './steps.tsx'
import { SubmissionState } from './submission-status.tsx'

/** Which version a submission is, how far it has come, and who sent and reviewed it. */
export function SubmissionHead({ submission, people }: { submission: DeliveryRequestSubmission; people: People }) {
  const { submissionVersion = 0, submissionStatus = 'Open', submittedAt, reviewedAt, submitter, reviewer } = submission
  const toName = (id: number | undefined) => people.get(id ?? 0) ?? texts('somebody')
  return (
    <>
      <div class="page-head">
        <h3>{texts('version', { version: submissionVersion })}</h3>
        <SubmissionState state={submissionStatus} />
      </div>
      <Steps submission={submission} />
      <div class="field-hint">
        {submittedAt !== undefined && (
          <div>{texts('submittedBy', { name: toName(submitter), date: formatDate(submittedAt) })}</div>
        )}
        {reviewedAt !== undefined && (
          <div>{texts('reviewedBy', { name: toName(reviewer), date: formatDate(reviewedAt) })}</div>
        )}
      </div>
    </>
  )
}
