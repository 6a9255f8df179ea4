import type { AccountBranding, ShareObject } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Menu, type MenuItem } from '../design/floating/menu.tsx'
import { Icon } from '../design/icons.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { toViewItems } from '../frame/shell/view-items.ts'
import { formatDay } from '../platform/dates.ts'
import { findLogo, listVariables, toHeadColors } from './branding.ts'
import { texts } from './messages.ts'
import type { Visitor } from './visit.ts'

interface BrandedPageProps {
  /** Absent until it is known, and where there is none. */
  branding: AccountBranding | undefined
  /** Absent until the visitor may see it. */
  share: ShareObject | undefined
  visitor: Visitor | undefined
  /** Begins a visit of somebody else. */
  onLeave: () => void
  children: (brand: Brand) => ComponentChildren
}

/** What of the account and the visitor a page shows in other places where there is no room for its head. */
export interface Brand {
  readonly name: string
  readonly menu: ComponentChildren
  readonly links: ComponentChildren
}

const plain: AccountBranding = {}

/** The frame of a visitor's page, as the account wants to look. */
export function BrandedPage({ branding = plain, share, visitor, onLeave, children }: BrandedPageProps) {
  useLayoutEffect(() => {
    const page = document.documentElement.style
    const variables = [...listVariables(branding), ...toHeadColors(branding.headerBackgroundColor)]
    for (const [name, value] of variables) page.setProperty(name, value)
    return () => {
      for (const [name] of variables) page.removeProperty(name)
    }
  }, [branding])
  const logo = findLogo(branding)
  const name = branding.headerText || 'Rushes'
  const menu = <VisitorMenu visitor={visitor} onLeave={onLeave} />
  const links = hasAddresses(branding) ? <Addresses branding={branding} /> : undefined
  return (
    <>
      <header class="shell-head share-brand" data-painted={Boolean(branding.headerBackgroundColor) || undefined}>
        {logo !== undefined && <img class="share-logo" src={logo} alt="" />}
        <span class="shell-name">{name}</span>
        <div class="shell-place">
          <strong class="share-label">{share?.label}</strong>
          {share?.passwordProtected && (
            <span class="share-fact">
              <Icon name="lock" size={12} />
              {texts('password')}
            </span>
          )}
          {share?.expires !== undefined && (
            <span class="share-fact">
              <Icon name="clock" size={12} />
              {texts('until', { date: formatDay(share.expires) })}
            </span>
          )}
        </div>
        {menu}
      </header>
      <main id="content" class="shell-content" tabIndex={-1}>
        {children({ name, menu, links })}
      </main>
      {links && <footer class="share-foot">{links}</footer>}
    </>
  )
}

/** Who the visitor is, the colours and the language of the page. */
function VisitorMenu({ visitor, onLeave }: { visitor: Visitor | undefined; onLeave: () => void }) {
  if (!visitor) return <Menu items={toViewItems()} hasHeads />
  const name = visitor.username
  const leave: MenuItem = {
    text: texts('notYou'),
    icon: 'log-out',
    section: texts('youAre', { name }),
    onChoose: onLeave,
  }
  return (
    <Menu
      label={texts('visitor', { name })}
      button={{ class: 'share-visitor' }}
      items={[leave, ...toViewItems()]}
      hasHeads
    >
      <Avatar name={name} size={28} />
      <span class="share-visitor-name">{name}</span>
    </Menu>
  )
}

const pages = ['brandingWebsiteLink', 'helpCenterLink', 'privacyStatementLink'] as const

function hasAddresses(branding: AccountBranding): boolean {
  return pages.some(name => branding[name]) || Boolean(branding.defaultMailSupportEmail)
}

function Addresses({ branding }: { branding: AccountBranding }) {
  return (
    <>
      {pages.flatMap(name =>
        branding[name]
          ? [
              <a key={name} href={branding[name]} rel="noreferrer">
                {texts(name)}
              </a>,
            ]
          : [],
      )}
      {branding.defaultMailSupportEmail && (
        <a href={`mailto:${encodeURIComponent(branding.defaultMailSupportEmail).replaceAll('%40', '@')}`}>
          {texts('support')}
        </a>
      )}
    </>
  )
}
