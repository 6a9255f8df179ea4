import { useSignal } from '@preact/signals'
import { submissionStatuses } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { SelectField, TextField } from '../design/fields/field.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { assign } from '../platform/bind.ts'
import { formatDay } from '../platform/dates.ts'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { formatNumber } from '../platform/translations.ts'
import { type Asked, loadDeliveries, toName, toState } from './load.ts'
import { texts } from './messages.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestForm } from './request-form.tsx'
import { SubmissionState } from './submission-status.tsx'
import '../design/sections.css'
import './deliveries.css'

/** What suppliers are asked to deliver to a production, and what they have delivered. */
export default function DeliveriesPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  return (
    <ProductionFrame prId={prId} here="deliveries">
      {({ held }) => (
        <Deliveries
          prId={prId}
          mayManage={held.has('DELIVERY_MANAGE')}
          maySubmit={held.has('DELIVERY_MANAGE') || held.has('LIBRARY_UPLOAD')}
        />
      )}
    </ProductionFrame>
  )
}

function Deliveries({ prId, mayManage, maySubmit }: { prId: number; mayManage: boolean; maySubmit: boolean }) {
  const deliveries = useResource(signal => loadDeliveries(prId, signal), [prId])
  const isCreating = useSignal(false)
  useEvents(api, { prId }, ({ type, verb = '' }) => {
    if (type.startsWith('DeliveryRequest') || verb.startsWith('DeliveryRequest')) deliveries.reload()
  })
  const chosen = deliveries.data?.find(({ request }) => request.id === Number(getQuery('request')))
  return (
    <>
      <Loaded resource={deliveries}>
        {all => (
          <div class="board board-beside" data-open={chosen !== undefined}>
            <div class="requests">
              <div class="page-head">
                <h2>
                  {texts('title')} <span class="count">{formatNumber(all.length)}</span>
                </h2>
                {mayManage && (
                  <Button icon="plus" kind={chosen ? undefined : 'primary'} onClick={assign(isCreating, true)}>
                    {texts('add')}
                  </Button>
                )}
              </div>
              <RequestList prId={prId} all={all} chosen={chosen?.request.id} />
            </div>
            {chosen ? (
              <div class="board-near">
                <RequestDetail
                  key={chosen.request.id}
                  prId={prId}
                  asked={chosen}
                  mayManage={mayManage}
                  maySubmit={maySubmit}
                  onChanged={deliveries.reload}
                />
              </div>
            ) : (
              <EmptyState text={texts(all.length === 0 ? 'hint' : 'chooseRequest')} />
            )}
          </div>
        )}
      </Loaded>
      {isCreating.value && (
        <RequestForm
          prId={prId}
          request={undefined}
          onSaved={({ id }) => {
            isCreating.value = false
            deliveries.reload()
            setQuery({ request: String(id) })
          }}
          onClose={assign(isCreating, false)}
        />
      )}
    </>
  )
}

const states = ['asked', ...submissionStatuses, 'archived'] as const

function RequestList({ prId, all, chosen }: { prId: number; all: readonly Asked[]; chosen: number | undefined }) {
  const typed = getQuery('q') ?? ''
  const state = states.find(known => known === getQuery('state'))
  const words = typed.toLowerCase().split(/\s+/)
  const fitting = all.filter(asked => {
    const { label, group, subGroup, description, assignee, editorialObject } = asked.request
    const said = [label, group, subGroup, description, assignee, editorialObject?.title].join(' ').toLowerCase()
    return words.every(word => said.includes(word)) && (state === undefined || toState(asked) === state)
  })
  const byGroup = [...Map.groupBy(fitting, ({ request }) => request.group ?? '')].sort(([a], [b]) => a.localeCompare(b))
  return (
    <section class="requests" aria-label={texts('title')}>
      <div class="requests-bar">
        <TextField label={texts('search')} type="search" value={typed} onValue={value => setQuery({ q: value })} />
        <SelectField
          label={texts('state')}
          value={state ?? ''}
          options={[['', texts('anyState')], ...states.map(known => [known, texts(known)] as const)]}
          onValue={chosen => setQuery({ state: chosen })}
        />
      </div>
      {fitting.length === 0 && <p class="notice">{texts(all.length === 0 ? 'none' : 'noneFits')}</p>}
      {byGroup.map(([group, members]) => (
        <section key={group} class="requests">
          {group !== '' && <h3>{group}</h3>}
          <ul class="request-list">
            {members.map(asked => (
              <li key={asked.request.id}>
                <RequestLine prId={prId} asked={asked} isChosen={asked.request.id === chosen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function RequestLine({ prId, asked, isChosen }: { prId: number; asked: Asked; isChosen: boolean }) {
  const { request, submissions } = asked
  const { id, editorialObject, subGroup, assignee, deliveryDate } = request
  const facts = [editorialObject?.title, subGroup, assignee].filter(fact => fact !== undefined && fact !== '')
  const isOpen = !['Accepted', 'archived'].includes(toState(asked))
  const isLate = deliveryDate !== undefined && deliveryDate < Date.now() && isOpen
  return (
    <Link
      class="request"
      href={`/app/production/${prId}/deliveries?request=${id}`}
      aria-current={isChosen ? 'page' : undefined}
    >
      <strong>{toName(request)}</strong>
      {submissions.length > 0 && (
        <span class="request-version">{texts('version', { version: submissions[0]?.submissionVersion ?? 0 })}</span>
      )}
      <SubmissionState state={toState(asked)} />
      {deliveryDate !== undefined && (
        <span class="request-due" data-late={isLate || undefined}>
          {texts(isLate ? 'late' : 'dueOn', { date: formatDay(deliveryDate) })}
        </span>
      )}
      {facts.length > 0 && <span class="field-hint">{facts.join(' · ')}</span>}
    </Link>
  )
}
