/** Keys of the player. They rest while one types, and can be turned off (WCAG 2.1.4). */

import { useEffect } from 'preact/hooks'
import { areKeysOn, setKeys } from '../platform/keys/key-choice.ts'
import type { Film } from './film.ts'

export { areKeysOn, setKeys }

/** What a page adds to the keys of the player, by `event.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

/** What every player does by its keys. */
export function createFilmKeys(film: Film): KeyActions {
  const second = Math.round(film.rate.num / film.rate.den)
  const goTo = (frame: number | undefined, by = 0) => {
    if (frame === undefined) return
    film.pause()
    film.seek(frame + by)
  }
  return {
    ' ': () => film.toggle(),
    j: () => film.rewind(),
    k: () => film.pause(),
    l: () => film.faster(),
    i: () => film.mark('in'),
    o: () => film.mark('out'),
    x: () => film.clearMarks(),
    'Shift+i': () => goTo(film.inFrame.value),
    'Shift+o': () => goTo(film.outFrame.value, -1),
    '\\': () => {
      film.isLooping.value = !film.isLooping.value
    },
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
  }
}

/** The keys of a player for as long as it is shown. */
export function useKeys(film: Film, further: KeyActions): void {
  useEffect(() => {
    const actions: KeyActions = { ...createFilmKeys(film), ...further }
    const onKey = (event: KeyboardEvent) => {
      if (!areKeysOn.value || event.ctrlKey || event.metaKey || event.altKey || isMeantFor(event)) return
      // Whatever has the focus has acted on it.
      if (event.defaultPrevented) return
      // Digits with Shift are other signs on each keyboard.
      const digit = event.shiftKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined
      const name = digit === undefined ? toName(event.key) : `Shift+${digit}`
      // With Shift letters mean what they mean without it, unless something else is said.
      const isLetter = /^\p{L}$/u.test(name)
      const shifted =
        event.shiftKey && (isLetter || event.key.startsWith('Arrow')) ? actions[`Shift+${name}`] : undefined
      const isPlain = !event.shiftKey || !event.key.startsWith('Arrow')
      const action = shifted ?? (isPlain ? actions[name] : undefined)
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
