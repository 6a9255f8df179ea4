import { useSignal } from '@preact/signals'
import type { DeliveryRequestSubmission } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { TextAreaField } from '../../design/fields/field.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { type Asked, mayRedeliver } from '../standing.ts'
import { FilledForm } from './filled-form.tsx'
import { listFindings } from './findings.ts'
import { FindingsList } from './findings-list.tsx'
import { texts } from './messages.ts'
import { SubmittedClips } from './submitted-clips.tsx'

interface SubmissionViewProps {
  prId: number
  asked: Asked
  submission: DeliveryRequestSubmission
  mayManage: boolean
  mayRetry: boolean
  onChanged: () => void
}

/** What was submitted, unchangeable; managers of deliveries accept or reject it here, and repeat what failed. */
export function SubmissionView({ prId, asked, submission, mayManage, mayRetry, onChanged }: SubmissionViewProps) {
  const { request } = asked
  const { id, version, submissionStatus, submissionComments, reviewComments, formFieldValues = {} } = submission
  const isBusy = useSignal(false)
  const redeliver = async () => {
    isBusy.value = true
    try {
      await api.delivery.redeliverSubmission({ prId, id })
      tell(texts('redelivered'))
    } catch (error) {
      tellError(error)
    }
    isBusy.value = false
    onChanged()
  }
  return (
    <>
      <section>
        <h4>{texts('clips')}</h4>
        <SubmittedClips
          prId={prId}
          clips={submission.attachedAnnotations ?? []}
          mayRetry={mayRetry}
          news={submissionStatus}
        />
      </section>
      <FindingsList findings={listFindings(request, submission)} />
      {mayManage && mayRedeliver(asked, submission) && (
        <div>
          <Button icon="refresh-cw" isBusy={isBusy.value} onClick={() => void redeliver()}>
            {texts('redeliver')}
          </Button>
        </div>
      )}
      <FilledForm fields={request.formFieldsDefinition?.fields} values={formFieldValues} />
      <Said title={texts('comments')} text={submissionComments} />
      <Said title={texts('remarkOf')} text={reviewComments} />
      {mayManage && submissionStatus === 'AwaitingReview' && (
        <Decision prId={prId} id={id} version={version} onChanged={onChanged} />
      )}
    </>
  )
}

function Said({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <section>
      <h4>{title}</h4>
      <p class="request-description">{text}</p>
    </section>
  )
}

interface DecisionProps {
  prId: number
  id: number
  version: number
  onChanged: () => void
}

/** Accepts a submission, or asks for another version and says why. */
function Decision({ prId, id, version, onChanged }: DecisionProps) {
  const remark = useSignal('')
  const isRemarkMissing = useSignal(false)
  const saving = useSaving()
  const decide = async (reviewStatus: 'Accepted' | 'Rejected') => {
    isRemarkMissing.value = reviewStatus === 'Rejected' && remark.value.trim() === ''
    if (isRemarkMissing.value || saving.isBusy) return
    const body = { version, reviewStatus, ...(remark.value === '' ? {} : { reviewComments: remark.value }) }
    if (!(await saving.run(() => api.delivery.updateSubmission({ prId, id, body })))) return
    tell(texts(reviewStatus))
    onChanged()
  }
  return (
    <Form saving={saving} onSubmit={() => void decide('Accepted')}>
      <TextAreaField
        label={texts('remark')}
        hint={texts('remarkHint')}
        rows={3}
        error={
          isRemarkMissing.value && remark.value.trim() === '' ? texts('remarkNeeded') : saving.at('/reviewComments')
        }
        {...bind(remark)}
      />
      <FormEnd saving={saving} action={texts('accept')}>
        <Button kind="danger" disabled={saving.isBusy} onClick={() => void decide('Rejected')}>
          {texts('reject')}
        </Button>
      </FormEnd>
    </Form>
  )
}
