import type { ComponentChildren } from 'preact'
import { Menu } from '../design/floating/menu.tsx'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { user } from './session.ts'
import { Mark } from './shell/mark.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import { toViewItems } from './shell/view-items.ts'

/** The frame of the pages that are open to those who are not signed in: a card in the middle, the product above it. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <>
      <header class="shell-head">
        <Link class="shell-name" href="/app">
          <Mark />
          Rushes
        </Link>
        <div class="shell-place" />
        {user.value ? <UserMenu side="below" /> : <Menu label={texts('account')} items={toViewItems()} hasHeads />}
      </header>
      <main id="content" class="shell-content" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
