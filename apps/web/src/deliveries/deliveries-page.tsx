import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { loadDeliveries, loadPeople } from './load.ts'
import { texts } from './messages.ts'
import { type DeliveryAccess, RequestDetail } from './requests/request-detail.tsx'
import { RequestForm } from './requests/request-form.tsx'
import { RequestList } from './requests/request-list.tsx'
import '../design/sections.css'
import './deliveries.css'

/** What suppliers are asked to deliver to a production, and what they have delivered (`?request=&submission=`). */
export default function DeliveriesPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  return (
    <ProductionFrame prId={prId} here="deliveries">
      {({ held }) => {
        const mayManage = held.has('DELIVERY_MANAGE')
        const mayUpload = held.has('LIBRARY_UPLOAD')
        const maySubmit = mayManage || mayUpload
        return (
          <Deliveries prId={prId} access={{ mayManage, maySubmit, mayUpload, mayRetry: held.has('WORKFLOW_MANAGE') }} />
        )
      }}
    </ProductionFrame>
  )
}

function Deliveries({ prId, access }: { prId: number; access: DeliveryAccess }) {
  const deliveries = useResource(signal => loadDeliveries(prId, signal), [prId])
  const people = useResource(() => loadPeople(prId), [prId])
  const isCreating = useSignal(false)
  useEvents(api, { prId }, ({ type, verb = '' }) => {
    if (type.startsWith('DeliveryRequest') || verb.startsWith('DeliveryRequest')) deliveries.reload()
  })
  const chosen = deliveries.data?.find(({ request }) => request.id === Number(getQuery('request')))
  return (
    <>
      <Loaded resource={deliveries}>
        {all => (
          <div class="deliveries-frame">
            <div class="deliveries" data-open={chosen !== undefined} data-near={(chosen?.submissions.length ?? 0) > 0}>
              <RequestList prId={prId} all={all} chosen={chosen?.request.id} mayManage={access.mayManage}>
                {access.mayManage && (
                  <Button icon="plus" kind={chosen ? undefined : 'primary'} onClick={assign(isCreating, true)}>
                    {texts('add')}
                  </Button>
                )}
              </RequestList>
              {chosen ? (
                <RequestDetail
                  key={chosen.request.id}
                  prId={prId}
                  asked={chosen}
                  people={people.data ?? new Map()}
                  access={access}
                  onChanged={deliveries.reload}
                />
              ) : (
                <EmptyState text={texts(all.length === 0 ? 'hint' : 'chooseRequest')} />
              )}
            </div>
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
            setQuery({ request: String(id), submission: undefined })
          }}
          onClose={assign(isCreating, false)}
        />
      )}
    </>
  )
}
