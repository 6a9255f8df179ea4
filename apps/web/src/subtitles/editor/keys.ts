/** Which keys do what in the editor. They are commands: in the palette, and on the sheet of keys. */

import { useMemo } from 'preact/hooks'
import { overlay } from '../../frame/overlay.ts'
import { type Command, useCommands } from '../../platform/keys/commands.ts'
import type { Film } from '../../player/film.ts'
import type { KeyActions } from '../../player/keys.ts'
import { texts } from '../messages.ts'
import type { ActionName } from './action-names.ts'
import type { Actions } from './actions.ts'
import { isWriting } from './desk.ts'

/** Single keys rest while one types, and can be turned off; those with Ctrl or Alt, and F keys, work while one types. */
const shortcuts: readonly (readonly [section: Section, action: ActionName, ...keys: readonly string[]])[] = [
  ['inList', 'previous', 'ArrowUp', 'Alt+ArrowUp'],
  ['inList', 'next', 'ArrowDown', 'Alt+ArrowDown'],
  ['inList', 'nextIssue', 'U', 'F4'],
  ['inList', 'insert', 'N', 'Alt+Enter'],
  ['inList', 'splitAtPlayhead', 'S'],
  ['inList', 'merge', 'M'],
  ['inList', 'remove', 'Delete'],
  ['inList', 'undo', 'Ctrl+Z'],
  ['inList', 'redo', 'Ctrl+Shift+Z', 'Ctrl+Y'],
  ['inList', 'saveNow', 'Ctrl+S'],
  ['inList', 'copyLink'],
  ['inTime', 'startHere', 'I', 'F8'],
  ['inTime', 'endHere', 'O', 'F9'],
  ['inTime', 'chain', 'A', 'F10'],
  ['inTime', 'spotNew', 'H', 'F2'],
  ['inTime', 'spotChosen', 'V', 'F3'],
  ['inTime', 'startEarlier', 'Q'],
  ['inTime', 'startLater', 'W'],
  ['inTime', 'endEarlier', 'E'],
  ['inTime', 'endLater', 'R'],
  ['inTime', 'moveEarlier', '[', 'Alt+,'],
  ['inTime', 'moveLater', ']', 'Alt+.'],
  ['inTime', 'snap', 'T'],
  ['inTime', 'playEntry', 'P', 'F7'],
  ['inText', 'write', 'Enter'],
  ['inText', 'leaveText', 'Escape'],
  ['inText', 'split', 'Ctrl+Enter'],
  ['inText', 'mergeBack', 'Backspace'],
  ['inText', 'wordDown', 'Alt+Shift+ArrowRight'],
  ['inText', 'wordUp', 'Alt+Shift+ArrowLeft'],
  ['inText', 'wordToNext', 'Alt+Shift+ArrowDown'],
  ['inText', 'wordFromNext', 'Alt+Shift+ArrowUp'],
  ['inText', 'italic', 'Ctrl+I'],
]

type Section = 'inList' | 'inTime' | 'inText'

/** What keys do in the field for text alone; elsewhere such a key is another one or none. */
const ofText: ReadonlySet<ActionName> = new Set(['leaveText', 'split', 'mergeBack', 'italic'])

/** Registers what can be done; gives the single keys, for the player to listen to. */
export function useEditorKeys(actions: Actions, film: Film, further: readonly Command[]): KeyActions {
  useCommands([...listPlayerCommands(film), ...listEditorCommands(actions), ...further])
  return useMemo(() => {
    const single = shortcuts.flatMap(([, action, key]) =>
      key === undefined || ofText.has(action) || action === 'write'
        ? []
        : [[key.length === 1 ? key.toLowerCase() : key, action] as const],
    )
    return Object.fromEntries(single.map(([key, action]) => [key, actions[action]]))
  }, [actions])
}

function listEditorCommands(actions: Actions): Command[] {
  return shortcuts.map(([section, action, ...keys]) => ({
    id: `subtitles.${action}`,
    title: texts(action),
    section: texts(section),
    keys,
    run: actions[action],
    // The sheet lists them wherever the focus was.
    when: ofText.has(action) ? () => overlay.value === 'keys' || isWriting() : undefined,
  }))
}

/** The keys that are the player's own, for the sheet. */
function listPlayerCommands(film: Film): Command[] {
  const second = Math.round(film.rate.num / film.rate.den)
  const keys: readonly (readonly [title: Parameters<typeof texts>[0], keys: readonly string[], run: () => void])[] = [
    ['playPause', ['Space', 'Ctrl+Space'], () => film.toggle()],
    ['playBack', ['J'], () => film.rewind()],
    ['playStop', ['K'], () => film.pause()],
    ['playForward', ['L'], () => film.faster()],
    ['frameBack', ['ArrowLeft', ','], () => film.step(-1)],
    ['frameForward', ['ArrowRight', '.'], () => film.step(1)],
    ['secondBack', ['Shift+ArrowLeft'], () => film.step(-second)],
    ['secondForward', ['Shift+ArrowRight'], () => film.step(second)],
  ]
  return keys.map(([title, own, run]) => ({
    id: `subtitles.player.${title}`,
    title: texts(title),
    section: texts('inFilm'),
    keys: own,
    run,
    isKeyOnly: true,
  }))
}
