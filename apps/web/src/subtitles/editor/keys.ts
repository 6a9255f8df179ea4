/** Which keys do what in the editor. They are commands: in the palette, and on the sheet of keys. */

import { overlay } from '../../frame/overlay.ts'
import { type Command, useCommands } from '../../platform/keys/commands.ts'
import { listFilmCommands } from '../../player/commands.ts'
import type { Film } from '../../player/film.ts'
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

/** What of the player goes on in the editor; its marks and its other letters mean something else there. */
const ofPlayer: ReadonlySet<string> = new Set(
  [
    'playPause',
    'backwards',
    'stop',
    'faster',
    'back',
    'forward',
    'secondBack',
    'secondForward',
    'toStart',
    'toEnd',
  ].map(action => `player.${action}`),
)

/** Registers what can be done. */
export function useEditorKeys(actions: Actions, film: Film, further: readonly Command[]): void {
  useCommands([...listPlayerCommands(film), ...listEditorCommands(actions), ...further])
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

function listPlayerCommands(film: Film): Command[] {
  const own = listFilmCommands(film).filter(({ id }) => ofPlayer.has(id))
  return own.map(command => ({
    ...command,
    // It works while one types as well.
    keys: command.id === 'player.playPause' ? ['Space', 'Ctrl+Space'] : command.keys,
    section: texts('inFilm'),
    isKeyOnly: true,
  }))
}
