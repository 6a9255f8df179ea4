import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { texts } from './messages.ts'

interface DialogProps {
  title: string
  size?: 'wide'
  onClose: () => void
  children: ComponentChildren
}

/** A window above the page; the browser keeps the focus inside, and Escape closes it. Shown while it is rendered. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} class="dialog" data-size={size} aria-labelledby={id} onCancel={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="plain" aria-label={texts('close')} onClick={onClose}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>
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
        <Button onClick={onClose}>{texts('cancel')}</Button>
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
