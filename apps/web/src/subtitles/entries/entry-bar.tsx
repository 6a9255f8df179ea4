import { Button } from '../../design/fields/button.tsx'
import type { IconName } from '../../design/icons.tsx'
import type { Actions } from '../editor/actions.ts'
import type { Desk } from '../editor/desk.ts'
import { changeTimes } from '../editor/times.ts'
import { texts } from '../messages.ts'
import type { Row } from '../model/rows.ts'
import { toEnd, toLength } from './lengths.ts'
import { measureEntry, writeSpeed } from './measure.ts'
import { StyleBar } from './style-bar.tsx'
import { TimeField } from './time-field.tsx'

interface EntryBarProps {
  desk: Desk
  actions: Actions
}

const buttons = [
  ['startHere', 'arrow-left-to-line', 'I'],
  ['endHere', 'arrow-right-to-line', 'O'],
  ['chain', 'link', 'A'],
  ['snap', 'columns', 'T'],
  ['playEntry', 'repeat', 'P'],
  ['insert', 'plus', 'N'],
  ['splitAtPlayhead', 'scissors', 'S'],
  ['merge', 'merge', 'M'],
  ['remove', 'trash', 'Delete'],
] as const satisfies readonly (readonly [keyof Actions, IconName, string])[]

/** The id of what is said about the text of the chosen subtitle. */
export const measuresId = 'entry-measures'

/** Times, measures and look of the chosen subtitle, and what is done with it. */
export function EntryBar({ desk, actions }: EntryBarProps) {
  const row = desk.row.value
  const disabled = desk.isReadOnly.value
  const needsRow = (name: keyof Actions) => name !== 'insert'
  return (
    <section class="entry-bar" aria-label={texts('entry')}>
      {row ? (
        <>
          <Times key={row.key} desk={desk} row={row} />
          <Measures desk={desk} row={row} />
          <StyleBar desk={desk} row={row} />
        </>
      ) : (
        <p class="field-hint">{texts(desk.editing.rows.value.length === 0 ? 'empty' : 'chooseOne')}</p>
      )}
      <div class="entry-buttons">
        {buttons.map(([name, icon, keys]) => (
          <Button
            key={name}
            kind="icon"
            small
            icon={icon}
            keys={keys}
            aria-label={texts(name)}
            disabled={(disabled && name !== 'playEntry') || (needsRow(name) && !row)}
            onClick={actions[name]}
          />
        ))}
      </div>
    </section>
  )
}

function Times({ desk, row }: { desk: Desk; row: Row }) {
  const { format, film } = desk
  const { start, end } = row.entry
  const disabled = desk.isReadOnly.value
  const field = { format, disabled }
  return (
    <div class="entry-times">
      <TimeField
        {...field}
        label={texts('start')}
        frame={start}
        check={frame => (frame < 0 || frame >= end ? texts('startFits') : undefined)}
        onFrame={frame => changeTimes(desk, row, frame, end)}
      />
      <TimeField
        {...field}
        label={texts('end')}
        frame={end}
        check={frame => (frame <= start || frame > film.frameCount ? texts('endFits') : undefined)}
        onFrame={frame => changeTimes(desk, row, start, frame)}
      />
      <TimeField
        {...field}
        isLength
        label={texts('length')}
        frame={toLength(start, end, format)}
        check={frames =>
          frames < 1 || toEnd(start, frames, format) > film.frameCount ? texts('lengthFits') : undefined
        }
        onFrame={frames => changeTimes(desk, row, start, toEnd(start, frames, format))}
      />
    </div>
  )
}

/** Reading speed, line lengths and the gap, next to what the preset asks for. */
function Measures({ desk, row }: { desk: Desk; row: Row }) {
  const { limits, format, editing } = desk
  const { lineLengths, charactersPerSecond } = measureEntry(row.entry, format, limits.counting)
  const next = editing.rows.value[editing.rows.value.indexOf(row) + 1]
  const gap = next && next.entry.start - row.entry.end
  return (
    <div class="entry-measures" id={measuresId}>
      <Meter
        name={texts('speed')}
        value={charactersPerSecond}
        limit={limits.charactersPerSecond}
        text={writeSpeed(charactersPerSecond)}
      />
      {lineLengths.slice(0, 3).map((length, index) => (
        <Meter
          key={index}
          name={texts('lineNumber', { line: index + 1 })}
          value={length}
          limit={limits.lineLength}
          text={String(length)}
        />
      ))}
      {gap !== undefined && gap < desk.second * 4 && (
        <Meter
          name={texts('gapAfter')}
          value={limits.minimumGap}
          limit={Math.max(gap, 0)}
          text={limits.minimumGap > 0 ? `${gap} / ${limits.minimumGap} f` : `${gap} f`}
        />
      )}
    </div>
  )
}

interface MeterProps {
  name: string
  value: number
  limit: number
  text: string
}

/** A measure next to its limit; over it the bar is red, and a sign says the same. */
function Meter({ name, value, limit, text }: MeterProps) {
  const isOver = value > limit
  const share = limit > 0 && Number.isFinite(limit) ? Math.min(1, value / limit) : isOver ? 1 : 0
  const shown = text.endsWith('f') || !Number.isFinite(limit) ? text : `${text} / ${limit}`
  return (
    <span class="meter" data-over={isOver}>
      <span>{name}</span>
      <span class="meter-value num">{shown}</span>
      <span class="meter-bar" aria-hidden="true" style={{ '--share': share }} />
    </span>
  )
}
