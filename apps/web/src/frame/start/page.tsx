import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { texts } from '../../design/messages.ts'
import { toMessage } from '../../platform/reading/api.ts'
import { href, path } from '../../platform/router.tsx'
import { pageTitle, shownPage } from './page-title.ts'

/** What a page is given: the values in its address. */
type PageProps = Record<string, string>

/** The file of a page. */
export interface PageModule {
  readonly default: ComponentType<PageProps>
}

interface PagePartProps {
  /** The name that it has in the list of pages. */
  name: string
  title: string
  load: () => Promise<PageModule>
  values: PageProps
}

/** Whether any page has been shown yet. */
let wasShown = false

/** A page that is loaded when it is first shown. */
export function Page({ name, title, load, values }: PagePartProps) {
  const Shown = useSignal<ComponentType<PageProps> | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    load().then(
      module => {
        Shown.value = module.default
      },
      (reason: unknown) => {
        error.value = reason
      },
    )
  }, [load])
  useLayoutEffect(() => {
    pageTitle.value = title
    shownPage.value = name
  }, [title])
  // The keyboard goes on at the heading of another page, unless something in its content has the focus already.
  useEffect(() => {
    const isFirst = !wasShown
    wasShown ||= Shown.value !== undefined
    const content = document.getElementById('content')
    if (isFirst || content?.contains(document.activeElement)) return
    const heading = document.querySelector<HTMLElement>('.trail > h1') ?? content
    heading?.focus({ preventScroll: true })
  }, [Shown.value, path.value])
  // Where what had the focus went with a part of the page, it goes on at the content.
  useEffect(() => {
    if (!wasShown || document.activeElement !== document.body) return
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [href.value])
  if (error.value !== undefined) return <p class="notice">{toMessage(error.value)}</p>
  if (!Shown.value) return <p class="only-heard">{texts('loading')}</p>
  return <Shown.value {...values} />
}
