import { signal } from '@preact/signals'
import { toMessage } from '../platform/api.ts'
import { Button } from './button.tsx'
import { texts } from './messages.ts'

interface Toast {
  id: number
  text: string
  kind: 'error' | 'info'
}

const shownMs = 8000
const toasts = signal<readonly Toast[]>([])
let last = 0

/** Tells something in the corner of the page; errors stay until they are closed. */
export function tell(text: string, kind: Toast['kind'] = 'info'): void {
  const toast = { id: ++last, text, kind }
  toasts.value = [...toasts.value, toast]
  if (kind === 'info') setTimeout(() => close(toast.id), shownMs)
}

export function tellError(error: unknown): void {
  tell(toMessage(error), 'error')
}

function close(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" aria-live="polite">
      {toasts.value.map(({ id, text, kind }) => (
        <div class="notice" data-kind={kind} key={id}>
          <span>{text}</span>
          <Button kind="plain" aria-label={texts('close')} onClick={() => close(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  )
}
