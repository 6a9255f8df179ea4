import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { Production } from '@rushes/contract'
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
import { Shell } from './shell.tsx'

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
    <Shell>
      <div class="page-head">
        <h1>{texts('productions')}</h1>
        <NewProduction />
      </div>
      <Loaded resource={productions}>{all => <Productions all={all} />}</Loaded>
    </Shell>
  )
}

function Productions({ all }: { all: readonly Production[] }) {
  const typed = useSignal('')
  const most = useSignal(pageSize)
  if (all.length === 0) return <p class="notice">{texts('noProductions')}</p>
  const found = all.filter(production => isMeant(production, typed.value))
  return (
    <>
      {all.length > atAGlance && (
        <>
          <TextField label={texts('searchProductions')} type="search" {...bind(typed)} />
          <p role="status">{texts('productionsFound', { count: found.length })}</p>
        </>
      )}
      <ul class="cards">
        {found.slice(0, most.value).map(({ id, name, description, lastUpdated }) => (
          <li key={id}>
            <Link class="card" href={`/app/production/${id}`}>
              <h2>{name}</h2>
              {description !== undefined && <p>{description}</p>}
              <p>{texts('updated', { date: formatDate(lastUpdated) })}</p>
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
