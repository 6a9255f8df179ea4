import { useSignal } from '@preact/signals'
import { FieldForm } from '../custom-fields/field-form.tsx'
import type { FormValues } from '../custom-fields/values.ts'
import { Button } from '../design/fields/button.tsx'
import { FormError } from '../design/fields/form.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { Icon } from '../design/icons.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { Link, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { write } from '../platform/writes/write.ts'
import { type Asked, isEditable, toName, toState } from './load.ts'
import { texts } from './messages.ts'
import { RequestForm } from './request-form.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { SubmissionState } from './submission-status.tsx'
import { SubmissionView } from './submission-view.tsx'

interface RequestDetailProps {
  prId: number
  asked: Asked
  mayManage: boolean
  maySubmit: boolean
  onChanged: () => void
}

/** One request: what is asked for, and every version that was submitted. */
export function RequestDetail({ prId, asked, mayManage, maySubmit, onChanged }: RequestDetailProps) {
  const { request, submissions } = asked
  const { id, version, description, activeStatus } = request
  const name = toName(request)
  const open = useSignal<'edit' | 'remove' | undefined>(undefined)
  const saving = useSaving()
  /** What it was set to here, before the service has answered. */
  const chosen = useSignal(activeStatus)
  const isArchived = chosen.value === 'Archived'
  const archive = () => {
    const [from, to] = isArchived ? (['Archived', 'Active'] as const) : (['Active', 'Archived'] as const)
    // Undo replaces what this writes, not what somebody else has written since.
    let latest = version
    const send = (status: typeof to | typeof from) => async () => {
      const body = { version: latest, activeStatus: status }
      latest = (await api.delivery.updateDeliveryRequest({ prId, id, body })).version
      onChanged()
    }
    void write({
      object: `request ${id}`,
      apply: assign(chosen, to),
      revert: assign(chosen, from),
      send: send(to),
      sendBack: send(from),
    })
  }
  const remove = () =>
    saving.run(async () => {
      await api.delivery.deleteDeliveryRequest({ prId, id })
      setQuery({ request: undefined })
      onChanged()
    })
  const begin = () =>
    saving.run(async () => {
      await api.delivery.createSubmission({ prId, body: { deliveryRequestId: id } })
      onChanged()
    })
  return (
    <article class="request-detail">
      <Link class="board-back" href={`/app/production/${prId}/deliveries`}>
        <Icon name="chevron-left" /> {texts('back')}
      </Link>
      <div class="page-head">
        <h2>
          {name} <SubmissionState state={toState(asked)} />
        </h2>
        {mayManage && (
          <div class="actions">
            <Button icon="pencil" aria-label={texts('edit', { name })} onClick={assign(open, 'edit')}>
              {designTexts('edit')}
            </Button>
            <Button aria-label={texts(isArchived ? 'renew' : 'cancel', { name })} onClick={archive}>
              {texts(isArchived ? 'renewShort' : 'cancelShort')}
            </Button>
            <Button kind="icon" icon="trash" aria-label={texts('remove', { name })} onClick={assign(open, 'remove')} />
          </div>
        )}
      </div>
      <FormError saving={saving} />
      <Facts asked={asked} />
      {description !== undefined && <p class="request-description">{description}</p>}
      {mayManage && <SuppliersForm asked={asked} />}
      <section class="requests" aria-label={texts('submissions')}>
        <div class="page-head">
          <h3>{texts('submissions')}</h3>
          {maySubmit && !isArchived && (
            <Button kind="primary" icon="plus" disabled={saving.isBusy} onClick={begin}>
              {texts('begin')}
            </Button>
          )}
        </div>
        {submissions.length === 0 && <EmptyState text={texts('noSubmission')} />}
        {submissions.map(submission =>
          isEditable(submission) && maySubmit ? (
            <SubmissionForm
              key={submission.id}
              prId={prId}
              request={request}
              submission={submission}
              mayManage={mayManage}
              onChanged={onChanged}
            />
          ) : (
            <SubmissionView
              key={submission.id}
              prId={prId}
              request={request}
              submission={submission}
              mayManage={mayManage}
              onChanged={onChanged}
            />
          ),
        )}
      </section>
      {open.value === 'edit' && (
        <RequestForm
          prId={prId}
          request={request}
          onSaved={() => {
            open.value = undefined
            onChanged()
          }}
          onClose={assign(open, undefined)}
        />
      )}
      {open.value === 'remove' && (
        <ConfirmDialog
          title={texts('removeTitle')}
          question={texts('removeQuestion', { name })}
          action={texts('removeAction')}
          onConfirm={() => void remove()}
          onClose={assign(open, undefined)}
        />
      )}
    </article>
  )
}

function Facts({ asked: { request } }: { asked: Asked }) {
  const { editorialObject, group, subGroup, deliveryRequestType, assignee, deliveryDate, expectedDeliveryDate } =
    request
  const facts = [
    ['collection', editorialObject?.title],
    ['group', [group, subGroup].filter(part => part !== undefined && part !== '').join(' / ')],
    ['deliveryRequestType', deliveryRequestType],
    ['assignee', assignee],
    ['deliveryDate', formatDate(deliveryDate)],
    ['expectedDeliveryDate', formatDate(expectedDeliveryDate)],
  ] as const
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{texts(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The form of a request as suppliers fill it in. */
function SuppliersForm({ asked: { request } }: { asked: Asked }) {
  const values = useSignal<FormValues>(request.formFieldValues ?? {})
  const { fields = {} } = request.formFieldsDefinition ?? {}
  if (Object.keys(fields).length === 0) return null
  return (
    <details class="part">
      <summary>{texts('suppliersSee')}</summary>
      <p class="field-hint">{texts('suppliersHint')}</p>
      <FieldForm
        fields={fields}
        values={values.value}
        onChange={(name, value) => {
          values.value = { ...values.value, [name]: value }
        }}
      />
    </details>
  )
}
