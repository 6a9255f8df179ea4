/** Addresses of pages: `/app/production/{prId}` and the like, by the History API. */

import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

const address = signal(readAddress())
const query = computed(() => new URLSearchParams(address.value.search))

function readAddress() {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash }
}

addEventListener('popstate', () => {
  address.value = readAddress()
})

/** The path of the page that is shown. */
export const path = computed(() => address.value.pathname)

/** A value behind the `?`. */
export function getQuery(name: string): string | undefined {
  return query.value.get(name) ?? undefined
}

/** Shows another page; `replace` where going back should not come here again. */
export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  address.value = readAddress()
  if (!replace) scrollTo(0, 0)
}

/** Changes values behind the `?` in place; `undefined` takes one away. */
export function setQuery(values: Record<string, string | undefined>): void {
  const next = new URLSearchParams(address.value.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  navigate(`${address.value.pathname}${next.size > 0 ? `?${next}` : ''}${address.value.hash}`, { replace: true })
}

/** What stands in the place of `{names}` when a path fits a pattern; nothing when it does not. */
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
  children?: ComponentChildren
}

/** A link inside the app: opens without loading anew, unless another window is asked for. */
export function Link({ href, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (!isPlain || event.defaultPrevented) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
