import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Keys } from '../keys.tsx'
import { anchor } from './anchor.ts'
import './floating.css'

/** How long the pointer rests before a tooltip is shown. */
const restMs = 450

interface Tip {
  readonly text: string
  readonly keys: string | undefined
}

/** Shows what buttons without a text are for (`data-tip`), and their keys; their labels say the same to those who hear. */
export function Tooltip() {
  const box = useRef<HTMLDivElement>(null)
  const tip = useSignal<Tip | undefined>(undefined)
  const over = useRef<HTMLElement | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      over.current = null
      tip.value = undefined
      box.current?.hidePopover()
    }
    const show = (element: HTMLElement, afterMs: number) => {
      if (over.current === element) return
      hide()
      over.current = element
      timer = setTimeout(() => {
        if (!element.isConnected) return
        tip.value = { text: element.dataset.tip || element.textContent || '', keys: element.dataset.keys }
      }, afterMs)
    }
    const onOver = ({ target, pointerType }: PointerEvent) => {
      const found = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (!found || pointerType === 'touch') hide()
      else show(found, restMs)
    }
    const onFocus = ({ target }: FocusEvent) => {
      const isTold = target instanceof HTMLElement && target.matches('[data-tip]:focus-visible')
      if (isTold) show(target, restMs)
      else hide()
    }
    const listeners = { pointerover: onOver, focusin: onFocus, focusout: hide, pointerdown: hide, keydown: hide }
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
    return () => {
      hide()
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener)
    }
  }, [])
  useEffect(() => {
    if (!tip.value || !box.current || !over.current) return
    box.current.showPopover()
    anchor(box.current, over.current, { side: over.current.closest('.rail') ? 'right' : 'below' })
  }, [tip.value])
  return (
    <div class="popover tooltip" popover="manual" ref={box} aria-hidden="true">
      {tip.value?.text}
      {tip.value?.keys !== undefined && <Keys keys={tip.value.keys} />}
    </div>
  )
}
