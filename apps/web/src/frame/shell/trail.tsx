import { useSignal } from '@preact/signals'
import { Popover } from '../../design/floating/popover.tsx'
import { Icon } from '../../design/icons.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { texts } from '../messages.ts'

export interface TrailItem {
  readonly text: string
  readonly href?: string | undefined
}

interface TrailProps {
  production: { readonly id: number; readonly name: string } | undefined
  items: readonly TrailItem[]
}

/** Where one is: the production, which can be changed here, and the way down to what is shown, which is the heading. */
export function Trail({ production, items }: TrailProps) {
  // The last is the heading, unless it leads somewhere: then the content has one of its own.
  const last = items.at(-1)
  const heading = last?.href === undefined ? last : undefined
  const switcher = production && <ProductionSwitch {...production} />
  const above = items.findLast(({ href }) => href !== undefined)
  return (
    <div class="trail">
      {heading && above && (
        <Link class="trail-back" href={above.href ?? ''} aria-label={above.text}>
          <Icon name="arrow-left" size={18} />
        </Link>
      )}
      {last === undefined ? (
        <h1 class="trail-last" tabIndex={-1}>
          {switcher}
        </h1>
      ) : (
        switcher
      )}
      {items.map((item, index) => (
        <TrailPart
          key={`${index} ${item.href}`}
          item={item}
          isLast={item === heading}
          isFirst={index === 0 && !switcher}
        />
      ))}
    </div>
  )
}

function TrailPart({ item: { text, href }, isLast, isFirst }: { item: TrailItem; isLast: boolean; isFirst: boolean }) {
  return (
    <>
      {!isFirst && (
        <span class="trail-gap" aria-hidden="true">
          /
        </span>
      )}
      {isLast ? (
        <h1 class="trail-last trail-part" tabIndex={-1} title={text}>
          {text}
        </h1>
      ) : href === undefined ? (
        <span class="trail-part">{text}</span>
      ) : (
        <Link class="trail-part" href={href}>
          {text}
        </Link>
      )}
    </>
  )
}

function ProductionSwitch({ id, name }: { id: number; name: string }) {
  return (
    <Popover
      label={texts('productions')}
      button={{
        kind: 'quiet',
        class: 'trail-part trail-switch',
        'aria-haspopup': 'dialog',
        children: (
          <>
            <span class="trail-name">{name}</span>
            <Icon name="chevron-down" size={12} />
          </>
        ),
      }}
    >
      {close => <Productions here={id} onGo={close} />}
    </Popover>
  )
}

/** As many are seen at a glance; of more than these one searches. */
const atAGlance = 8
const maxShown = 40

function Productions({ here, onGo }: { here: number; onGo: () => void }) {
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
              {found.length === 0 && <EmptyState text={texts('noProductionFound')} />}
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
                {texts('allProductions')}
              </Link>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
