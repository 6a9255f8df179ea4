import { useId } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { type Actions, changeTimes } from './actions.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import type { Desk } from './desk.ts'
import { measureEntry, writeSpeed } from './measure.ts'
import { texts } from './messages.ts'
import type { Row } from './model/rows.ts'
import { SubtitleText } from './text-field.tsx'
import { TimeField } from './time-field.tsx'
import { WarningList } from './warning-list.tsx'

interface EntryFormProps {
  desk: Desk
  actions: Actions
  /** What another language or the transcript says at that time. */
  beside: readonly string[]
}

/** The chosen subtitle: its text, its times, and what is said against it. */
export function EntryForm({ desk, actions, beside }: EntryFormProps) {
  const row = desk.row.value
  if (!row) {
    return (
      <section class="entry-form" aria-label={texts('entry')}>
        <p class="field-hint">{texts(desk.editing.rows.value.length === 0 ? 'empty' : 'chooseOne')}</p>
        <Button kind="primary" disabled={desk.isReadOnly.value} onClick={actions.insert}>
          {texts('insert')}
        </Button>
      </section>
    )
  }
  return <ChosenForm key={row.key} desk={desk} actions={actions} row={row} beside={beside} />
}

function ChosenForm({ desk, actions, row, beside }: EntryFormProps & { row: Row }) {
  const factsId = useId()
  const { editing, format } = desk
  const { entry } = row
  const disabled = desk.isReadOnly.value
  const number = editing.rows.value.indexOf(row) + 1
  return (
    <section class="entry-form" aria-label={texts('entry')}>
      <h2 class="entry-form-head">{texts('entryNumber', { number, count: editing.rows.value.length })}</h2>
      <ConflictNotice desk={desk} row={row} />
      <SubtitleText desk={desk} row={row} actions={actions} describedBy={factsId} />
      {beside.length > 0 && (
        <div class="entry-beside">
          <h3>{texts('beside')}</h3>
          {beside.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
        </div>
      )}
      <Facts id={factsId} desk={desk} row={row} />
      <div class="entry-times">
        <TimeField
          label={texts('start')}
          frame={entry.start}
          format={format}
          disabled={disabled}
          check={frame => (frame < 0 || frame >= entry.end ? texts('startFits') : undefined)}
          onFrame={frame => changeTimes(desk, row, frame, entry.end)}
        />
        <TimeField
          label={texts('end')}
          frame={entry.end}
          format={format}
          disabled={disabled}
          check={frame => (frame <= entry.start || frame > desk.film.frameCount ? texts('endFits') : undefined)}
          onFrame={frame => changeTimes(desk, row, entry.start, frame)}
        />
      </div>
    </section>
  )
}

/** Line lengths, reading speed and length, beside what the preset asks for, and the warnings. */
function Facts({ id, desk, row }: { id: string; desk: Desk; row: Row }) {
  const { rules, format } = desk
  const { lineLengths, charactersPerSecond, seconds } = measureEntry(row.entry, format.rate, rules?.spotting.counting)
  const longest = rules?.spotting.maximumLineLength
  const fastest = rules?.spotting.maximumCharactersPerSecond
  return (
    <div id={id} class="entry-facts">
      <ul class="entry-measures">
        {lineLengths.map((length, index) => (
          <li key={index} data-over={longest !== undefined && length > longest}>
            {texts('lineLength', { line: index + 1, length: longest === undefined ? length : `${length}/${longest}` })}
          </li>
        ))}
        <li data-over={fastest !== undefined && charactersPerSecond > fastest}>
          {texts('speed', {
            speed:
              fastest === undefined ? writeSpeed(charactersPerSecond) : `${writeSpeed(charactersPerSecond)}/${fastest}`,
          })}
        </li>
        <li>{texts('seconds', { seconds: seconds.toFixed(2) })}</li>
      </ul>
      <WarningList desk={desk} row={row} />
    </div>
  )
}
