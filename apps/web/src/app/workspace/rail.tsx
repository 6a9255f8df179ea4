import { Button } from '../../design/fields/button.tsx'
import { Icon, type IconName } from '../../design/icons.tsx'
import { texts } from '../../frame/messages.ts'
import { overlay } from '../../frame/overlay.ts'
import { findPlaceOf, mayEnter, places } from '../../frame/places.ts'
import { nearProduction, useNearProduction } from '../../frame/production.ts'
import { Mark } from '../../frame/shell/mark.tsx'
import { UserMenu } from '../../frame/shell/user-menu.tsx'
import { toLibraryPath } from '../../library/last-place.ts'
import { Link, path } from '../../platform/router.tsx'
import './rail.css'

/** The places of the app at the edge of the window, at its foot where it is narrow; those without rights are absent. */
export function Rail() {
  const entered = useNearProduction()
  const here = findPlaceOf(path.value)
  const prId = entered?.production.id
  const open = places.filter(place => entered && mayEnter(place, entered.held))
  const manages = open.some(({ name }) => name === 'settings')
  return (
    <nav
      class="rail"
      aria-label={texts('places')}
      data-awaited={(nearProduction.value !== undefined && !entered) || undefined}
    >
      <Link class="rail-mark" href="/app" aria-label="Rushes">
        <Mark />
      </Link>
      <RailLink
        icon="home"
        text={texts('home')}
        keys="G H"
        href="/app"
        isHere={path.value === '/app' || path.value === '/'}
      />
      {open
        .filter(({ name }) => name !== 'fields' && name !== 'settings')
        .map(({ name, path: below, icon, keys }) => (
          <RailLink
            key={name}
            class={name === 'deliveries' ? 'rail-late' : ''}
            icon={icon}
            text={texts(name)}
            keys={keys}
            href={name === 'library' && prId !== undefined ? toLibraryPath(prId) : `/app/production/${prId}${below}`}
            isHere={here === name}
          />
        ))}
      <span class="rail-end" />
      {manages && (
        <RailLink
          class="rail-late"
          icon="sliders"
          text={texts('fieldsAndSettings')}
          href={`/app/production/${prId}/settings`}
          isHere={here === 'fields' || here === 'settings'}
        />
      )}
      <Button
        class="rail-link rail-keys"
        kind="icon"
        aria-label={texts('keyboard')}
        keys="?"
        onClick={() => {
          overlay.value = 'keys'
        }}
      >
        <Icon name="keyboard" size={18} />
      </Button>
      <UserMenu side="right" />
    </nav>
  )
}

interface RailLinkProps {
  icon: IconName
  text: string
  keys?: string | undefined
  href: string
  isHere: boolean
  class?: string
}

function RailLink({ icon, text, keys, href, isHere, class: further = '' }: RailLinkProps) {
  return (
    <Link
      class={`rail-link ${further}`}
      href={href}
      aria-label={text}
      aria-current={isHere ? 'page' : undefined}
      data-tip={text}
      data-keys={keys}
    >
      <Icon name={icon} size={18} />
      <span class="rail-word" aria-hidden="true">
        {text}
      </span>
    </Link>
  )
}
