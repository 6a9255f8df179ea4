import type { Production } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { texts } from './messages.ts'
import { useSubject } from './page-title.ts'
import { PlaceLinks, type ProductionNavProps, places } from './production-nav.tsx'
import { Shell } from './shell.tsx'

/** A production as one of its places shows it, and what the user may do there. */
interface Entered {
  readonly production: Production
  readonly held: ReadonlySet<string>
  /** Puts what was saved in the place of the production. */
  readonly onProduction: (production: Production) => void
}

interface ProductionFrameProps extends ProductionNavProps {
  children: (entered: Entered) => ComponentChildren
}

/** One of the places of a production in the frame of the pages; closed to those who lack the rights to it. */
export function ProductionFrame({ prId, here, children }: ProductionFrameProps) {
  const entered = useResource(
    async signal => {
      const [production, rights] = await Promise.all([
        api.productions.getProduction({ prId, signal }),
        api.productions.listPermissions({ prId, signal }),
      ])
      return { production, held: new Set(rights) }
    },
    [prId],
  )
  const { production, held = new Set<string>() } = entered.data ?? {}
  useSubject(production?.name)
  const anyOf = places.find(({ name }) => name === here)?.anyOf ?? []
  return (
    <Shell head={<h1 class="page-title">{production?.name}</h1>}>
      <PlaceLinks prId={prId} here={here} held={held} />
      <Loaded resource={entered}>
        {loaded =>
          anyOf.some(right => held.has(right)) ? (
            children({ ...loaded, onProduction: changed => entered.replace({ ...loaded, production: changed }) })
          ) : (
            <p class="notice">{texts('notPermitted')}</p>
          )
        }
      </Loaded>
    </Shell>
  )
}
