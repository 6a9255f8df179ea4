import { useSignal } from '@preact/signals'
import { Icon } from '../../design/icons.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import { texts as ownTexts } from './messages.ts'

/** As many are seen at a glance; of more than these one searches. */
const atAGlance = 8
const maxShown = 40

/** The productions of the user, to go to another one. */
export function Productions({ here, onGo }: { here: number; onGo: () => void }) {
  const typed = useSignal('')
  const all = useResource(
    signal => api.productions.listProductions({ query: { sort: 'lastUpdated desc', limit: 500 }, signal }),
    [],
  )
  return (
    <div class="switcher">
      <Loaded resource={all}>
        {({ items }) => {
          const words = typed.value.trim().toLowerCase()
          const found = items.filter(({ name = '' }) => name.toLowerCase().includes(words)).slice(0, maxShown)
          return (
            <>
              {items.length > atAGlance && (
                <div class="search">
                  <Icon name="search" size={14} />
                  <input
                    class="input"
                    type="search"
                    aria-label={texts('searchProductions')}
                    value={typed.value}
                    onInput={event => {
                      typed.value = event.currentTarget.value
                    }}
                  />
                </div>
              )}
              {found.length === 0 && <EmptyState text={ownTexts('noProductionFound')} />}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: links are followed by keys too */}
              <ul onClick={onGo}>
                {found.map(({ id, name }) => (
                  <li key={id}>
                    <Link
                      class="menu-item"
                      href={`/app/production/${id}`}
                      aria-current={id === here ? 'page' : undefined}
                    >
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
              <hr class="menu-rule" />
              <Link class="menu-item" href="/app">
                {ownTexts('allProductions')}
              </Link>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
