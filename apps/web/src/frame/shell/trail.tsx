import { Popover } from '../../design/floating/popover.tsx'
import { Icon } from '../../design/icons.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { Link } from '../../platform/router.tsx'
import { texts } from '../messages.ts'

const Productions = lazy(() => import('./productions.tsx').then(part => part.Productions))

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
