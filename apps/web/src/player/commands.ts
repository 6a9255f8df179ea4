/** What keys do with a film. They are commands: in the palette, and on the sheet of keys. */

import { type Command, useCommands } from '../platform/keys/commands.ts'
import type { Film } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { texts } from './messages.ts'
import { readTimecode } from './times/typed-timecode.ts'

/** One thing that keys do: its name, which is its title as well, the keys, what is done. */
type Row = readonly [action: Parameters<typeof texts>[0], keys: readonly string[], run: () => void]

/** What every film does by its keys; a page with a time line of its own takes some of it. */
export function listFilmCommands(film: Film): Command[] {
  const second = Math.round(film.rate.num / film.rate.den)
  const goTo = (frame: number | undefined, by = 0) => {
    if (frame === undefined) return
    film.pause()
    film.seek(frame + by)
  }
  const listed: readonly Row[] = [
    ['playPause', ['Space'], () => film.toggle()],
    ['markIn', ['I'], () => film.mark('in')],
    ['markOut', ['O'], () => film.mark('out')],
    ['goToIn', ['Shift+I'], () => goTo(film.inFrame.value)],
    ['goToOut', ['Shift+O'], () => goTo(film.outFrame.value, -1)],
    ['clear', ['X'], () => film.clearMarks()],
    [
      'loop',
      ['\\'],
      () => {
        film.isLooping.value = !film.isLooping.value
      },
    ],
  ]
  const byKeysOnly: readonly Row[] = [
    ['backwards', ['J'], () => film.rewind()],
    ['stop', ['K'], () => film.pause()],
    ['faster', ['L'], () => film.faster()],
    ['back', ['ArrowLeft', ','], () => film.step(-1)],
    ['forward', ['ArrowRight', '.'], () => film.step(1)],
    ['secondBack', ['Shift+ArrowLeft', '<'], () => film.step(-second)],
    ['secondForward', ['Shift+ArrowRight', '>'], () => film.step(second)],
    ['toStart', ['Home'], () => film.seek(0)],
    ['toEnd', ['End'], () => film.seek(film.frameCount - 1)],
  ]
  return [...listed.map(row => toFilmCommand(row)), ...byKeysOnly.map(row => toFilmCommand(row, true))]
}

/** A command of the player. */
export function toFilmCommand([action, keys, run]: Row, isKeyOnly = false): Command {
  return { id: `player.${action}`, title: texts(action), section: texts('player'), keys, run, isKeyOnly }
}

/** A timecode that is typed in the palette is gone to. */
export function useTimecodeCommand(film: Film, format: FrameFormat): void {
  useCommands([
    {
      id: 'player.seek',
      title: texts('timecode'),
      run: () => document.querySelector<HTMLInputElement>('.player-timecode')?.focus(),
      take: typed => {
        const frame = /^[\d:;.]+$/.test(typed) && /\d[:;.]\d/.test(typed) ? readTimecode(typed, format) : undefined
        if (frame === undefined) return undefined
        return () => {
          film.pause()
          film.seek(frame)
        }
      },
    },
  ])
}
