import { useSignal } from '@preact/signals'
import { submissionStatuses } from '@rushes/contract'
import { ProductionFrame } from '../app/production-frame.tsx'
import { Button } from '../design/button.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { type Asked, loadDeliveries, toName, toState } from './load.ts'
import { texts } from './messages.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestForm } from './request-form.tsx'
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
        {all =>
          chosen ? (
            <RequestDetail
              key={chosen.request.id}
              prId={prId}
              asked={chosen}
              mayManage={mayManage}
              maySubmit={maySubmit}
              onChanged={deliveries.reload}
            />
          ) : (
            <div class="requests">
              <div class="page-head">
                <h2>{texts('title')}</h2>
                {mayManage && (
                  <Button kind="primary" onClick={assign(isCreating, true)}>
                    + {texts('add')}
                  </Button>
                )}
              </div>
              <p class="request-description field-hint">{texts('hint')}</p>
              <RequestList prId={prId} all={all} />
            </div>
          )
        }
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

function RequestList({ prId, all }: { prId: number; all: readonly Asked[] }) {
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
                <RequestLine prId={prId} asked={asked} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function RequestLine({ prId, asked }: { prId: number; asked: Asked }) {
  const { request } = asked
  const { id, editorialObject, subGroup, assignee, deliveryDate } = request
  const due = deliveryDate === undefined ? undefined : `${texts('deliveryDate')} ${formatDate(deliveryDate)}`
  const facts = [editorialObject?.title, subGroup, assignee, due].filter(fact => fact !== undefined && fact !== '')
  return (
    <Link class="request" href={`/app/production/${prId}/deliveries?request=${id}`}>
      <span>
        <strong>{toName(request)}</strong>
        <span class="field-hint">{facts.join(' · ')}</span>
      </span>
      <span class="tag">{texts(toState(asked))}</span>
    </Link>
  )
}
