import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { toMessage } from '../../platform/reading/api.ts'
import { Button } from '../fields/button.tsx'
import { Icon } from '../icons.tsx'
import { texts } from '../messages.ts'
import './floating.css'

/** A button of a toast. */
export interface ToastAction {
  readonly text: string
  readonly onChoose: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'error' | 'info'
  readonly actions: readonly ToastAction[]
  /** Called once it is gone, whatever the reason. */
  readonly onGone?: (() => void) | undefined
}

const shownMs = 6000
const maxShown = 3
const toasts = signal<readonly Toast[]>([])
let last = 0

/** Tells something at the foot of the page, with what can be done about it; errors stay until they are closed. Gives what closes it. */
export function tell(
  text: string,
  kind: Toast['kind'] = 'info',
  actions: readonly ToastAction[] = [],
  onGone?: () => void,
): () => void {
  const toast: Toast = { id: ++last, text, kind, actions, onGone }
  const before = [...toasts.value]
  // What went well makes room; a failure is there until somebody has seen it.
  for (let at = before.length - maxShown; at >= 0; at -= 1) {
    const oldest = before.findIndex(other => other.kind === 'info')
    if (oldest >= 0) before.splice(oldest, 1)
  }
  toasts.value = [...before, toast]
  return () => close(toast.id)
}

export function tellError(error: unknown): void {
  tell(toMessage(error), 'error')
}

function close(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts">
      {toasts.value.slice(-maxShown).map(toast => (
        <Shown key={toast.id} {...toast} />
      ))}
    </div>
  )
}

/** It goes by itself, but not while somebody points at it or has the focus in it. */
function Shown({ id, text, kind, actions, onGone }: Toast) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pause = () => clearTimeout(timer.current)
  const run = () => {
    pause()
    if (kind === 'info') timer.current = setTimeout(() => close(id), shownMs)
  }
  useEffect(() => {
    run()
    return () => {
      pause()
      onGone?.()
    }
  }, [])
  return (
    <div
      class="toast"
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={pause}
      onPointerLeave={run}
      onFocusIn={pause}
      onFocusOut={run}
    >
      {kind === 'error' && <Icon name="circle-alert" />}
      <span>{text}</span>
      {actions.map(action => (
        <Button
          key={action.text}
          small
          onClick={() => {
            close(id)
            action.onChoose()
          }}
        >
          {action.text}
        </Button>
      ))}
      <Button kind="icon" icon="x" small aria-label={texts('close')} onClick={() => close(id)} />
    </div>
  )
}
