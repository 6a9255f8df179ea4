import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import type { FormValues } from '../../custom-fields/values.ts'
import { copyText } from '../../design/copying/copy-text.ts'
import { Button } from '../../design/fields/button.tsx'
import { FormError } from '../../design/fields/form.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { Menu } from '../../design/floating/menu.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { assign } from '../../platform/bind.ts'
import { api, isRefusal } from '../../platform/reading/api.ts'
import { getQuery, Link, setQuery } from '../../platform/router.tsx'
import { useSaving } from '../../platform/writes/saving.ts'
import { leave } from '../../platform/writes/unsaved.ts'
import { write } from '../../platform/writes/write.ts'
import { toAddress } from '../addresses.ts'
import type { People } from '../load.ts'
import { texts } from '../messages.ts'
import { type Asked, isEditable, mayBegin, toBeginning, toName, toState } from '../standing.ts'
import { texts as submissionTexts } from '../submissions/messages.ts'
import { SubmissionForm } from '../submissions/submission-form.tsx'
import { SubmissionHead } from '../submissions/submission-head.tsx'
import { SubmissionState } from '../submissions/submission-status.tsx'
import { SubmissionTable } from '../submissions/submission-table.tsx'
import { SubmissionView } from '../submissions/submission-view.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { RequestForm } from './request-form.tsx'

/** What the person may do with deliveries. */
export interface DeliveryAccess {
  readonly mayManage: boolean
  readonly maySubmit: boolean
  readonly mayUpload: boolean
  /** Whether work on clips may be done again. */
  readonly mayRetry: boolean
}

interface RequestDetailProps {
  prId: number
  asked: Asked
  people: People
  access: DeliveryAccess
  onChanged: () => void
}

/** One request: what is asked for, the versions that were submitted, one of them from near, and what became of it. */
export function RequestDetail(props: RequestDetailProps) {
  const { prId, asked, people, access } = props
  const { request, submissions } = asked
  const find = (wanted: number | undefined) => submissions.find(({ id }) => id === wanted)
  // Stays when somebody adds a version: what is typed into this one is not lost.
  const first = useRef<number | undefined>(undefined)
  const fallback = find(first.current) ?? submissions[0]
  first.current = fallback?.id
  const chosen = find(Number(getQuery('submission'))) ?? fallback
  const saving = useSaving()
  const begin = () =>
    saving.run(async () => {
      const { id } = await beginSubmission(prId, asked)
      setQuery({ submission: String(id) })
      props.onChanged()
    })
  return (
    <>
      <article class="request-detail">
        <Link class="board-back" href={toAddress(prId, {})}>
          <Icon name="chevron-left" /> {texts('back')}
        </Link>
        <RequestHead {...props} />
        <Facts asked={asked} people={people} />
        {request.description !== undefined && <p class="request-description">{request.description}</p>}
        {access.mayManage && <SuppliersForm asked={asked} />}
        <section class="submissions" aria-label={texts('submissions')}>
          <div class="page-head">
            <h3>{texts('submissions')}</h3>
            {access.maySubmit && mayBegin(asked) && (
              <Button kind="primary" icon="plus" disabled={saving.isBusy} onClick={() => leave(() => void begin())}>
                {texts('begin')}
              </Button>
            )}
          </div>
          <FormError saving={saving} />
          {submissions.length === 0 ? (
            <EmptyState text={texts('noSubmission')} />
          ) : (
            <SubmissionTable prId={prId} asked={asked} people={people} chosen={chosen?.id} />
          )}
        </section>
      </article>
      {chosen && (
        <section
          key={chosen.id}
          class="submission"
          aria-label={submissionTexts('version', { version: chosen.submissionVersion ?? 0 })}
        >
          <SubmissionHead submission={chosen} people={people} />
          {isEditable(chosen) && access.maySubmit ? (
            <SubmissionForm {...props} {...access} request={request} submission={chosen} />
          ) : (
            <SubmissionView {...props} {...access} submission={chosen} />
          )}
        </section>
      )}
      <History asked={asked} people={people} />
    </>
  )
}

/** Begins the next version, with what the request wants of the last one as far as its form still takes that. */
async function beginSubmission(prId: number, asked: Asked): Promise<{ id: number }> {
  const body = { deliveryRequestId: asked.request.id }
  try {
    return await api.delivery.createSubmission({ prId, body: { ...body, ...toBeginning(asked) } })
  } catch (error) {
    if (!isRefusal(error, 'ValidationError')) throw error
    return api.delivery.createSubmission({ prId, body })
  }
}

/** The name of a request, how far it is, and what may be done with it. */
function RequestHead({ prId, asked, access, onChanged }: RequestDetailProps) {
  const { request, submissions } = asked
  const { id, version, activeStatus } = request
  const name = toName(request)
  const open = useSignal<'edit' | 'remove' | undefined>(undefined)
  const saving = useSaving()
  /** What it was set to here, before the service has answered. */
  const chosen = useSignal(activeStatus)
  useEffect(() => {
    chosen.value = activeStatus
  }, [activeStatus])
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
      setQuery({ request: undefined, submission: undefined })
      onChanged()
    })
  const copyLink = async () => {
    await copyText(new URL(`/app/production/${prId}/deliveries?request=${id}`, location.href).href)
    tell(texts('linkCopied'))
  }
  const shown = { submissions, request: { ...request, activeStatus: chosen.value ?? 'Active' } }
  return (
    <>
      <div class="page-head">
        <h2>
          {name} <SubmissionState state={toState(shown)} />
        </h2>
        {access.mayManage && (
          <div class="actions">
            <Button icon="copy" onClick={() => void copyLink()}>
              {texts('copyLink')}
            </Button>
            <Button icon="pencil" aria-label={texts('edit', { name })} onClick={assign(open, 'edit')}>
              {designTexts('edit')}
            </Button>
            {isArchived && (
              <Button aria-label={texts('renew', { name })} onClick={archive}>
                {texts('renewShort')}
              </Button>
            )}
            <Menu
              label={texts('moreFor', { name })}
              button={{ kind: 'icon', icon: 'ellipsis' }}
              items={[
                ...(isArchived ? [] : [{ text: texts('cancel'), icon: 'circle-dashed' as const, onChoose: archive }]),
                { text: texts('remove'), icon: 'trash', kind: 'danger', onChoose: assign(open, 'remove') },
              ]}
            />
          </div>
        )}
      </div>
      <FormError saving={saving} />
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
          title={texts('remove')}
          question={texts('removeQuestion', { name })}
          action={texts('removeAction')}
          onConfirm={() => void remove()}
          onClose={assign(open, undefined)}
        />
      )}
    </>
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
