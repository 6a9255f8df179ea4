import { type Command, useCommands } from '../platform/keys/commands.ts'
import type { Film } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { createFilmKeys, type KeyActions } from './keys.ts'
import { texts } from './messages.ts'
import { readTimecode } from './times/typed-timecode.ts'

type Title = Parameters<typeof texts>[0]

/** What is worth looking for in the palette: the action of the player, its keys, its title. */
const found: readonly (readonly [action: string, keys: readonly string[], title: Title])[] = [
  [' ', ['Space'], 'playPause'],
  ['i', ['I'], 'markIn'],
  ['o', ['O'], 'markOut'],
  ['Shift+i', ['Shift+I'], 'goToIn'],
  ['Shift+o', ['Shift+O'], 'goToOut'],
  ['x', ['X'], 'clear'],
  ['\\', ['\\'], 'loop'],
  ['ArrowUp', ['ArrowUp'], 'previousShot'],
  ['ArrowDown', ['ArrowDown'], 'nextShot'],
  ['m', ['M'], 'mute'],
  ['f', ['F'], 'fullScreen'],
]

const byKeysOnly: typeof found = [
  ['j', ['J'], 'backwards'],
  ['k', ['K'], 'stop'],
  ['l', ['L'], 'faster'],
  ['ArrowLeft', ['ArrowLeft', ','], 'back'],
  ['ArrowRight', ['ArrowRight', '.'], 'forward'],
  ['Shift+ArrowLeft', ['Shift+ArrowLeft', '<'], 'secondBack'],
  ['Shift+ArrowRight', ['Shift+ArrowRight', '>'], 'secondForward'],
  ['Home', ['Home'], 'toStart'],
  ['End', ['End'], 'toEnd'],
  ['+', ['+', '='], 'zoomIn'],
  ['-', ['-'], 'zoomOut'],
]

/**
 * What the palette does with a film: a timecode that is typed there is gone to. The keys of the player are listed there
 * and on the sheet of keys, except where a page lists its own.
 */
export function useFilmCommands(film: Film, format: FrameFormat, keys: KeyActions | undefined): void {
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
    ...(keys ? listKeyCommands({ ...createFilmKeys(film), ...keys }) : []),
  ])
}

function listKeyCommands(actions: KeyActions): Command[] {
  const toCommand = (isKeyOnly: boolean) => {
    return ([action, keys, title]: (typeof found)[number]): Command[] => {
      const run = actions[action]
      return run
        ? [{ id: `player.${action}`, title: texts(title), section: texts('player'), keys, run, isKeyOnly }]
        : []
    }
  }
  return [...found.flatMap(toCommand(false)), ...byKeysOnly.flatMap(toCommand(true))]
}
