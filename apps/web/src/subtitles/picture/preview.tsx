import { computed, type ReadonlySignal } from '@preact/signals'
import type { SubtitleStyle } from '@rushes/contract'
import type { Box } from '@rushes/timed-text'
import { useMemo } from 'preact/hooks'
import type { Film } from '../../player/film.ts'
import { isPartShown, listStyledLines } from '../model/rich-text.ts'
import { listShown, type Row, type Rows } from '../model/rows.ts'
import { type FileRegions, type Look, type Placed, placeEntry } from './box.ts'
import './picture.css'

/** Subtitles that may change while they are shown, and the regions that came with their file. */
export interface ShownSubtitles {
  readonly rows: ReadonlySignal<Rows>
  readonly surroundings: ReadonlySignal<{ readonly regions?: FileRegions | undefined }>
}

interface PreviewProps {
  film: Film
  subtitles: ShownSubtitles
  look: Look
  language: string
}

/** The subtitles of the frame that is shown, on the picture, as the preset has them. */
export function Preview({ film, subtitles, look, language }: PreviewProps) {
  // Rendered again when other words are shown, not with each frame.
  const shown = useMemo(
    () => computed(() => describeShown(listShown(subtitles.rows.value, film.frame.value), film.frame.value)),
    [film, subtitles],
  )
  void shown.value
  const frame = film.frame.peek()
  return (
    <div class="preview" data-teletext={isTeletext(look)} style={toBaseCss(look)} lang={language}>
      {groupByBox(listShown(subtitles.rows.value, frame), look, subtitles).map(([box, shown]) => (
        <ShownEntries key={JSON.stringify(box)} box={box} shown={shown} frame={frame} look={look} />
      ))}
    </div>
  )
}

/** The letters of the preset: its font and its size, in parts of the usual size; teletext has its own. */
function toBaseCss({ styling, ebuStl }: Look) {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(styling.fontSize ?? '')?.[1]
  const isLow = ebuStl.doubleHeight === false
  return {
    '--size': percent === undefined ? 1 : Number(percent) / 100,
    '--height': isLow ? 0.5 : 1,
    ...(styling.fontFamily !== undefined && { '--subtitle-font': styling.fontFamily }),
  }
}

/** The same text for the same words: which entries, and which of their parts. */
function describeShown(rows: readonly Row[], frame: number): string {
  const toParts = ({ entry }: Row) => (entry.textParts ?? []).map(part => (isPartShown(part, frame) ? 1 : 0)).join('')
  return rows.map(row => `${row.key} ${toParts(row)}`).join()
}

/** Forty columns of 2.16 percent of the width. */
const teletext = { x: 6.8, width: 86.4 }

function isTeletext({ ebuStl }: Look): boolean {
  return ebuStl.displayStandardCode === 1 || ebuStl.displayStandardCode === 2
}

type Shown = readonly [row: Row, textAlign: Placed['textAlign']]

/** Those in the same box together: each gets lines of its own there, however it is aligned. */
function groupByBox(rows: readonly Row[], look: Look, { surroundings }: ShownSubtitles): [Box, Shown[]][] {
  const groups = new Map<string, [Box, Shown[]]>()
  for (const row of rows) {
    const { textAlign, ...place } = placeEntry(row.entry, look, surroundings.value.regions ?? [])
    const box = isTeletext(look) ? { ...place, ...teletext } : place
    const key = JSON.stringify(box)
    const group = groups.get(key) ?? [box, []]
    group[1].push([row, textAlign])
    groups.set(key, group)
  }
  return [...groups.values()]
}

interface ShownEntriesProps {
  box: Box
  shown: readonly Shown[]
  frame: number
  look: Look
}

function ShownEntries({ box: { x, y, width, height, displayAlign }, shown, frame, look }: ShownEntriesProps) {
  return (
    <div
      class="preview-box"
      data-place={displayAlign}
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
    >
      {shown.map(([{ key, entry }, textAlign]) => (
        <div key={key} class="preview-entry" style={{ textAlign }}>
          {listStyledLines(entry.textParts ?? []).map((line, place) => (
            <div key={place} class="preview-row" dir="auto">
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
      ))}
    </div>
  )
}

function toCss({ colour, backgroundColour, italic, bold, underline, strikeThrough }: SubtitleStyle, look: Look) {
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
