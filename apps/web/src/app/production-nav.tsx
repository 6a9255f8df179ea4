import type { ProductionRight } from '@rushes/contract'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'
import './page-nav.css'

interface Place {
  name: 'library' | 'shares' | 'team' | 'deliveries' | 'fields' | 'settings'
  /** Where it stands below the production. */
  path: string
  /** Any one of these opens it. */
  anyOf: readonly ProductionRight[]
}

export const places: readonly Place[] = [
  { name: 'library', path: '', anyOf: ['PRODUCTION_VIEW'] },
  { name: 'shares', path: '/shares', anyOf: ['LIBRARY_SHARE'] },
  { name: 'team', path: '/team', anyOf: ['PRODUCTION_VIEW'] },
  { name: 'deliveries', path: '/deliveries', anyOf: ['DELIVERY_MANAGE', 'LIBRARY_UPLOAD'] },
  { name: 'fields', path: '/fields', anyOf: ['PRODUCTION_MANAGE'] },
  { name: 'settings', path: '/settings', anyOf: ['PRODUCTION_MANAGE'] },
]

export interface ProductionNavProps {
  prId: number
  here: Place['name']
}

/** The places of a production that the user may enter, as a row of links; `here` is the one that is shown. */
export function ProductionNav({ prId, here }: ProductionNavProps) {
  const rights = useResource(signal => api.productions.listPermissions({ prId, signal }), [prId])
  return <PlaceLinks prId={prId} here={here} held={new Set(rights.data)} />
}

export function PlaceLinks({ prId, here, held }: ProductionNavProps & { held: ReadonlySet<string> }) {
  return (
    <nav class="page-nav" aria-label={texts('places')}>
      <ul>
        {places
          .filter(({ name, anyOf }) => name === here || anyOf.some(right => held.has(right)))
          .map(({ name, path }) => (
            <li key={name}>
              <Link href={`/app/production/${prId}${path}`} aria-current={name === here ? 'page' : undefined}>
                {texts(name)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
