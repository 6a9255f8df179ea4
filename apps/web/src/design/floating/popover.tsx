import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button, type ButtonProps } from '../fields/button.tsx'
import { anchor, type Side } from './anchor.ts'
import './floating.css'

interface PopoverProps {
  /** The button that opens it. */
  button: ButtonProps
  /** What it holds, for those who hear it. */
  label: string
  side?: Side
  align?: 'start' | 'end'
  /** What it holds; made when it opens. Called with what closes it. */
  children: (close: () => void) => ComponentChildren
}

/** A button that opens something beside it. The browser closes it on Escape and on a press outside; focus goes back. */
export function Popover({ button, label, side = 'below', align = 'start', children }: PopoverProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const isOpen = useSignal(false)
  // Once what it holds is there, so that its size is known.
  useLayoutEffect(() => {
    if (!isOpen.value || !box.current) return
    if (opener.current) anchor(box.current, opener.current, { side, align })
    ;(box.current.querySelector<HTMLElement>('input, button, a') ?? box.current).focus({ preventScroll: true })
  }, [isOpen.value])
  return (
    <>
      <Button
        {...button}
        aria-expanded={isOpen.value}
        popoverTarget={id}
        onClick={event => {
          opener.current = event.currentTarget
        }}
      />
      <div
        class="popover"
        id={id}
        ref={box}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        {isOpen.value && children(() => box.current?.hidePopover())}
      </div>
    </>
  )
}
