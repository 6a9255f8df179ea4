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
  const place = (button: HTMLElement) => {
    const { bottom, right } = button.getBoundingClientRect()
    if (!list.current) return
    list.current.style.inset = `${bottom + 4}px ${Math.max(8, innerWidth - right)}px auto auto`
    list.current.style.position = 'fixed'
  }
  return (
    <>
      <Button
        kind="plain"
        aria-label={label ?? (children === undefined ? texts('more') : undefined)}
        popoverTarget={id}
        onClick={event => place(event.currentTarget)}
      >
        {children ?? '⋯'}
      </Button>
      <div class="menu" id={id} popover="auto" ref={list}>
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
