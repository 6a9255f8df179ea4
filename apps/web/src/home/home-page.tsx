import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { Production } from '@rushes/contract'
import { TextField } from '../design/fields/field.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { texts as appTexts } from '../frame/messages.ts'
import { Place } from '../frame/place.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { NewProduction } from '../settings/new-production.tsx'
import { ActivityList } from './activity/activity-list.tsx'
import { ContinueList } from './continue-list.tsx'
import { texts } from './messages.ts'
import { ProductionFacts } from './production-facts.tsx'
import { WaitingList } from './waiting-list.tsx'
import './home.css'

/** As many are seen at a glance; of more than these one searches, and what is known of them is not counted. */
const atAGlance = 12
const pageSize = 120

/** What waits for the user, where they were last, and the productions that they may enter. */
export default function HomePage() {
  const query = { sort: 'lastUpdated desc' }
  const productions = useResource(
    signal => Array.fromAsync(listAll(api.productions.listProductions, { query, signal }, 500)),
    [],
  )
  return (
    <Place
      name="home"
      trail={[{ text: appTexts('home') }]}
      actions={<NewProduction />}
      inspector={productions.data && productions.data.length > 0 && <ActivityList productions={productions.data} />}
    >
      <div class="page">
        <Loaded resource={productions}>
          {all => (
            <div class="home">
              {all.length > 0 && <WaitingList productions={all} />}
              <ContinueList />
              <section class="home-part productions" aria-labelledby="home-productions">
                <div class="home-head">
                  <h2 id="home-productions">{texts('productions')}</h2>
                  <span class="count">{all.length}</span>
                </div>
                <Productions all={all} />
              </section>
            </div>
          )}
        </Loaded>
      </div>
    </Place>
  )
}

function Productions({ all }: { all: readonly Production[] }) {
  const typed = useSignal('')
  const most = useSignal(pageSize)
  if (all.length === 0) return <EmptyState text={appTexts('noProductions')} />
  const found = all.filter(production => isMeant(production, typed.value))
  return (
    <>
      {all.length > atAGlance && (
        <>
          <TextField label={appTexts('searchProductions')} type="search" {...bind(typed)} />
          <p role="status">{appTexts('productionsFound', { count: found.length })}</p>
        </>
      )}
      <ul class="production-list">
        {found.slice(0, most.value).map((production, index) => (
          <li key={production.id}>
            <Link href={`/app/production/${production.id}`}>
              <span class="production-name">
                <h3>{production.name}</h3>
                {production.description && <p>{production.description}</p>}
              </span>
              {index < atAGlance && <ProductionFacts production={production} />}
              <span class="production-date">{formatDate(production.lastUpdated)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton count={found.length} most={most} by={pageSize} />
    </>
  )
}

function isMeant({ name, description }: Production, typed: string): boolean {
  return `${name} ${description ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
}
