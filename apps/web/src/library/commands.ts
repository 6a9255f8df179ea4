import { useCommands } from '../platform/commands.ts'
import { texts } from './messages.ts'

/** What the commands of the library act on. */
interface LibraryActions {
  hasFocused: () => boolean
  hasSelected: () => boolean
  openFocused: () => void
  peekFocused: () => void
  toggleFocused: () => void
  selectAll: () => void
  clear: () => void
  search: () => void
  toggleView: () => void
  compare: (() => void) | undefined
  remove: () => void
}

/** The commands of the library, by their keys and in the palette. */
export function useLibraryCommands(actions: LibraryActions): void {
  const { hasFocused, hasSelected } = actions
  const section = texts('library')
  /** Presses the button of the selection bar that does this. */
  const press = (id: string) => () => document.getElementById(id)?.click()
  useCommands([
    {
      id: 'library.open',
      title: texts('openClip'),
      keys: 'Enter',
      when: hasFocused,
      run: actions.openFocused,
      section,
    },
    {
      id: 'library.peek',
      title: texts('keyPreview'),
      keys: 'Space',
      when: hasFocused,
      run: actions.peekFocused,
      section,
    },
    {
      id: 'library.toggle',
      title: texts('keySelect'),
      keys: 'X',
      when: hasFocused,
      run: actions.toggleFocused,
      section,
    },
    { id: 'library.all', title: texts('selectEverything'), keys: 'Ctrl+A', run: actions.selectAll, section },
    {
      id: 'library.clear',
      title: texts('deselect'),
      keys: 'Escape',
      when: hasSelected,
      run: actions.clear,
      section,
    },
    { id: 'library.search', title: texts('search'), keys: '/', run: actions.search, section },
    { id: 'library.view', title: texts('toggleView'), keys: 'Shift+G', run: actions.toggleView, section },
    {
      id: 'library.add',
      title: texts('attach'),
      keys: 'C',
      when: hasSelected,
      run: press('selection-add'),
      section,
    },
    { id: 'library.tag', title: texts('tag'), keys: 'T', when: hasSelected, run: press('selection-tag'), section },
    {
      id: 'library.status',
      title: texts('setStatus'),
      keys: 'S',
      when: hasSelected,
      run: press('selection-status'),
      section,
    },
    {
      id: 'library.compare',
      title: texts('compare'),
      keys: 'V',
      when: () => actions.compare !== undefined,
      run: () => actions.compare?.(),
      section,
    },
    {
      id: 'library.fields',
      title: texts('editFields'),
      keys: 'E',
      when: hasSelected,
      run: () => document.querySelector<HTMLElement>('#inspector-form :is(input, select, textarea)')?.focus(),
      section,
    },
    {
      id: 'library.remove',
      title: texts('removeClips'),
      keys: 'Delete',
      when: hasSelected,
      run: actions.remove,
      section,
    },
  ])
}
