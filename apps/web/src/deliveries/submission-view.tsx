import { useSignal } from '@preact/signals'
import type { DeliveryRequest, DeliveryRequestSubmission } from '@rushes/contract'
import { FieldForm } from '../custom-fields/field-form.tsx'
import { Button } from '../design/fields/button.tsx'
import { TextAreaField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'
import { SubmissionHead } from './submission-head.tsx'
import { SubmittedClips } from './submitted-clips.tsx'

interface SubmissionViewProps {
  prId: number
  request: DeliveryRequest
  submission: DeliveryRequestSubmission
  mayManage: boolean
  onChanged: () => void
}

/** What was submitted, unchangeable; managers of deliveries accept or reject it here. */
export function SubmissionView({ prId, request, submission, mayManage, onChanged }: SubmissionViewProps) {
  const {
    submissionVersion = 0,
    submissionStatus,
    submissionComments,
    reviewComments,
    formFieldValues = {},
  } = submission
  const fields = request.formFieldsDefinition?.fields
  return (
    <section class="submission" aria-label={texts('version', { version: submissionVersion })}>
      <SubmissionHead submission={submission} />
      {fields && <FieldForm fields={fields} values={formFieldValues} disabled onChange={() => {}} />}
      <h5>{texts('clips')}</h5>
      <SubmittedClips prId={prId} clips={submission.attachedAnnotations ?? []} />
      <Said title={texts('comments')} text={submissionComments} />
      <Said title={texts('remarkOf')} text={reviewComments} />
      {mayManage && submissionStatus === 'AwaitingReview' && (
        <ReviewForm prId={prId} submission={submission} onChanged={onChanged} />
      )}
    </section>
  )
}

function Said({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <div>
      <h5>{title}</h5>
      <p class="request-description">{text}</p>
    </div>
  )
}

function ReviewForm({
  prId,
  submission: { id, version },
  onChanged,
}: Pick<SubmissionViewProps, 'prId' | 'submission' | 'onChanged'>) {
  const remark = useSignal('')
  const saving = useSaving()
  const decide = async (reviewStatus: 'Accepted' | 'Rejected') => {
    const body = { version, reviewStatus, ...(remark.value === '' ? {} : { reviewComments: remark.value }) }
    if (!(await saving.run(() => api.delivery.updateSubmission({ prId, id, body })))) return
    tell(texts(reviewStatus))
    onChanged()
  }
  return (
    <Form saving={saving} onSubmit={() => void decide('Accepted')}>
      <TextAreaField label={texts('remark')} rows={3} error={saving.at('/reviewComments')} {...bind(remark)} />
      <FormEnd saving={saving} action={texts('accept')}>
        <Button kind="danger" disabled={saving.isBusy} onClick={() => void decide('Rejected')}>
          {texts('reject')}
        </Button>
      </FormEnd>
    </Form>
  )
}
