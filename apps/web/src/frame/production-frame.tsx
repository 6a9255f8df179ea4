import type { Production } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Loaded } from '../design/lists/loaded.tsx'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'
import { Place } from './place.tsx'
import { mayEnter, type ProductionPlace, places } from './places.ts'
import { getKnown, loadProduction, setKnown } from './production.ts'

/** A production as one of its places shows it, and what the user may do there. */
interface Entered {
  readonly production: Production
  readonly held: ReadonlySet<string>
  /** Puts what was saved instead of the production. */
  readonly onProduction: (production: Production) => void
}

interface ProductionFrameProps {
  prId: number
  here: ProductionPlace['name']
  /** Buttons in the bar at the top. */
  actions?: ComponentChildren
  side?: ComponentChildren
  children: (entered: Entered) => ComponentChildren
}

/** One of the places of a production; closed to those who lack the rights to it. */
export function ProductionFrame({ prId, here, actions, side, children }: ProductionFrameProps) {
  const loaded = useResource(() => loadProduction(prId), [prId])
  // What was known before is shown at once.
  const entered = { ...loaded, data: getKnown(prId) }
  const place = places.find(({ name }) => name === here)
  return (
    <Place name={side === undefined ? here : 'settings'} trail={[{ text: texts(here) }]} actions={actions} side={side}>
      <div class="page">
        <Loaded resource={entered}>
          {({ production, held }) =>
            place && mayEnter(place, held) ? (
              children({ production, held, onProduction: changed => setKnown({ production: changed, held }) })
            ) : (
              <p class="notice">{texts('notPermitted')}</p>
            )
          }
        </Loaded>
      </div>
    </Place>
  )
}
