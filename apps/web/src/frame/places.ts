/** The places of a production, and who may enter which. */

import type { ProductionRight } from '@rushes/contract'
import type { IconName } from '../design/icons.tsx'

export interface ProductionPlace {
  readonly name: 'library' | 'review' | 'shares' | 'deliveries' | 'team' | 'fields' | 'settings'
  /** Where it is below the production. */
  readonly path: string
  /** Any one of these opens it. */
  readonly anyOf: readonly ProductionRight[]
  readonly icon: IconName
  /** Keys that go there. */
  readonly keys?: string
}

export const places: readonly ProductionPlace[] = [
  { name: 'library', path: '', anyOf: ['PRODUCTION_VIEW'], icon: 'library', keys: 'G L' },
  { name: 'review', path: '/review', anyOf: ['PRODUCTION_VIEW'], icon: 'messages-square', keys: 'G R' },
  { name: 'shares', path: '/shares', anyOf: ['LIBRARY_SHARE'], icon: 'share-2', keys: 'G S' },
  {
    name: 'deliveries',
    path: '/deliveries',
    anyOf: ['DELIVERY_MANAGE', 'LIBRARY_UPLOAD'],
    icon: 'package',
    keys: 'G D',
  },
  { name: 'team', path: '/team', anyOf: ['PRODUCTION_VIEW'], icon: 'users', keys: 'G T' },
  { name: 'fields', path: '/fields', anyOf: ['PRODUCTION_MANAGE'], icon: 'type' },
  { name: 'settings', path: '/settings', anyOf: ['PRODUCTION_MANAGE'], icon: 'sliders' },
]

export function mayEnter({ anyOf }: ProductionPlace, held: ReadonlySet<string>): boolean {
  return anyOf.some(right => held.has(right))
}

/** Which place an address belongs to; clips and what is made of them are of the library. */
export function findPlaceOf(path: string): ProductionPlace['name'] | undefined {
  const [, first] = /^\/app\/production\/\d+(?:\/(\w+))?/.exec(path) ?? []
  if (!path.startsWith('/app/production/')) return undefined
  return places.find(({ name }) => name === first)?.name ?? 'library'
}
