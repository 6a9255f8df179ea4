/** Keys of the player. They rest while one types, and can be turned off (WCAG 2.1.4). */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Film } from './film.ts'

const kept = 'rushes.keys'

/** Whether single letters do something. */
export const areKeysOn = signal(localStorage.getItem(kept) !== 'off')

export function setKeys(on: boolean): void {
  localStorage.setItem(kept, on ? 'on' : 'off')
  areKeysOn.value = on
}

/** What a page adds to the keys of the player, by `event.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

/** The keys of a player for as long as it is shown. */
export function useKeys(film: Film, further: KeyActions): void {
  useEffect(() => {
    const second = Math.round(film.rate.num / film.rate.den)
    const actions: KeyActions = {
      ' ': () => film.toggle(),
      j: () => film.rewind(),
      k: () => film.pause(),
      l: () => film.faster(),
      i: () => film.mark('in'),
      o: () => film.mark('out'),
      x: () => film.clearMarks(),
      ',': () => film.step(-1),
      '.': () => film.step(1),
      '<': () => film.step(-second),
      '>': () => film.step(second),
      ArrowLeft: () => film.step(-1),
      ArrowRight: () => film.step(1),
      'Shift+ArrowLeft': () => film.step(-second),
      'Shift+ArrowRight': () => film.step(second),
      Home: () => film.seek(0),
      End: () => film.seek(film.frameCount - 1),
      ...further,
    }
    const onKey = (event: KeyboardEvent) => {
      if (!areKeysOn.value || event.ctrlKey || event.metaKey || event.altKey || isMeantFor(event)) return
      // Whatever has the focus has acted on it.
      if (event.defaultPrevented) return
      const isArrow = event.key.startsWith('Arrow')
      const action = actions[isArrow && event.shiftKey ? `Shift+${event.key}` : toName(event.key)]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [film, further])
}

function toName(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key
}

/** Whether what has the focus takes the key itself. */
function isMeantFor({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [contenteditable], dialog, [popover]')) return true
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null
}
