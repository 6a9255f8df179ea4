import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, CueLayout, JsonObject, Region, TextPart } from '../../../document/document.ts'
import { defaultGrid } from '../../ttml/places/grid.ts'
import { boxToLayout, regionToBox } from '../../ttml/places/places.ts'
import { isSameLayout, toLayout, toPlace } from '../places.ts'
import { applyMargins, type Margins, type Style } from '../styles/style.ts'
import { escapeText } from '../text/escape.ts'
import type { StyleSet } from './style-set.ts'
import { formatNumber, keepSupported, writeText } from './write-text.ts'

/** When an event is shown, as it is written. */
export interface EventTimes {
  readonly start: string
  readonly end: string
}

const noMargins: Margins = { left: 0, right: 0, vertical: 0 }

/** Writes the cues of one document. */
export class EventWriter {
  readonly #styles: StyleSet
  readonly #regions: readonly Region[]
  readonly #log: LossLog

  constructor(styles: StyleSet, regions: readonly Region[], log: LossLog) {
    this.#styles = styles
    this.#regions = regions
    this.#log = log
  }

  writeNote(note: string, start: string): string {
    const style = this.#styles.context.defaultStyle.name
    return writeLine('Comment', ['0', start, start, style, '', '0', '0', '0', ''], escapeNote(note))
  }

  writeCue(cue: Cue<number>, { start, end }: EventTimes, index: number): string {
    const source = cue.ext?.ass ?? {}
    const parts = keepSupported(cue.textParts, index, this.#log)
    const style = this.#chooseStyle(source, parts)
    const { tags, margins } = this.#place(cue, style, readMargins(source), index)
    const plain = () => this.#styles.getPlain(style.isBoxed)
    const text = writeText(parts, tags, { style, plain }, this.#styles.context)
    const { left, right, vertical } = margins
    const fields = [
      readLayer(source),
      start,
      end,
      style.name,
      this.#findSpeaker(cue.textParts, index),
      ...[left, right, vertical].map(formatNumber),
      readEffect(source),
    ]
    return writeLine(cue.hidden ? 'Comment' : 'Dialogue', fields, text)
  }

  /** The style that the cue was read with, but one with a box where a text has one. */
  #chooseStyle(source: JsonObject, parts: readonly TextPart<number>[]): Style {
    const style = this.#styles.find(source.style)
    const needsBox = parts.some(part => part.type === 'text' && part.style?.backgroundColour !== undefined)
    return needsBox && !style.isBoxed ? this.#styles.getPlain(true) : style
  }

  /** The tags and the margins that place a cue: margins wherever they can say it. */
  #place(cue: Cue<number>, style: Style, own: Margins, index: number): { tags: string; margins: Margins } {
    const { frame } = this.#styles.context
    if (cue.region !== undefined) this.#log.lose('POSITION_APPROXIMATED', 'warning', 'Cues left their region', index)
    const { place, isExact } = toPlace(cue.layout ?? this.#findRegionLayout(cue.region), frame)
    if (!isExact) {
      this.#log.lose('POSITION_APPROXIMATED', 'warning', 'Positions went to the nearest that ASS can name', index)
    }
    const { digit, position } = place
    const wanted = toLayout(place, frame)
    const vertical = Math.round(digit <= 3 ? frame.height - position.y : position.y)
    const margins = [own, noMargins, { ...noMargins, vertical }].find(margins =>
      isSameLayout(toLayout({ digit, margins: applyMargins(style.margins, margins) }, frame), wanted),
    )
    const alignment = digit === style.digit ? '' : `\\an${digit}`
    if (margins) return { tags: alignment, margins }
    return { tags: `${alignment}\\pos(${formatNumber(position.x)},${formatNumber(position.y)})`, margins: own }
  }

  #findRegionLayout(id: string | undefined): CueLayout {
    const region = id === undefined ? undefined : this.#regions.find(region => region.id === id)
    const box = region && regionToBox(region, defaultGrid.rows)
    return box ? boxToLayout(box) : {}
  }

  /** Who speaks the cue. */
  #findSpeaker(parts: readonly TextPart<number>[], index: number): string {
    const speakers = new Set(parts.flatMap(part => (part.type === 'text' ? [part.style?.speaker] : [])))
    const speaker = [...speakers].find(name => name !== undefined)
    if (speaker === undefined) return ''
    if (speakers.size > 1) {
      const message = 'ASS has one speaker of a cue; all of its text was given to the first'
      this.#log.lose('STYLE_UNSUPPORTED', 'warning', message, index)
    }
    const name = speaker.replace(/\s*[,\r\n]\s*/g, ' ').trim()
    if (name !== speaker) {
      this.#log.lose('EXPORT_TEXT_ALTERED', 'warning', 'Commas in the name of a speaker were left out', index)
    }
    return name
  }
}

function writeLine(kind: 'Dialogue' | 'Comment', fields: readonly string[], text: string): string {
  return `${kind}: ${fields.join(',')},${text}\n`
}

function escapeNote(note: string): string {
  return escapeText(note.replace(/\r\n?/g, '\n'))
}

function readMargins({ margins }: JsonObject): Margins {
  const [left = 0, right = 0, vertical = 0] = Array.isArray(margins) ? margins.map(toMargin) : []
  return { left, right, vertical }
}

function toMargin(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 1e6 ? value : 0
}

function readLayer({ layer }: JsonObject): string {
  return Number.isSafeInteger(layer) ? String(layer) : '0'
}

function readEffect({ effect }: JsonObject): string {
  return typeof effect === 'string' && effect.trim() === effect && !/[,\0\r\n]/.test(effect) ? effect : ''
}
