/** Which page is at which address; each is loaded as its own file when it is first shown. */

import { signal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellError } from '../design/floating/toasts.tsx'
import { loadTeamIcons } from '../design/icons.tsx'
import { texts } from '../frame/messages.ts'
import { user } from '../frame/session.ts'
import { Mark } from '../frame/shell/mark.tsx'
import { Page, type PageModule } from '../frame/start/page.tsx'
import { lazy } from '../platform/lazy.tsx'
import { Link, matchPath, path } from '../platform/router.tsx'

// Guests of shares do without it.
const SignInPage = lazy(() => import('./sign-in-page.tsx').then(part => part.SignInPage))

interface PagePlace {
  pattern: string
  title: Parameters<typeof texts>[0]
  /** Whether a visitor without an account may see it. */
  isOpen?: true
  load: () => Promise<PageModule>
}

const places: readonly PagePlace[] = [
  { pattern: '', title: 'home', load: () => import('../home/home-page.tsx') },
  { pattern: '/app', title: 'home', load: () => import('../home/home-page.tsx') },
  {
    pattern: '/app/invitation',
    title: 'invitation',
    isOpen: true,
    load: () => import('../invitation/invitation-page.tsx'),
  },
  {
    pattern: '/app/account-invitation',
    title: 'invitation',
    isOpen: true,
    load: () => import('../invitation/invitation-page.tsx'),
  },
  {
    pattern: '/app/forgot-password',
    title: 'forgotPassword',
    isOpen: true,
    load: () => import('../sign-in/forgot-page.tsx'),
  },
  {
    pattern: '/app/reset-password',
    title: 'resetPassword',
    isOpen: true,
    load: () => import('../sign-in/reset-page.tsx'),
  },
  { pattern: '/app/account', title: 'yourAccount', load: () => import('../account/account-page.tsx') },
  {
    pattern: '/app/account/{accountId}',
    title: 'users',
    load: () => import('../account/users/account-users-page.tsx'),
  },
  {
    pattern: '/app/account/{accountId}/webhooks',
    title: 'webhooks',
    load: () => import('../webhooks/webhooks-page.tsx'),
  },
  {
    pattern: '/app/account/{accountId}/thesauri',
    title: 'thesauri',
    load: () => import('../thesauri/thesauri-page.tsx'),
  },
  {
    pattern: '/app/account/{accountId}/thesaurus/{thId}',
    title: 'thesaurus',
    load: () => import('../thesauri/thesaurus-page.tsx'),
  },
  {
    pattern: '/app/account/{accountId}/workspaces',
    title: 'workspaces',
    load: () => import('../deliveries/workspaces-page.tsx'),
  },
  {
    pattern: '/app/account/{accountId}/branding',
    title: 'branding',
    load: () => import('../account/branding-page.tsx'),
  },
  { pattern: '/app/users', title: 'allUsers', load: () => import('../account/users/users-page.tsx') },
  {
    pattern: '/app/administration',
    title: 'administration',
    load: () => import('../administration/administration-page.tsx'),
  },
  { pattern: '/app/audit', title: 'audit', load: () => import('../account/audit-page.tsx') },
  { pattern: '/app/production/{prId}/team', title: 'team', load: () => import('../team/team-page.tsx') },
  { pattern: '/app/production/{prId}/shares', title: 'shares', load: () => import('../shares/shares-page.tsx') },
  { pattern: '/app/production/{prId}', title: 'library', load: () => import('../library/library-page.tsx') },
  {
    pattern: '/app/production/{prId}/review',
    title: 'review',
    load: () => import('../review-list/review-list-page.tsx'),
  },
  {
    pattern: '/app/production/{prId}/deliveries',
    title: 'deliveries',
    load: () => import('../deliveries/deliveries-page.tsx'),
  },
  {
    pattern: '/app/production/{prId}/fields',
    title: 'fields',
    load: () => import('../custom-fields/editor/fields-page.tsx'),
  },
  {
    pattern: '/app/production/{prId}/settings',
    title: 'settings',
    load: () => import('../settings/settings-page.tsx'),
  },
  { pattern: '/app/production/{prId}/compare', title: 'compare', load: () => import('../compare/compare-page.tsx') },
  { pattern: '/app/production/{prId}/clip/{moId}', title: 'clip', load: () => import('../clip/clip-page.tsx') },
  {
    pattern: '/app/production/{prId}/clip/{moId}/subtitles',
    title: 'subtitles',
    load: () => import('../subtitles/versions/versions-page.tsx'),
  },
  {
    pattern: '/app/production/{prId}/clip/{moId}/subtitles/{language}',
    title: 'subtitles',
    load: () => import('../subtitles/editor/editor-page.tsx'),
  },
]

/** Begins to load the page of the address, before anyone knows who is signed in. */
export function preloadPage(): void {
  const place = places.find(({ pattern }) => matchPath(pattern, path.value))
  if (place?.isOpen !== true) loadWorkspace()
  // What fails here is reported when the page is shown.
  place?.load().catch(() => {})
}

const Workspace = signal<ComponentType<{ children: ComponentChildren }> | undefined>(undefined)

/** Visitors of a share never need what is around the pages of the team. */
function loadWorkspace(): void {
  Promise.all([import('./workspace/workspace.tsx'), loadTeamIcons()]).then(([module]) => {
    Workspace.value = module.Workspace
  }, tellError)
}

function InWorkspace({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    if (!Workspace.value) loadWorkspace()
  }, [])
  return Workspace.value ? <Workspace.value>{children}</Workspace.value> : null
}

/** The page of the address that is shown now. */
export function CurrentPage() {
  for (const place of places) {
    const values = matchPath(place.pattern, path.value)
    if (!values) continue
    const { pattern, title, load } = place
    const page = <Page key={pattern} name={title} title={texts(title)} load={load} values={values} />
    if (place.isOpen) return page
    if (user.value) return <InWorkspace>{page}</InWorkspace>
    return user.value === null ? <SignInPage /> : null
  }
  return (
    <main class="narrow">
      <Mark size={32} />
      <h1>{texts('notFound')}</h1>
      <Link href="/app">{texts('toHome')}</Link>
    </main>
  )
}
