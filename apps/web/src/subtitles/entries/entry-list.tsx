import { useComputed, useSignal } from '@preact/signals'
import { useId, useLayoutEffect } from 'preact/hooks'
import type { MenuItem } from '../../design/floating/menu.tsx'
import { type Point, PopupMenu } from '../../design/floating/popup-menu.tsx'
import { Icon } from '../../design/icons.tsx'
import { VirtualList } from '../../design/lists/virtual-list.tsx'
import { assign } from '../../platform/bind.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { Actions } from '../editor/actions.ts'
import type { Desk } from '../editor/desk.ts'
import { listWarnings } from '../issues/warnings.ts'
import { texts } from '../messages.ts'
import { toText } from '../model/rich-text.ts'
import { hasNotes, type Row } from '../model/rows.ts'
import { measuresId } from './entry-bar.tsx'
import { useFound } from './found-text.tsx'
import { measureEntry, writeSpeed } from './measure.ts'
import { rowHeight } from './row-height.ts'
import { StyledLines } from './styled-lines.tsx'
import { SubtitleText } from './text-field.tsx'

interface EntryListProps {
  desk: Desk
  actions: Actions
  /** What another language or the transcript says at the same time. */
  findBeside: ((row: Row) => readonly string[]) | undefined
  besideLanguage: string | undefined
}

/** All subtitles, or some of them; any number. The chosen one is edited at its place. */
export function EntryList({ desk, actions, findBeside, besideLanguage }: EntryListProps) {
  const { film, editing, isFollowing, filter } = desk
  const rows = desk.listed.value
  // Only what changes with a subtitle, not with each frame.
  const played = useComputed(() => (film.isPlaying.value && isFollowing.value ? desk.running.value : undefined)).value
  const chosen = rows.findIndex(({ key }) => key === editing.chosen.value)
  const shown = played === undefined ? chosen : rows.findIndex(({ key }) => key === played)
  const menu = useSignal<OpenMenu | undefined>(undefined)
  return (
    <>
      <div class="entry-list" data-beside={findBeside !== undefined}>
        {rows.length === 0 ? (
          <p class="field-hint">{texts(filter.value === 'all' ? 'empty' : 'noneSuch')}</p>
        ) : (
          <VirtualList
            count={rows.length}
            rowHeight={rowHeight.value}
            label={texts('subtitles')}
            {...(shown < 0 ? {} : { shown })}
            {...(chosen < 0 ? {} : { kept: chosen })}
          >
            {index => {
              const row = rows[index]
              return (
                row && (
                  <EntryItem
                    key={row.key}
                    desk={desk}
                    actions={actions}
                    row={row}
                    number={filter.value === 'all' ? index + 1 : editing.rows.value.indexOf(row) + 1}
                    beside={findBeside?.(row)}
                    besideLanguage={besideLanguage}
                    onMenu={opened => {
                      menu.value = opened
                    }}
                  />
                )
              )
            }}
          </VirtualList>
        )}
      </div>
      {menu.value && (
        <PopupMenu
          label={texts('actionsOf', { number: menu.value.number })}
          items={listRowItems(desk, actions)}
          at={menu.value.at}
          onClose={assign(menu, undefined)}
        />
      )}
    </>
  )
}

/** The menu of a row that is open, and where. */
interface OpenMenu {
  readonly number: number
  readonly at: Element | Point
}

/** What is done with the chosen subtitle where it is in the list. */
function listRowItems(desk: Desk, actions: Actions): MenuItem[] {
  const disabled = desk.isReadOnly.value
  const edits = [
    ['insert', 'plus', 'N'],
    ['splitAtPlayhead', 'scissors', 'S'],
    ['merge', 'merge', 'M'],
    ['remove', 'trash', 'Delete'],
  ] as const
  return [
    { text: texts('playEntry'), icon: 'repeat', keys: 'P', onChoose: actions.playEntry },
    { text: texts('copyLink'), icon: 'link', onChoose: actions.copyLink },
    ...edits.map(([name, icon, keys]) => ({
      ...{ text: texts(name), icon, keys, section: 'edits', disabled },
      onChoose: actions[name],
    })),
  ]
}

interface EntryItemProps {
  desk: Desk
  actions: Actions
  row: Row
  number: number
  beside: readonly string[] | undefined
  besideLanguage: string | undefined
  onMenu: (opened: OpenMenu) => void
}

