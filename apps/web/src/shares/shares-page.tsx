import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { ProductionFrame } from '../app/production-frame.tsx'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { ShareCollection } from './share-collection.tsx'
import { ShareDetails } from './share-details.tsx'
import { ShareRow } from './share-row.tsx'
import '../design/sections.css'
import './shares.css'

/** The shares of a production, and each of them from near (`?share=`). */
export default function SharesPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const opened = Number(getQuery('share') ?? 0)
  return (
    <ProductionFrame prId={prId} here="shares">
      {() => (
        <div class="sections">
          {opened > 0 ? <ShareDetails key={opened} prId={prId} id={opened} /> : <ShareList prId={prId} />}
        </div>
      )}
    </ProductionFrame>
  )
}

function ShareList({ prId }: { prId: number }) {
  const isMaking = useSignal(false)
  const shares = useResource(
    () => Array.fromAsync(listAll(api.sharing.listShares, { prId, query: { sort: 'created desc' } }, 500)),
    [prId],
  )
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const visits = useResource(signal => countVisits(prId, signal), [prId])
  const titles = new Map(collections.data?.map(collection => [collection.id, collection]))
  const hasCollections = collections.data?.some(({ funnel }) => funnel !== 'SelectionShare') === true
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('shares')}</h2>
        {hasCollections && (
          <Button kind="primary" onClick={assign(isMaking, true)}>
            {texts('newShare')}
          </Button>
        )}
      </div>
      <Loaded resource={shares}>
        {all =>
          all.length === 0 ? (
            <p class="notice">{texts('none')}</p>
          ) : (
            <ul class="row-list">
              {all.map(share => (
                <li key={share.id}>
                  <ShareRow
                    share={share}
                    collection={titles.get(share.editorialObjectId ?? 0)}
                    visits={visits.data && (visits.data.get(share.id) ?? 0)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking.value && (
        <ShareCollection
          prId={prId}
          collections={collections.data ?? []}
          onClose={share => {
            isMaking.value = false
            if (share) setQuery({ share: String(share.id) })
          }}
        />
      )}
    </section>
  )
}

/** How often each share of a production was opened, by its id. */
async function countVisits(prId: number, signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const query = { q: 'verb:Share.login', rows: 0, 'facet.field': ['shareId'], 'facet.mincount': 1, 'facet.limit': -1 }
  const { facetFields } = await api.events.searchActivitiesOfProduction({ prId, query, signal })
  return new Map((facetFields[0]?.values ?? []).map(({ name, count }) => [Number(name), count]))
}
