import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { Button } from '../design/fields/button.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Records } from '../design/lists/records.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { isShown } from '../library/collections/paths.ts'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { formatNumber } from '../platform/translations.ts'
import { ShareCollection } from './form/share-collection.tsx'
import { texts } from './messages.ts'
import { ShareDetails } from './share-details.tsx'
import { toShareCells } from './share-row.tsx'
import '../design/sections.css'
import './shares.css'

/** The shares of a production, and each of them from near (`?share=`). */
export default function SharesPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const opened = Number(getQuery('share') ?? 0)
  return (
    <ProductionFrame prId={prId} here="shares">
      {() => <ShareBoard prId={prId} opened={opened} />}
    </ProductionFrame>
  )
}

/** The list of all, and beside it the one that is shown from near; where it is narrow that one alone. */
function ShareBoard({ prId, opened }: { prId: number; opened: number }) {
  const changes = useSignal(0)
  const change = () => {
    changes.value += 1
  }
  return (
    <div class="board" data-open={opened > 0}>
      <ShareList prId={prId} opened={opened} changes={changes.value} />
      {opened > 0 && (
        <aside class="board-near sections" aria-label={texts('openDetails')}>
          <ShareDetails key={opened} prId={prId} id={opened} onChanged={change} />
        </aside>
      )}
    </div>
  )
}

interface ShareListProps {
  prId: number
  /** The one that is shown from near. */
  opened?: number
  /** Changes when one of them did. */
  changes?: number
}

/** The shares of a production, and the way to a new one. */
export function ShareList({ prId, opened = 0, changes = 0 }: ShareListProps) {
  const isMaking = useSignal(false)
  const shares = useResource(
    () => Array.fromAsync(listAll(api.sharing.listShares, { prId, query: { sort: 'created desc' } }, 500)),
    [prId, changes],
  )
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const visits = useResource(signal => countVisits(prId, signal), [prId])
  const titles = new Map(collections.data?.map(collection => [collection.id, collection]))
  const hasCollections = collections.data?.some(isShown) === true
  return (
    <section class="section">
      <div class="page-head">
        <h2>
          {texts('shares')} {shares.data && <span class="count">{formatNumber(shares.data.length)}</span>}
        </h2>
        {hasCollections && (
          <Button kind="primary" icon="plus" onClick={assign(isMaking, true)}>
            {texts('newShare')}
          </Button>
        )}
      </div>
      <Loaded resource={shares}>
        {all =>
          all.length === 0 ? (
            <EmptyState
              text={texts('none')}
              action={<Link href={`/app/production/${prId}`}>{texts('toLibrary')}</Link>}
            />
          ) : (
            <Records
              label={texts('shares')}
              columns={[
                ['minmax(0, 5fr)', texts('name')],
                ['minmax(0, 2fr)', texts('permissions')],
                ['minmax(0, 2fr)', texts('state')],
                ['minmax(0, 1fr)', texts('visitCount')],
                ['minmax(0, 2fr)', texts('ends')],
                ['28px', ''],
              ]}
              items={all}
              toKey={({ id }) => id}
              isChosen={({ id }) => id === opened}
            >
              {share =>
                toShareCells({
                  share,
                  collection: titles.get(share.editorialObjectId ?? 0),
                  visits: visits.data && (visits.data.get(share.id) ?? 0),
                })
              }
            </Records>
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
