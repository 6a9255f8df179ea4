import { findClock } from '../../../document/clock.ts'
import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, JsonValue, MillisecondDocument } from '../../../document/document.ts'
import type { Writable } from '../../../document/writable.ts'
import type { MillisecondReadResult, ReadOptions } from '../../../format.ts'
import { decodeText, toLineFeeds } from '../../../text/decode-text.ts'
import { reportUnwritable } from '../../../text/unwritable.ts'
import { beginRead } from '../../begin-read.ts'
import { toLayout } from '../places.ts'
import { type Context, createContext, toExtension } from '../script.ts'
import { applyMargins, type Margins, parseNumber, type Style } from '../styles/style.ts'
import { unescapeText } from '../text/escape.ts'
import { TextReader } from '../text/read-text.ts'
import { createFieldOrder, listLines, readFields, readFormat, type ScriptLine } from './lines.ts'
import { readScript } from './read-script.ts'

/**
 * Reads ASS (v4+) and SSA (v4) as players do: sections in any order, fields in the order of their Format lines. Comments
 * are hidden cues; those that are shown for no time are notes of the cue after them.
 */
export function readAss(input: string | Uint8Array, options: ReadOptions = {}): MillisecondReadResult {
  const { maxCues, report, list, isTooLarge } = beginRead(input, options)
  const empty: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues: [] }
  if (isTooLarge) return { document: empty, diagnostics: list() }
  const decoded = decodeText(input, options.encoding ?? 'guess', report)
  reportUnwritable(decoded, report)
  const text = toLineFeeds(decoded)
  const { isScript, language, ...script } = readScript(text, report)
  if (!isScript) {
    report('IMPORT_SIGNATURE_MISSING', 'error', 'The file has no section of ASS and was not read')
    return { document: empty, diagnostics: list() }
  }
  const reader = new EventReader(
    createContext(script, () => {}),
    maxCues,
    report,
  )
  for (const line of listLines(text)) if (line.section === 'events' && !reader.read(line)) break
  const { cues, notes } = reader
  const document = {
    ...empty,
    ...(language !== undefined && { language }),
    cues,
    ...(notes.length > 0 && { notes }),
    ext: { ass: toExtension(script) },
  }
  return { document, diagnostics: list() }
}

/** The fields of events in the order of v4+; SSA v4 has another first one. */
export const eventFieldNames = [
  'Layer',
  'Start',
  'End',
  'Style',
  'Name',
  'MarginL',
  'MarginR',
  'MarginV',
  'Effect',
  'Text',
] as const

const neededFields = ['start', 'end', 'text']
/** Events that show something else than text. */
const otherEvents: ReadonlySet<string> = new Set(['picture', 'sound', 'movie', 'command'])
const usualTime = /^\d{1,9}:[0-5]\d:[0-5]\d\.\d\d$/

type Fields = ReadonlyMap<string, string>

/** Reads the lines of [Events]. */
class EventReader {
  readonly cues: Cue<number>[] = []
  /** Those that no cue has followed yet. */
  notes: string[] = []
  readonly #context: Context
  readonly #maxCues: number
  readonly #report: Report
  readonly #texts: TextReader
  #format = createFieldOrder(eventFieldNames)

  constructor(context: Context, maxCues: number, report: Report) {
    this.#context = context
    this.#maxCues = maxCues
    this.#report = report
    this.#texts = new TextReader(context)
  }

  /** Reads a line; false where the limit is reached. */
  read({ key, value, number }: ScriptLine): boolean {
    if (key === '[' || key === ';') return true
    if (key === 'format') this.#readFormat(value, number)
    else if (key === 'dialogue' || key === 'comment') return this.#readEvent(key === 'comment', value, number)
    else if (otherEvents.has(key)) this.#skip('warning', `An event of the kind "${key}" was skipped`, number)
    else this.#skip('error', 'A line that is no event was skipped', number)
    return true
  }

