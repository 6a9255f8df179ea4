/** Which keys do what in the editor; the sheet of keys is made of the same table. */

import { useEffect, useMemo } from 'preact/hooks'
import type { KeyActions } from '../player/keys.ts'
import type { ActionName } from './action-names.ts'
import type { Actions } from './actions.ts'

interface Shortcut {
  readonly action: ActionName
  /** Single keys; they rest while one types, and can be turned off. */
  readonly keys?: readonly string[]
  /** Keys with Ctrl or Alt, and those above the letters; they work while one types, too. */
  readonly combinations?: readonly string[]
  /** Whether the combinations are those of the text field alone. */
  readonly inText?: true
}

export const shortcuts: readonly Shortcut[] = [
  { action: 'previous', keys: ['ArrowUp'], combinations: ['Alt+ArrowUp'] },
  { action: 'next', keys: ['ArrowDown'], combinations: ['Alt+ArrowDown'] },
  { action: 'nextWarning', keys: ['u'], combinations: ['F4'] },
  { action: 'write', keys: ['Enter'] },
  { action: 'leaveText', combinations: ['Escape'], inText: true },
  { action: 'startHere', keys: ['i'], combinations: ['F8'] },
  { action: 'endHere', keys: ['o'], combinations: ['F9'] },
  { action: 'startEarlier', keys: ['q'] },
  { action: 'startLater', keys: ['w'] },
  { action: 'endEarlier', keys: ['e'] },
  { action: 'endLater', keys: ['r'] },
  { action: 'moveEarlier', keys: ['['], combinations: ['Alt+,'] },
  { action: 'moveLater', keys: [']'], combinations: ['Alt+.'] },
  { action: 'snap', keys: ['t'] },
  { action: 'playEntry', keys: ['p'], combinations: ['F7'] },
  { action: 'insert', keys: ['n'], combinations: ['Alt+Enter'] },
  { action: 'split', combinations: ['Ctrl+Enter'], inText: true },
  { action: 'splitAtPlayhead', keys: ['s'] },
  { action: 'merge', keys: ['m'] },
  { action: 'italic', combinations: ['Ctrl+i'], inText: true },
  { action: 'remove', keys: ['Delete'] },
  { action: 'undo', combinations: ['Ctrl+z'] },
  { action: 'redo', combinations: ['Ctrl+y', 'Ctrl+Shift+z'] },
  { action: 'saveNow', combinations: ['Ctrl+s'] },
]

/** A combination as the table writes it; the command key of some keyboards counts as Ctrl. */
function toCombination({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`
}

/** Listens to combinations; gives the single keys, for the player to listen to. `extra` are those that open windows. */
export function useEditorKeys(
  actions: Actions,
  extra: { readonly singles: KeyActions; readonly combinations: KeyActions },
): KeyActions {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLElement) || target.closest('dialog, [popover]')) return
      const combination = toCombination(event)
      const isInText = target.closest('[data-subtitle-text]') !== null
      // Other fields undo what was typed in them.
      if (!isInText && target.closest('input, textarea') && /^Ctrl\+(?:Shift\+)?[yz]$/.test(combination)) return
      const known = shortcuts.find(
        ({ combinations, inText }) => combinations?.includes(combination) && (isInText || !inText),
      )
      const act = known ? actions[known.action] : extra.combinations[combination]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [actions, extra])
  return useMemo(
    () => ({
      ...Object.fromEntries(
        shortcuts.flatMap(({ keys = [], action }) => keys.map(key => [key, actions[action]] as const)),
      ),
      ...extra.singles,
    }),
    [actions, extra],
  )
}
