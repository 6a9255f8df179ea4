import type { SubtitleStyle, SubtitleTextPart } from '@rushes/contract'
import type { SubtitlePreset } from '@rushes/timed-text'
import type { Film } from '../player/film.ts'
import { type Placed, placeEntry } from './box.ts'
import type { Editing } from './model/editing.ts'
import { listStyledLines } from './model/rich-text.ts'
import { listShown, type Row } from './model/rows.ts'

interface PreviewProps {
  film: Film
  editing: Editing
  look: SubtitlePreset
  language: string
}

/** The subtitles of the frame that is shown, on the picture, as the preset has them. */
export function Preview({ film, editing, look, language }: PreviewProps) {
  const frame = film.frame.value
  return (
    <div class="preview" data-teletext={isTeletext(look)} lang={language}>
      {groupByPlace(listShown(editing.rows.value, frame), look, editing).map(([place, rows]) => (
        <ShownEntries key={JSON.stringify(place)} place={place} rows={rows} frame={frame} look={look} />
      ))}
    </div>
  )
}

function isTeletext({ ebuStl }: SubtitlePreset): boolean {
  return ebuStl.displayStandardCode === 1 || ebuStl.displayStandardCode === 2
}

/** Those at the same place together: each gets lines of its own there. */
function groupByPlace(rows: readonly Row[], look: SubtitlePreset, { surroundings }: Editing): [Placed, Row[]][] {
  const groups = new Map<string, [Placed, Row[]]>()
  for (const row of rows) {
    const place = placeEntry(row.entry, look, surroundings.value.regions ?? [])
    const key = JSON.stringify(place)
    const group = groups.get(key) ?? [place, []]
    group[1].push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}

interface ShownEntriesProps {
  place: Placed
  rows: readonly Row[]
  frame: number
  look: SubtitlePreset
}

function ShownEntries({ place, rows, frame, look }: ShownEntriesProps) {
  const { x, y, width, height, displayAlign, textAlign } = place
  const lines = rows.flatMap(({ key, entry }) =>
    listStyledLines(entry.textParts ?? []).map((line, index) => ({ id: `${key} ${index}`, line })),
  )
  return (
    <div
      class="preview-box"
      data-place={displayAlign}
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%`, textAlign }}
    >
      {lines.map(({ id, line }) => (
        <div key={id} class="preview-row" dir="auto">
          {line
            .filter(part => isPartShown(part, frame))
            .map(({ content, style }, index) => (
              <span key={index} class="preview-run" style={toCss(style ?? {}, look)}>
                {content}
              </span>
            ))}
        </div>
      ))}
    </div>
  )
}

/** Parts may appear later than their subtitle, or disappear earlier. */
function isPartShown({ start, end }: SubtitleTextPart, frame: number): boolean {
  return (start === undefined || start <= frame) && (end === undefined || frame < end)
}

function toCss(
  { colour, backgroundColour, italic, bold, underline, strikeThrough }: SubtitleStyle,
  look: SubtitlePreset,
) {
  const { styling } = look
  const lines = [underline && 'underline', strikeThrough && 'line-through'].filter(Boolean).join(' ')
  return {
    color: colour ?? styling.colour ?? '#ffffff',
    backgroundColor: backgroundColour ?? styling.backgroundColour ?? 'transparent',
    ...(italic && { fontStyle: 'italic' }),
    ...(bold && { fontWeight: 700 }),
    ...(lines && { textDecoration: lines }),
  }
}
