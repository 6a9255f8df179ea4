import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { anchor } from '../design/floating/anchor.ts'
import { texts } from './messages.ts'
import { endOffer } from './tour-state.ts'
import './help.css'

/** Each with what it points at, the first of which that is in sight counts. */
const steps = [
  ['home', '.rail-link[href="/app"]'],
  ['places', '.rail-link:not([href="/app"])'],
  ['search', '.jump'],
  ['help', '.rail-keys, .user-button'],
  ['you', '.user-button'],
] as const

function findPlace(selector: string): HTMLElement | undefined {
  return Array.from(document.querySelectorAll<HTMLElement>(selector)).find(element => element.checkVisibility())
}

/** Five steps through what is around every page. Escape and Skip end it; it is not offered again. */
export function Tour({ onClose }: { onClose: () => void }) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const at = useSignal(0)
  const [name, selector] = steps[at.value] ?? steps[0]
  const isLast = at.value === steps.length - 1
  // Before it is placed: until then it has no size.
  useLayoutEffect(() => {
    const opener = document.activeElement
    const dialog = box.current
    dialog?.showModal()
    endOffer()
    return () => {
      dialog?.close()
      const next = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('content')
      next?.focus({ preventScroll: true })
    }
  }, [])
  useLayoutEffect(() => {
    const [dialog, place] = [box.current, findPlace(selector)]
    if (!dialog || !place) return undefined
    place.dataset.toured = 'true'
    const put = () => anchor(dialog, place, { side: place.closest('.rail') && innerWidth > 960 ? 'right' : 'below' })
    put()
    addEventListener('resize', put)
    return () => {
      delete place.dataset.toured
      removeEventListener('resize', put)
    }
  }, [selector])
  const go = (by: number) => () => {
    at.value += by
  }
  return (
    <dialog
      ref={box}
      class="tour"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div aria-live="polite">
        <p class="field-hint">{texts('step', { number: at.value + 1, count: steps.length })}</p>
        <h2 id={`${id}-title`}>{texts(`${name}Title`)}</h2>
        <p id={`${id}-text`}>{texts(`${name}Text`)}</p>
      </div>
      <div class="actions">
        {!isLast && (
          <Button kind="quiet" onClick={onClose}>
            {texts('skip')}
          </Button>
        )}
        {at.value > 0 && <Button onClick={go(-1)}>{texts('back')}</Button>}
        <Button kind="primary" autofocus onClick={isLast ? onClose : go(1)}>
          {texts(isLast ? 'done' : 'next')}
        </Button>
      </div>
    </dialog>
  )
}
