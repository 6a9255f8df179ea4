import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { assign } from '../../platform/bind.ts'
import { textFields } from '../../platform/keys/commands.ts'
import { leave, leaving } from '../../platform/writes/unsaved.ts'
import { Button } from '../fields/button.tsx'
import { texts } from '../messages.ts'

interface DialogProps {
  title: string
  size?: 'wide' | undefined
  onClose: () => void
  children: ComponentChildren
}

interface OpenedWindow {
  readonly dialog: HTMLDialogElement
  /** Where the focus goes when it closes: to what opened it, or, where that is gone, to what opened the window below. */
  readonly openers: readonly (Element | null)[]
}

/** The windows that are open, the topmost last. */
const opened: OpenedWindow[] = []

/** Moves the focus from the head of the window around an element, where browsers put it, to the first field. */
export function focusFirstField(element: Element): void {
  const dialog = element.closest('dialog')
  if (dialog?.querySelector('.dialog-head :focus')) dialog.querySelector<HTMLElement>(textFields)?.focus()
}

/**
 * A window above the page, shown while it is rendered; the browser keeps the focus inside. Escape closes the topmost, as
 * its button does: browsers close several by one key, and some without a way to ask first.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const close = () => leave(onClose, element.current ?? undefined)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const own: OpenedWindow = { dialog, openers: [document.activeElement, ...(opened.at(-1)?.openers ?? [])] }
    dialog.showModal()
    focusFirstField(dialog)
    opened.push(own)
    const closeByKey = (event: KeyboardEvent) => {
      const isForMenu = document.querySelector(':popover-open') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || isForMenu || opened.at(-1) !== own) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('keydown', closeByKey)
      opened.splice(opened.indexOf(own), 1)
      dialog.close()
      const holdFocus = () => {
        if (document.activeElement !== document.body) return
        // Without any of them the keyboard goes on at the content, not at the beginning of the page.
        const next = own.openers.find(opener => opener?.isConnected) ?? document.getElementById('content')
        if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      }
      holdFocus()
      // Or it goes now, with what was confirmed.
      requestAnimationFrame(holdFocus)
    }
  }, [])
  return (
    <dialog
      ref={element}
      class="dialog"
      data-size={size}
      aria-labelledby={id}
      {...{ closedby: 'none' }}
      onCancel={event => {
        // A field for files tells so too that nothing was chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="icon" icon="x" aria-label={texts('close')} onClick={close} />
      </div>
      {children}
    </dialog>
  )
}

/** Asks before what was typed is lost, wherever somebody wants to leave it. */
export function LeaveQuestion() {
  const go = leaving.value
  const agreed = useRef<(() => void) | undefined>(undefined)
  // Once this window is gone, so that the focus finds its way back through both.
  useEffect(() => {
    if (go !== undefined) return
    agreed.current?.()
    agreed.current = undefined
  }, [go])
  if (go === undefined) return null
  return (
    <ConfirmDialog
      title={texts('leaveTitle')}
      question={texts('leaveQuestion')}
      action={texts('leaveAction')}
      onConfirm={() => {
        agreed.current = go
      }}
      onClose={assign(leaving, undefined)}
    />
  )
}

interface ConfirmProps {
  title: string
  question: string
  /** What the button that does it says. */
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, question, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <div class="actions">
        <Button autofocus onClick={onClose}>
          {texts('cancel')}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
