import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { NewProduction } from '../settings/new-production.tsx'
import { texts } from './messages.ts'
import { Shell } from './shell.tsx'

/** The productions that the user may enter. */
export default function ProductionsPage() {
  const productions = useResource(
    signal => api.productions.listProductions({ query: { limit: 200, sort: 'lastUpdated desc' }, signal }),
    [],
  )
  return (
    <Shell>
      <div class="page-head">
        <h1>{texts('productions')}</h1>
        <NewProduction />
      </div>
      <Loaded resource={productions}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="notice">{texts('noProductions')}</p>
          ) : (
            <ul class="cards">
              {items.map(({ id, name, description, lastUpdated }) => (
                <li key={id}>
                  <Link class="card" href={`/app/production/${id}`}>
                    <h2>{name}</h2>
                    {description !== undefined && <p>{description}</p>}
                    <p>{texts('updated', { date: formatDate(lastUpdated) })}</p>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Shell>
  )
}
