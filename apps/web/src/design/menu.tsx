import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { texts } from './messages.ts'

export interface MenuItem {
  text: string
  onChoose: () => void
  disabled?: boolean
  kind?: 'danger'
}

interface MenuProps {
  /** What the button is for, when its content is a picture. */
  label?: string | undefined
  items: readonly MenuItem[]
  children?: ComponentChildren
}

/** A button that opens a list of actions above everything else; the browser closes it on Escape and on a click outside. */
export function Menu({ label, items, children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  /** Below its button, or above it where the window ends before the list does. */
  const place = () => {
    const menu = list.current
    if (!menu || !opener.current) return
    const { top, bottom, right } = opener.current.getBoundingClientRect()
    const fromRight = `${Math.max(8, innerWidth - right)}px`
    const isAbove = bottom + 4 + menu.offsetHeight > innerHeight && top > innerHeight - bottom
    menu.style.inset = isAbove
      ? `auto ${fromRight} ${innerHeight - top + 4}px auto`
      : `${bottom + 4}px ${fromRight} auto auto`
    menu.style.position = 'fixed'
  }
  return (
    <>
      <Button
        kind="plain"
        aria-label={label ?? (children === undefined ? texts('more') : undefined)}
        popoverTarget={id}
        onClick={event => {
          opener.current = event.currentTarget
          place()
        }}
      >
        {children ?? '⋯'}
      </Button>
      <div class="menu" id={id} popover="auto" ref={list} onToggle={place}>
        {items.map(({ text, onChoose, disabled, kind }) => (
          <Button
            key={text}
            kind={kind ?? 'plain'}
            disabled={disabled ?? false}
            onClick={() => {
              list.current?.hidePopover()
              onChoose()
            }}
          >
            {text}
          </Button>
        ))}
      </div>
    </>
  )
}
