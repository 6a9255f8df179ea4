import type { AccountBranding } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { toViewItems } from '../app/shell.tsx'
import '../app/shell.css'
import { Menu } from '../design/menu.tsx'
import { findLogo, listVariables, paintHead } from './branding.ts'
import { texts } from './messages.ts'

interface BrandedPageProps {
  /** Absent until it is known, and where there is none. */
  branding: AccountBranding | undefined
  label: string | undefined
  children: ComponentChildren
}

const plain: AccountBranding = {}

/** The frame of a visitor's page, as the account wants to look. */
export function BrandedPage({ branding = plain, label, children }: BrandedPageProps) {
  const head = useRef<HTMLElement>(null)
  useEffect(() => {
    if (head.current) paintHead(head.current, branding.headerBackgroundColor)
    const page = document.documentElement.style
    const variables = listVariables(branding)
    for (const [name, value] of variables) page.setProperty(name, value)
    return () => {
      for (const [name] of variables) page.removeProperty(name)
    }
  }, [branding])
  const logo = findLogo(branding)
  return (
    <>
      <header class="shell-head" ref={head}>
        {logo !== undefined && <img class="share-logo" src={logo} alt="" />}
        <span class="shell-name">{branding.headerText || 'Rushes'}</span>
        <div class="shell-place">
          <strong class="share-label">{label}</strong>
        </div>
        <Menu items={toViewItems()} />
      </header>
      <main class="shell-content">{children}</main>
      <Addresses branding={branding} />
    </>
  )
}

const pages = ['brandingWebsiteLink', 'helpCenterLink', 'privacyStatementLink'] as const

function Addresses({ branding }: { branding: AccountBranding }) {
  const links = pages.flatMap(name => (branding[name] ? [[name, branding[name]] as const] : []))
  const email = branding.defaultMailSupportEmail
  if (links.length === 0 && !email) return null
  return (
    <footer class="share-foot">
      {links.map(([name, address]) => (
        <a key={name} href={address} rel="noreferrer">
          {texts(name)}
        </a>
      ))}
      {email && <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{texts('support')}</a>}
    </footer>
  )
}
