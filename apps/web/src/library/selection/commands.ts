import type { ReviewStatusChoice } from '@rushes/contract'
import { nameStatus } from '../../design/status/review-status.ts'
import { shownPanels } from '../../frame/shell/panels.ts'
import { type Command, useCommands } from '../../platform/keys/commands.ts'
import { texts } from '../messages.ts'
import type { ClipActions } from './clip-actions.ts'

const loadValues = () => import('./command-values.ts')

interface LibraryActions {
  readonly actions: ClipActions
  /** The clip of the keyboard. */
  readonly focused: () => number | undefined
  readonly toggleFocused: () => void
  readonly selectAll: () => void
  readonly search: () => void
  readonly toggleView: () => void
  readonly statuses: readonly ReviewStatusChoice[]
}

/** Stars that a clip can have. */
const maxRating = 5
/** Of the statuses, as many have keys. */
const statusKeys = 4

/** The commands of the library, by their keys and in the palette. */
export function useLibraryCommands({ actions, focused, statuses, ...rest }: LibraryActions): void {
  const { selection, may, found, onPeek } = actions.options
  const ids = () => selection.ids
  const hasFocused = () => focused() !== undefined
  const hasSelected = () => selection.selected.value.ids.size > 0
  const mayEdit = () => may.edit && hasSelected()
  // In a field these keys move in its text.
  const isTyping = () => document.activeElement?.matches('input, textarea, select') === true
  const mayMove = () => mayEdit() && found.order !== undefined && !isTyping()
  const onFocused = (act: (id: number) => void) => () => {
    const id = focused()
    if (id !== undefined) act(id)
  }
  const commands: Omit<Command, 'section'>[] = [
    { id: 'open', title: texts('openClip'), keys: 'Enter', when: hasFocused, run: onFocused(id => actions.open(id)) },
    { id: 'peek', title: texts('keyPreview'), keys: 'Space', when: hasFocused, run: onFocused(onPeek) },
    { id: 'toggle', title: texts('keySelect'), keys: 'X', when: hasFocused, run: rest.toggleFocused },
    { id: 'all', title: texts('selectEverything'), keys: 'Ctrl+A', run: rest.selectAll },
    { id: 'clear', title: texts('deselect'), keys: 'Escape', when: hasSelected, run: () => selection.clear() },
    { id: 'search', title: texts('search'), keys: '/', run: rest.search },
    { id: 'view', title: texts('toggleView'), keys: 'Shift+G', run: rest.toggleView },
    { id: 'filters', title: texts('filters'), keys: 'F', run: () => void focusIn('side', '.filter input') },
    {
      id: 'add',
      title: texts('attach'),
      keys: 'C',
      when: mayEdit,
      run: () => actions.show({ what: 'attach', ids: ids() }),
      ask: async typed => (await loadValues()).findCollections(actions, typed),
    },
    {
      id: 'tag',
      title: texts('tag'),
      keys: 'T',
      when: mayEdit,
      run: () => actions.show({ what: 'tag', ids: ids() }),
      ask: async (typed, signal) => (await loadValues()).findTags(actions, typed, signal),
    },
    {
      id: 'status',
      title: texts('setStatus'),
      keys: 'S',
      when: () => may.status && hasSelected(),
      run: () => actions.show({ what: 'statuses', ids: ids(), at: findFocused() }),
      ask: async () =>
        statuses.map(status => ({
          text: nameStatus(status),
          run: () => actions.set(ids(), '/reviewStatus', status.id),
        })),
    },
    ...statuses.slice(0, statusKeys).map((status, index) => ({
      id: `status.${status.id}`,
      title: texts('setStatusTo', { status: nameStatus(status) }),
      keys: `Shift+${index + 1}`,
      when: () => may.status && hasSelected(),
      run: () => actions.set(ids(), '/reviewStatus', status.id),
    })),
    ...Array.from({ length: maxRating + 1 }, (_, rating) => ({
      id: `rating.${rating}`,
      title: texts(rating === 0 ? 'clearRating' : 'rate', { count: rating }),
      keys: String(rating),
      when: mayEdit,
      run: () => actions.set(ids(), '/rating', rating === 0 ? undefined : rating),
    })),
    {
      id: 'compare',
      title: texts('compare'),
      keys: 'V',
      when: () => ids().length === 2,
      run: () => actions.compare(ids()),
    },
    {
      id: 'fields',
      title: texts('describe'),
      keys: 'E',
      when: mayEdit,
      run: () => void focusIn('inspector', '#inspector-form :is(input, select, textarea):enabled'),
    },
    {
      id: 'rename',
      title: texts('rename'),
      when: mayEdit,
      run: () => actions.show({ what: 'rename', ids: ids() }),
    },
    { id: 'download', title: texts('download'), when: hasSelected, run: () => actions.download(ids()) },
    {
      id: 'share',
      title: texts('copyShareLink'),
      when: () => may.share && hasSelected(),
      run: () => actions.copyShareLink(ids()),
    },
    {
      id: 'up',
      title: texts('moveUp'),
      keys: 'Alt+ArrowUp',
      when: mayMove,
      run: () => void actions.moveBy(ids(), -1),
    },
    {
      id: 'down',
      title: texts('moveDown'),
      keys: 'Alt+ArrowDown',
      when: mayMove,
      run: () => void actions.moveBy(ids(), 1),
    },
    {
      id: 'menu',
      title: texts('moreActions'),
      keys: ['ContextMenu', 'Shift+F10'],
      when: hasSelected,
      run: () => actions.show({ what: 'menu', ids: ids(), at: findFocused() }),
    },
    {
      id: 'remove',
      title: texts('removeClips'),
      keys: 'Delete',
      when: () => may.remove && hasSelected(),
      run: () => actions.show({ what: 'remove', ids: ids() }),
    },
  ]
  const section = texts('library')
  useCommands(commands.map(command => ({ ...command, id: `library.${command.id}`, section })))
}

/** Where a menu belongs that no button has opened. */
function findFocused(): Element {
  const list = document.getElementById('library-clips')
  return list?.querySelector('[data-focused], [aria-selected="true"]') ?? list ?? document.body
}

/** Opens a panel and puts the keyboard on something in it, once that is there. */
async function focusIn(panel: 'side' | 'inspector', selector: string): Promise<void> {
  shownPanels.value?.open(panel)
  const element = await waitFor(() => document.querySelector<HTMLElement>(`#panel-${panel} ${selector}`))
  element.focus()
}

function waitFor<Found>(find: () => Found | null): Promise<Found> {
  return new Promise(resolve => {
    const look = () => {
      const found = find()
      if (found === null) return false
      observer.disconnect()
      resolve(found)
      return true
    }
    const observer = new MutationObserver(look)
    if (look()) return
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    // Who goes on elsewhere is not called back.
    for (const name of ['keydown', 'pointerdown']) addEventListener(name, () => observer.disconnect(), { once: true })
  })
}