  #skip(severity: 'error' | 'warning', message: string, number: number): void {
    this.#report('IMPORT_ENTRY_SKIPPED', severity, message, number)
  }

  #readFormat(value: string, number: number): void {
    const format = readFormat(value)
    const missing = neededFields.find(name => !format.names.includes(name))
    if (missing === undefined) this.#format = format
    else this.#skip('error', `A Format line without "${missing}" was skipped`, number)
  }

  #readEvent(isComment: boolean, value: string, number: number): boolean {
    const fields = readFields(value, this.#format)
    const start = this.#readTime(fields?.get('start'), number)
    const end = this.#readTime(fields?.get('end'), number)
    if (!fields || start === undefined || end === undefined) {
      const problem = fields ? 'its times cannot be read' : 'it has too few fields'
      this.#skip('error', `An event was skipped because ${problem}`, number)
      return true
    }
    if (isComment && end <= start) {
      this.notes.push(unescapeText(fields.get('text') ?? '', 2))
      return true
    }
    if (this.cues.length >= this.#maxCues) {
      this.#report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${this.#maxCues} cues were read`, number)
      return false
    }
    if (end <= start) this.#report('TIMING_ORDER', 'warning', 'A cue does not end after its start', number)
    this.#addCue({ start, end, ...(isComment && { hidden: true as const }) }, fields, number)
    return true
  }

  #readTime(text: string | undefined, number: number): number | undefined {
    if (text === undefined) return undefined
    const clock = findClock(text, 0)
    if (!clock || clock.end !== text.length) return undefined
    if (!clock.isRegular || clock.milliseconds < 0) {
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is negative or counts past 59', number)
    } else if (!usualTime.test(text)) {
      this.#report('IMPORT_TIMING_REPAIRED', 'info', 'A time is not written as 0:00:00.00', number)
    }
    return Math.max(0, clock.milliseconds)
  }

  #addCue(times: Pick<Cue<number>, 'start' | 'end' | 'hidden'>, fields: Fields, number: number): void {
    const style = this.#findStyle(fields.get('style') ?? '', number)
    const speaker = fields.get('name') || undefined
    const text = this.#texts.read(fields.get('text') ?? '', style, speaker, problem =>
      this.#report('IMPORT_MARKUP_REPAIRED', 'warning', problem, number),
    )
    if (text.hasDrawing) {
      this.#skip('warning', 'A drawing was left out', number)
      if (text.textParts.length === 0) return
    }
    const margins = readMargins(fields)
    const { digit = style.digit, position } = text
    const place = { digit, margins: applyMargins(style.margins, margins), ...(position && { position }) }
    const layout = toLayout(place, this.#context.frame)
    const cue: Writable<Cue<number>> = { ...times, textParts: text.textParts }
    if (layout) cue.layout = layout
    if (this.notes.length > 0) {
      cue.notes = this.notes
      this.notes = []
    }
    const kept = this.#keep(fields, style, margins, number)
    if (Object.keys(kept).length > 0) cue.ext = { ass: kept }
    this.cues.push(cue)
  }

  #findStyle(field: string, number: number): Style {
    const { styles, defaultStyle } = this.#context
    const name = field.replace(/^\*+/, '').trim()
    const style = styles.get(name)
    if (!style && name !== '' && name !== 'Default') {
      this.#report('IMPORT_SETTING_IGNORED', 'warning', `There is no style "${name.slice(0, 40)}"`, number)
    }
    return style ?? defaultStyle
  }

  /** What of an event the document has no member for. */
  #keep(fields: Fields, style: Style, margins: Margins, number: number): Record<string, JsonValue> {
    const layer = Number(fields.get('layer') ?? 0)
    const effect = fields.get('effect') ?? ''
    if (effect !== '') {
      const message = `An effect is not shown: ${effect.slice(0, 40)}`
      this.#report('IMPORT_SETTING_IGNORED', 'warning', message, number)
    }
    const { left, right, vertical } = margins
    return {
      ...(style !== this.#context.defaultStyle && { style: style.name }),
      ...(Number.isInteger(layer) && layer !== 0 && { layer }),
      ...(left + right + vertical > 0 && { margins: [left, right, vertical] }),
      ...(effect !== '' && { effect }),
    }
  }
}

function readMargins(fields: Fields): Margins {
  const read = (name: string) => parseNumber(fields.get(name) ?? '', 0) ?? 0
  return { left: read('marginl'), right: read('marginr'), vertical: read('marginv') }
}
