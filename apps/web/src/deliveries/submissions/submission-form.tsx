import { useSignal } from '@preact/signals'
import type { DeliveryRequest, DeliveryRequestSubmission, SubmittedAnnotation } from '@rushes/contract'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import type { FormValues } from '../../custom-fields/values.ts'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, TextAreaField } from '../../design/fields/field.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { assign, bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { saveOver } from '../../platform/reading/stale-version.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { findMissing, toName } from '../standing.ts'
import { ClipChooser } from './clip-chooser.tsx'
import { texts } from './messages.ts'

interface SubmissionFormProps {
  prId: number
  request: DeliveryRequest
  submission: DeliveryRequestSubmission
  mayManage: boolean
  mayUpload: boolean
  mayRetry: boolean
  onChanged: () => void
}

/** A submission that is still being prepared: clips, what the form asks for, and a word to go with it. */
export function SubmissionForm({ prId, request, submission, onChanged, ...rights }: SubmissionFormProps) {
  const { mayManage, mayUpload, mayRetry } = rights
  const { id } = submission
  const values = useSignal<FormValues>(submission.formFieldValues ?? {})
  const clips = useSignal<readonly SubmittedAnnotation[]>(submission.attachedAnnotations ?? [])
  const comments = useSignal(submission.submissionComments ?? '')
  const skips = useSignal({
    skipReview: submission.skipReview ?? false,
    skipValidation: submission.skipValidation ?? false,
  })
  const version = useSignal(submission.version)
  const isDiscarding = useSignal(false)
  const awaited = useSignal(0)
  const saving = useSaving()
  const store = async () => {
    const filled = Object.entries(values.value).filter(([, value]) => value !== null && value !== undefined)
    const body = {
      formFieldValues: Object.fromEntries(filled),
      attachedAnnotations: clips.value.map(toReference),
      submissionComments: comments.value,
      ...(mayManage ? skips.value : {}),
    }
    const saved = await saveOver(version, held =>
      api.delivery.updateSubmission({ prId, id, body: { ...body, version: held } }),
    )
    version.value = saved.version
  }
  const save = async () => {
    if (!(await saving.run(store))) return
    tell(texts('saved'))
    onChanged()
  }
  const submit = async () => {
    if (saving.isBusy || awaited.value > 0) return
    const isSubmitted = await saving.run(async () => {
      await store()
      await api.delivery.submitSubmission({ prId, id })
    })
    if (isSubmitted) tell(texts('submitted'))
    onChanged()
  }
  const discard = async () => {
    if (await saving.run(() => api.delivery.deleteSubmission({ prId, id }))) onChanged()
  }
  const { missing } = findMissing(request.formFieldsDefinition?.fields, values.value)
  return (
    <>
      <Form saving={awaited.value > 0 ? { ...saving, isTouched: true } : saving} onSubmit={save}>
        <FieldForm
          fields={toOptional(request.formFieldsDefinition?.fields)}
          values={values.value}
          errors={name => saving.at(toPointer('formFieldValues', name))}
          onChange={(name, value) => {
            values.value = { ...values.value, [name]: value }
          }}
        />
        <ClipChooser
          prId={prId}
          title={toName(request)}
          clips={clips.value}
          mayUpload={mayUpload}
          mayRetry={mayRetry}
          error={saving.at('/attachedAnnotations')}
          onClips={chosen => {
            clips.value = chosen
          }}
          onAwaited={count => {
            awaited.value = count
          }}
        />
        <TextAreaField
          label={texts('comments')}
          rows={3}
          error={saving.at('/submissionComments')}
          {...bind(comments)}
        />
        {mayManage && (
          <div class="choices">
            {(['skipValidation', 'skipReview'] as const).map(name => (
              <CheckField
                key={name}
                label={texts(name)}
                checked={skips.value[name]}
                onValue={value => {
                  skips.value = { ...skips.value, [name]: value }
                }}
              />
            ))}
          </div>
        )}
        <p class="field-hint" role="status">
          {awaited.value > 0
            ? texts('filesAwaited', { count: awaited.value })
            : missing.length > 0
              ? texts('stillNeeded', { names: missing.join(', ') })
              : texts('submitHint')}
        </p>
        <FormError saving={saving} />
        <div class="actions">
          <Button kind="danger" onClick={assign(isDiscarding, true)}>
            {texts('discard')}
          </Button>
          <Button type="submit" aria-disabled={saving.isBusy}>
            {designTexts('save')}
          </Button>
          <Button
            kind="primary"
            disabled={awaited.value > 0}
            aria-disabled={saving.isBusy}
            onClick={() => void submit()}
          >
            {texts('submit')}
          </Button>
        </div>
      </Form>
      {isDiscarding.value && (
        <ConfirmDialog
          title={texts('discard')}
          question={texts('discardQuestion')}
          action={texts('discardAction')}
          onConfirm={() => void discard()}
          onClose={assign(isDiscarding, false)}
        />
      )}
    </>
  )
}

function toReference({ id, annotationId, mediaObjectId }: SubmittedAnnotation): SubmittedAnnotation {
  const known = annotationId ?? id
  if (known !== undefined) return { id: known }
  return mediaObjectId === undefined ? {} : { mediaObjectId }
}

/** A draft may be saved with gaps: the service says what is missing when it is submitted. */
function toOptional(fields: NonNullable<DeliveryRequest['formFieldsDefinition']>['fields'] = {}) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { required, label, ...field }]) => [
      name,
      { ...field, label: required ? `${label ?? name} *` : (label ?? name) },
    ]),
  )
}
