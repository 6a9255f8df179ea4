/** Addresses of pages: `/app/production/{prId}` and the like, by the History API. */

import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { hasUnsaved, leave } from './writes/unsaved.ts'

const address = signal(readAddress())
const query = computed(() => new URLSearchParams(address.value.search))

function readAddress() {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash }
}

/** How many steps into the history of this window the page is, so that a step back can be taken back. */
let place = readPlace() ?? 0
if (readPlace() === undefined) history.replaceState({ place }, '')
/** A step that was taken back, until the browser reports it. */
let isTakingBack = false
/** A step that the person has agreed to. */
let isAgreed = false

function readPlace(): number | undefined {
  return (history.state as { place?: number } | null)?.place
}

addEventListener('popstate', () => {
  if (isTakingBack) {
    isTakingBack = false
    return
  }
  const to = readPlace()
  const steps = (to ?? place + 1) - place
  const next = readAddress()
  const isElsewhere = next.pathname !== address.value.pathname || next.search !== address.value.search
  if (isElsewhere && steps !== 0 && !isAgreed && hasUnsaved()) {
    isTakingBack = true
    history.go(-steps)
    leave(() => {
      isAgreed = true
      history.go(steps)
    })
    return
  }
  isAgreed = false
  place += steps
  // A link to a part of the page makes an entry that has no place yet.
  if (to === undefined) history.replaceState({ place }, '')
  address.value = next
})

/** The path of the page that is shown. */
export const path = computed(() => address.value.pathname)

/** Path and query of the page that is shown. */
export const href = computed(() => address.value.pathname + address.value.search)

/** What stands behind the `#`: secrets of links, which no server receives. */
export const hash = computed(() => address.value.hash)

/** A value behind the `?`. */
export function getQuery(name: string): string | undefined {
  return query.value.get(name) ?? undefined
}

/** All values of a name behind the `?`. */
export function listQuery(name: string): string[] {
  return query.value.getAll(name)
}

/** Shows another page; `replace` where going back should not come here again. */
export function navigate(to: string, { replace = false } = {}): void {
  if (!replace) place += 1
  history[replace ? 'replaceState' : 'pushState']({ place }, '', to)
  address.value = readAddress()
  if (!replace) {
    scrollTo(0, 0)
    document.getElementById('content')?.scrollTo(0, 0)
  }
}

/** Changes values behind the `?` in place; `undefined` takes one away, a list puts as many. */
export function setQuery(values: Record<string, string | readonly string[] | undefined>): void {
  const next = new URLSearchParams(address.value.search)
  for (const [name, value] of Object.entries(values)) {
    next.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one)
  }
  navigate(`${address.value.pathname}${next.size > 0 ? `?${next}` : ''}${address.value.hash}`, { replace: true })
}

/** The values of `{names}` when a path matches a pattern; otherwise nothing. */
export function matchPath(pattern: string, given: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const parts = given.replace(/\/$/, '').split('/')
  if (wanted.length !== parts.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = parts[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name !== undefined && value !== '') found[name] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return found
}

interface LinkProps {
  href: string
  class?: string
  title?: string
  'aria-label'?: string
  'aria-current'?: 'page' | undefined
  /** Said in a tooltip; `data-keys` do the same. */
  'data-tip'?: string | undefined
  'data-keys'?: string | undefined
  tabIndex?: number
  children?: ComponentChildren
}

/** A link inside the app: opens without a reload, unless in another window; asks before what was typed is lost. */
export function Link({ href, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (!isPlain || event.defaultPrevented) return
        event.preventDefault()
        leave(() => navigate(href))
      }}
    />
  )
}
