/** Which page stands at which address; each comes in a file of its own when it is first shown. */

import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { texts as designTexts } from '../design/messages.ts'
import { toMessage } from '../platform/api.ts'
import { Link, matchPath, path } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { user } from './session.ts'
import { SignInPage } from './sign-in-page.tsx'

/** What a page is given: the values in its address. */
export type PageProps = Record<string, string>
type PageModule = Promise<{ default: ComponentType<PageProps> }>

interface PagePlace {
  pattern: string
  /** Whether a visitor without an account may see it. */
  isOpen?: true
  load: () => PageModule
}

const places: readonly PagePlace[] = [
  { pattern: '', load: () => import('./productions-page.tsx') },
  { pattern: '/app', load: () => import('./productions-page.tsx') },
  { pattern: '/app/share/{prId}/{shareId}', isOpen: true, load: () => import('../share/share-page.tsx') },
  { pattern: '/app/invitation', load: () => import('../invitation/invitation-page.tsx') },
  { pattern: '/app/account-invitation', load: () => import('../invitation/invitation-page.tsx') },
  { pattern: '/app/production/{prId}', load: () => import('../library/library-page.tsx') },
  { pattern: '/app/production/{prId}/clip/{moId}', load: () => import('../clip/clip-page.tsx') },
]

/** The page of the address that is shown now. */
export function CurrentPage() {
  for (const place of places) {
    const values = matchPath(place.pattern, path.value)
    if (!values) continue
    if (place.isOpen || user.value) return <Page key={place.pattern} place={place} values={values} />
    return user.value === null ? <SignInPage /> : null
  }
  return (
    <main class="narrow">
      <p>{texts('notFound')}</p>
      <Link href="/app">{texts('home')}</Link>
    </main>
  )
}

function Page({ place, values }: { place: PagePlace; values: PageProps }) {
  const Shown = useSignal<ComponentType<PageProps> | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    place.load().then(
      module => {
        Shown.value = module.default
      },
      (reason: unknown) => {
        error.value = reason
      },
    )
  }, [place])
  if (error.value !== undefined) return <p class="notice">{toMessage(error.value)}</p>
  if (!Shown.value) return <p class="only-heard">{designTexts('loading')}</p>
  return <Shown.value {...values} />
}
