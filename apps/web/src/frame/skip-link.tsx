import type { ComponentChildren } from 'preact'

/** Takes the focus to a part of the page; the address stays as it is. */
export function SkipLink({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <a
      class="skip"
      href={`#${to}`}
      onClick={event => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
