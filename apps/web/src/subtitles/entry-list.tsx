import { useEffect, useId } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { VirtualList } from '../design/virtual-list.tsx'
import { writeTimecode } from '../player/frames.ts'
import type { Desk } from './desk.ts'
import { measureEntry, writeSpeed } from './measure.ts'
import { texts } from './messages.ts'
import { countStarted, type Row } from './model/rows.ts'
import { StyledLines } from './styled-lines.tsx'
import { listWarnings } from './warnings.ts'

interface EntryListProps {
  desk: Desk
  /** What stands beside a subtitle: another language, or the transcript. */
  findBeside: ((row: Row) => readonly string[]) | undefined
  besideLanguage: string | undefined
}

const rowHeight = 104
const rowHeightBeside = 168

/** All subtitles, or those with warnings; any number of them. */
export function EntryList({ desk, findBeside, besideLanguage }: EntryListProps) {
  const rows = desk.listed.value
  const { film, editing, isFollowing } = desk
  const playing = film.isPlaying.value && isFollowing.value ? countStarted(rows, film.frame.value) - 1 : undefined
  const chosen = rows.findIndex(({ key }) => key === editing.chosen.value)
  const shown = playing ?? (chosen < 0 ? undefined : chosen)
  return (
    <div class="entry-list" data-beside={findBeside !== undefined}>
      {rows.length === 0 ? (
        <p class="field-hint">{texts(desk.showsOnlyWarned.value ? 'noneWarned' : 'empty')}</p>
      ) : (
        <VirtualList
          count={rows.length}
          rowHeight={findBeside ? rowHeightBeside : rowHeight}
          label={texts('subtitles')}
          {...(shown === undefined || shown < 0 ? {} : { shown })}
        >
          {index => {
            const row = rows[index]
            return (
              row && (
                <EntryItem
                  key={row.key}
                  desk={desk}
                  row={row}
                  number={desk.showsOnlyWarned.value ? editing.rows.value.indexOf(row) + 1 : index + 1}
                  beside={findBeside?.(row)}
                  besideLanguage={besideLanguage}
                />
              )
            )
          }}
        </VirtualList>
      )}
    </div>
  )
}

interface EntryItemProps {
  desk: Desk
  row: Row
  number: number
  beside: readonly string[] | undefined
  besideLanguage: string | undefined
}

function EntryItem({ desk, row, number, beside, besideLanguage }: EntryItemProps) {
  const { editing, format, film } = desk
  const { entry, key } = row
  const isChosen = editing.chosen.value === key
  const frame = film.frame.value
  const isShown = entry.start <= frame && frame < entry.end
  const measures = measureEntry(entry, format.rate, desk.rules?.spotting.counting)
  const id = useId()
  useEffect(() => {
    if (isChosen && document.activeElement?.classList.contains('entry-row')) document.getElementById(id)?.focus()
  }, [isChosen])
  return (
    <Button
      kind="plain"
      id={id}
      class="entry-row"
      data-chosen={isChosen}
      data-shown={isShown}
      aria-current={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => desk.show(row)}
      onDblClick={() => desk.write(key, 0)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.ctrlKey || event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        desk.write(key, Number.MAX_SAFE_INTEGER)
      }}
    >
      <span class="entry-row-head">
        <span class="entry-number">{number}</span>
        <span class="entry-range">
          {writeTimecode(entry.start, format)} – {writeTimecode(entry.end, format)}
        </span>
        <span class="entry-speed">{texts('speedShort', { speed: writeSpeed(measures.charactersPerSecond) })}</span>
      </span>
      <span class="entry-texts">
        <span class="entry-text" lang={desk.language} dir="auto">
          <StyledLines parts={entry.textParts ?? []} />
        </span>
        {beside && (
          <span class="entry-other" lang={besideLanguage} dir="auto">
            {beside.join(' / ')}
          </span>
        )}
      </span>
      <RowMarks desk={desk} row={row} />
    </Button>
  )
}

/** What needs a look, in a few words. */
function RowMarks({ desk, row: { key, entry } }: { desk: Desk; row: Row }) {
  const { conflicts, refusals } = desk.editing
  const grave = listWarnings(entry).filter(({ severity }) => severity !== 'info')
  return (
    <span class="entry-marks">
      {conflicts.value.has(key) && (
        <span class="tag entry-mark" data-severity="error">
          {texts('conflictMark')}
        </span>
      )}
      {refusals.value.has(key) && (
        <span class="tag entry-mark" data-severity="error">
          {texts('refusedMark')}
        </span>
      )}
      {entry.hidden && <span class="tag">{texts('hiddenMark')}</span>}
      {grave[0] && (
        <span class="tag entry-mark" data-severity={grave[0].severity}>
          ⚠ {grave[0].text}
          {grave.length > 1 && ` +${grave.length - 1}`}
        </span>
      )}
    </span>
  )
}
