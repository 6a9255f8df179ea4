import { useComputed } from '@preact/signals'
import { toPercent, type View } from '../../player/timeline/view.ts'
import type { TimedLine } from '../editor/beside.ts'
import type { Desk } from '../editor/desk.ts'
import { toLength, writeLength } from '../entries/lengths.ts'
import { listWarnings } from '../issues/warnings.ts'
import { toText } from '../model/rich-text.ts'
import type { Row } from '../model/rows.ts'
import type { Drag } from './drag.ts'

interface BlockProps {
  desk: Desk
  row: Row
  view: View
  number: number
  drag: Drag
}

const edges = ['start', 'end'] as const

const toPlace = (view: View, start: number, end: number) => ({
  left: `${toPercent(view, start)}%`,
  width: `max(2px, ${toPercent(view, end) - toPercent(view, start)}%)`,
})

/** A subtitle on the line, for the pointer: its text, its length, its issues, and its edges once it is chosen. */
export function Block({ desk, row, view, number, drag }: BlockProps) {
  const { editing, format } = desk
  // Rendered again for itself alone: there may be hundreds of them.
  const dragged = useComputed(() => (drag.dragged.value?.key === row.key ? drag.dragged.value : undefined)).value
  const isChosen = useComputed(() => editing.chosen.value === row.key).value
  const { start, end } = dragged ?? row.entry
  const [worst] = listWarnings(row.entry)
  const severity = worst?.severity === 'info' ? undefined : worst?.severity
  return (
    <div
      class="spotting-block"
      aria-hidden="true"
      data-chosen={isChosen}
      data-dragged={dragged !== undefined}
      data-severity={severity}
      data-hidden={row.entry.hidden}
      style={toPlace(view, start, end)}
      onClick={() => {
        if (!drag.wasDragged()) desk.show(row)
      }}
      onDblClick={() => desk.write(row.key, Number.MAX_SAFE_INTEGER)}
      onPointerDown={event => drag.begin(event, row, 'both')}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.cancel}
    >
      <span class="spotting-head">
        <b class="num">{number}</b>
        <span class="num">{writeLength(toLength(start, end, format), format)}</span>
      </span>
      <span class="spotting-text" dir="auto">
        {toText(row.entry.textParts)}
      </span>
      {isChosen &&
        !desk.isReadOnly.value &&
        edges.map(side => (
          <span
            key={side}
            class="spotting-end"
            data-side={side}
            onPointerDown={event => drag.begin(event, row, side)}
          />
        ))}
    </div>
  )
}

/** What another language says, to be compared by the eye. */
export function OtherBlock({ line: { start, end, text }, view }: { line: TimedLine; view: View }) {
  return (
    <span class="spotting-other" aria-hidden="true" title={text} style={toPlace(view, start, end)} dir="auto">
      {text}
    </span>
  )
}
