import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { Production } from '@rushes/contract'
import { EmptyState } from '../design/empty-state.tsx'
import { TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { MoreButton } from '../design/more-button.tsx'
import { api } from '../platform/api.ts'
import { bind } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { NewProduction } from '../settings/new-production.tsx'
import { texts } from './messages.ts'
import { Place } from './place.tsx'
import './shell.css'

/** As many are seen at a glance; of more than these one searches. */
const atAGlance = 12
const pageSize = 120

/** The productions that the user may enter, those that were changed last first. */
export default function ProductionsPage() {
  const query = { sort: 'lastUpdated desc' }
  const productions = useResource(
    signal => Array.fromAsync(listAll(api.productions.listProductions, { query, signal }, 500)),
    [],
  )
  return (
    <Place name="home" trail={[{ text: texts('productions') }]} actions={<NewProduction />}>
      <div class="page">
        <section class="productions" aria-label={texts('productions')}>
          <Loaded resource={productions}>{all => <Productions all={all} />}</Loaded>
        </section>
      </div>
    </Place>
  )
}

function Productions({ all }: { all: readonly Production[] }) {
  const typed = useSignal('')
  const most = useSignal(pageSize)
  if (all.length === 0) return <EmptyState text={texts('noProductions')} />
  const found = all.filter(production => isMeant(production, typed.value))
  return (
    <>
      {all.length > atAGlance && (
        <>
          <TextField label={texts('searchProductions')} type="search" {...bind(typed)} />
          <p role="status">{texts('productionsFound', { count: found.length })}</p>
        </>
      )}
      <ul class="production-list">
        {found.slice(0, most.value).map(({ id, name, description, lastUpdated }) => (
          <li key={id}>
            <Link href={`/app/production/${id}`}>
              <h2>{name}</h2>
              <p>{description}</p>
              <span class="production-date">{formatDate(lastUpdated)}</span>
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
