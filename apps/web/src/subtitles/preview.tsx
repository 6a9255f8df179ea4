import type { SubtitleStyle, SubtitleTextPart } from '@rushes/contract'
import type { SubtitlePreset } from '@rushes/timed-text'
import type { Film } from '../player/film.ts'
import { placeEntry } from './box.ts'
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
      {listShown(editing.rows.value, frame).map(row => (
        <ShownEntry key={row.key} row={row} frame={frame} look={look} editing={editing} />
      ))}
    </div>
  )
}

function isTeletext({ ebuStl }: SubtitlePreset): boolean {
  return ebuStl.displayStandardCode === 1 || ebuStl.displayStandardCode === 2
}

type ShownEntryProps = Pick<PreviewProps, 'look' | 'editing'> & { row: Row; frame: number }

function ShownEntry({ row: { entry }, frame, look, editing }: ShownEntryProps) {
  const { x, y, width, height, displayAlign, textAlign } = placeEntry(
    entry,
    look,
    editing.surroundings.value.regions ?? [],
  )
  return (
    <div
      class="preview-box"
      data-place={displayAlign}
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%`, textAlign }}
    >
      {listStyledLines(entry.textParts ?? []).map((line, index) => (
        <div key={index} class="preview-row" dir="auto">
          {line
            .filter(part => isPartShown(part, frame))
            .map(({ content, style }, place) => (
              <span key={place} class="preview-run" style={toCss(style ?? {}, look)}>
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