function EntryItem({ desk, actions, row, number, beside, besideLanguage, onMenu }: EntryItemProps) {
  const { editing, format, limits } = desk
  const { entry, key } = row
  const isChosen = useComputed(() => editing.chosen.value === key).value
  const found = useFound(desk.hits, key)
  const isRunning = useComputed(() => desk.running.value === key).value
  const id = useId()
  // Before the next key, which is meant for this subtitle.
  useLayoutEffect(() => {
    const here = document.activeElement
    if (isChosen && here?.closest('.entry-list') && !here.matches('[data-subtitle-text]')) {
      document.getElementById(id)?.focus({ preventScroll: true })
    }
  }, [isChosen])
  const { lineLengths, charactersPerSecond } = measureEntry(entry, format, limits.counting)
  const longest = Math.max(0, ...lineLengths)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      class="entry-row"
      data-chosen={isChosen}
      data-shown={isRunning}
      onClick={() => {
        if (!isChosen) desk.show(row)
      }}
      onContextMenu={event => {
        // A field has the menu of the browser, for its spelling.
        if (event.target instanceof HTMLTextAreaElement) return
        event.preventDefault()
        editing.choose(key)
        // By the key for menus, next to the row.
        onMenu({ number, at: event.button === 2 ? { x: event.clientX, y: event.clientY } : event.currentTarget })
      }}
      onDblClick={() => {
        if (!isChosen) desk.write(key, 0)
      }}
    >
      <button
        type="button"
        class="entry-pick"
        id={id}
        aria-current={isChosen}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => desk.show(row)}
        onKeyDown={event => {
          if ((event.key !== 'Enter' && event.key !== ' ') || event.ctrlKey || event.altKey) return
          event.preventDefault()
          event.stopPropagation()
          // It is the selected one: what a button does by Space would be nothing.
          if (event.key === ' ') desk.film.toggle()
          else desk.write(key, Number.MAX_SAFE_INTEGER)
        }}
      >
        <span class="only-heard">{texts('subtitle')} </span>
        <span class="entry-number num">{number}</span>
        <span class="entry-times-of tc">
          <span>{writeTimecode(entry.start, format)} </span>
          <span>{writeTimecode(entry.end, format)}</span>
        </span>
        <span class="only-heard"> {toText(entry.textParts)}</span>
      </button>
      <span class="entry-texts">
        {isChosen ? (
          <SubtitleText desk={desk} row={row} actions={actions} describedBy={measuresId} />
        ) : (
          <span class="entry-text" lang={desk.language} dir="auto">
            <StyledLines parts={entry.textParts ?? []} found={found} />
          </span>
        )}
        {beside && (
          <span class="entry-other" lang={besideLanguage} dir="auto">
            {beside.join(' / ')}
          </span>
        )}
      </span>
      <RowMarks desk={desk} row={row} />
      <span class="entry-figures num">
        <span data-over={charactersPerSecond > limits.charactersPerSecond}>{writeSpeed(charactersPerSecond)}</span>
        <span data-over={longest > limits.lineLength}>{longest}</span>
      </span>
    </div>
  )
}

/** What needs a look, as a sign; in words for those who point at it or hear it. */
function RowMarks({ desk, row: { key, entry } }: { desk: Desk; row: Row }) {
  const { conflicts, refusals } = desk.editing
  const grave = listWarnings(entry).filter(({ severity }) => severity !== 'info')
  const said = [
    ...(conflicts.value.has(key) ? [texts('conflictMark')] : []),
    ...(refusals.value.has(key) ? [texts('refusedMark')] : []),
    ...grave.map(({ text }) => text),
  ]
  const isError = said.length > grave.length || grave.some(({ severity }) => severity === 'error')
  return (
    <span class="entry-marks">
      {entry.hidden && (
        <span class="entry-mark" title={texts('hiddenMark')}>
          <Icon name="eye-off" size={14} />
          <span class="only-heard">{texts('hiddenMark')}</span>
        </span>
      )}
      {hasNotes(entry) && (
        <span class="entry-mark" title={(entry.notes ?? []).join('\n')}>
          <Icon name="message-square" size={14} />
          <span class="only-heard">{texts('notes')}</span>
        </span>
      )}
      {said.length > 0 && (
        <span class="entry-mark" data-severity={isError ? 'error' : 'warning'} title={said.join('\n')}>
          <Icon name={isError ? 'circle-alert' : 'triangle-alert'} size={14} />
          <span class="only-heard">{said.join(', ')}</span>
        </span>
      )}
    </span>
  )
}
