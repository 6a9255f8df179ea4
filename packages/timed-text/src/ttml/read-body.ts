import type { Report } from '../diagnostics.ts'
import type { Cue, JsonObject } from '../document.ts'
import { ComputedStyle } from './computed-style.ts'
import { round } from './moment.ts'
import type { Attributes } from './namespaces.ts'
import { type Piece, type Showing, type SpanContext, splitByTime, toTextParts, type Writable } from './paragraph.ts'
import type { ReadRegion } from './read-regions.ts'
import { always, type Interval, readInterval } from './read-times.ts'
import type { StyleTable } from './style-table.ts'
import type { Styles } from './style-values.ts'
import type { TimeParameters } from './time-expression.ts'

/** What the head of a document says, as far as its body needs it. */
export interface Head {
  readonly time: TimeParameters
  readonly styles: StyleTable
  readonly regions: ReadonlyMap<string, ReadRegion>
  /** Names of who speaks, by their ids. */
  readonly agents: ReadonlyMap<string, string>
  readonly language: string | undefined
  readonly keepsSpace: boolean
}

/** A body, a division or a paragraph that is open. */
interface Frame {
  readonly interval: Interval
  readonly keepsSpace: boolean
  readonly language: string | undefined
  readonly speaker: string | undefined
  readonly region: string | undefined
  readonly specified: Styles
  /** The style that results, by the region it is shown in. */
  readonly styles: Map<ReadRegion | undefined, ComputedStyle>
}

interface Paragraph {
  readonly id: string | undefined
  readonly region: ReadRegion | undefined
  readonly context: SpanContext
  readonly line: number
  readonly pieces: Piece[]
  readonly notes: string[]
}

/** A cue, and the line of the file where it stands. */
interface ReadCue {
  readonly cue: Cue<number>
  readonly line: number
  /** Whether nothing says when it ends; its end is its start then. */
  readonly isOpen: boolean
}

/** Makes cues of the elements of a body. */
export class BodyReader {
  readonly cues: ReadCue[] = []
  readonly #head: Head
  readonly #report: Report
  readonly #onFull: () => void
  readonly #maxCues: number
  readonly #frames: Frame[] = []
  readonly #spans: SpanContext[] = []
  readonly #regionStyles = new Map<ReadRegion | undefined, ComputedStyle>()
  readonly #layouts = new Map<ReadRegion | undefined, Map<string | undefined, Cue['layout']>>()
  #paragraph: Paragraph | undefined
  #paragraphCount = 0

  constructor(head: Head, maxCues: number, report: Report, onFull: () => void) {
    this.#head = head
    this.#maxCues = maxCues
    this.#report = report
    this.#onFull = onFull
  }

  /** Takes a body, division, paragraph or span; false where it is to be skipped. */
  open(name: string, attributes: Attributes, line: number): boolean {
    const { styles, time } = this.#head
    if (name === 'tt:span') return this.#paragraph !== undefined && this.#openSpan(attributes, line)
    if (this.#paragraph) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A paragraph inside a paragraph was skipped', line)
      return false
    }
    const outer = this.#frames.at(-1)
    const isParagraph = name === 'tt:p'
    const interval = readInterval(outer?.interval ?? always, attributes, time, problem => {
      const kept = isParagraph ? 'its cue was skipped' : 'it was ignored'
      this.#report(
        isParagraph ? 'IMPORT_ENTRY_SKIPPED' : 'IMPORT_TIMING_REPAIRED',
        isParagraph ? 'error' : 'warning',
        `${problem}; ${kept}`,
        line,
      )
    })
    if (!interval && isParagraph) {
      this.#paragraphCount++
      return false
    }
    const frame: Frame = {
      interval: interval ?? outer?.interval ?? always,
      keepsSpace: this.#readSpace(attributes, outer?.keepsSpace ?? this.#head.keepsSpace),
      language: attributes['xml:lang']?.trim() ?? outer?.language,
      speaker: this.#readSpeaker(attributes) ?? outer?.speaker,
      region: attributes.region?.trim() ?? outer?.region,
      specified: styles.specify(attributes, line),
      styles: new Map(),
    }
    if (frame.specified.display === 'none') {
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', 'What is not displayed was skipped', line)
      if (isParagraph) this.#paragraphCount++
      return false
    }
    this.#frames.push(frame)
    if (isParagraph) this.#openParagraph(frame, attributes, line)
    return true
  }

  close(name: string): void {
    if (name === 'tt:span') {
      this.#spans.pop()
      return
    }
    this.#frames.pop()
    if (name === 'tt:p') this.#closeParagraph()
  }

  breakLine(): void {
    this.#paragraph?.pieces.push({ span: this.#spans.at(-1)! })
  }

  addText(text: string): void {
    const span = this.#spans.at(-1)
    if (span && !span.isDelimiter) this.#paragraph?.pieces.push({ text, span })
  }

  /** A description inside a paragraph. */
  addNote(note: string): void {
    this.#paragraph?.notes.push(note)
  }

  #openParagraph(frame: Frame, attributes: Attributes, line: number): void {
    this.#paragraphCount++
    const region = this.#findRegion(frame.region, line)
    const id = attributes['xml:id'] || undefined
    const { interval, keepsSpace, language, speaker } = frame
    const context: SpanContext = {
      style: this.#computeStyle(this.#frames.length - 1, region),
      begin: interval.begin,
      end: interval.end,
      isTimed: false,
      keepsSpace,
      speaker,
      language: language === this.#head.language || language === '' ? undefined : language,
      ruby: undefined,
      isDelimiter: false,
    }
    this.#paragraph = {
      // Paragraphs without a name of their own are numbered by the writer.
      id: id === `sub${this.#paragraphCount}` ? undefined : id,
      region,
      context,
      line,
      pieces: [],
      notes: [],
    }
    this.#spans.push(context)
  }

  #openSpan(attributes: Attributes, line: number): boolean {
    const outer = this.#spans.at(-1)!
    const { styles, time, language: ofDocument } = this.#head
    const hasTimes = attributes.begin !== undefined || attributes.end !== undefined || attributes.dur !== undefined
    const { begin, end } = outer
    const interval = hasTimes
      ? readInterval({ begin, end, next: begin, isSequence: false }, attributes, time, problem =>
          this.#report('IMPORT_ENTRY_SKIPPED', 'error', `${problem}; its text was skipped`, line),
        )
      : outer
    if (!interval) return false
    const style = outer.style.deriveSpan(styles.specify(attributes, line))
    if (style.values.display === 'none') return false
    const language = attributes['xml:lang']?.trim()
    const { ruby } = style.values
    this.#spans.push({
      style,
      begin: interval.begin,
      end: interval.end,
      isTimed: outer.isTimed || hasTimes,
      keepsSpace: this.#readSpace(attributes, outer.keepsSpace),
      speaker: this.#readSpeaker(attributes) ?? outer.speaker,
      language: language === undefined ? outer.language : language === ofDocument || !language ? undefined : language,
      ruby: ruby === 'base' || ruby === 'text' ? ruby : outer.ruby,
      isDelimiter: outer.isDelimiter || ruby === 'delimiter',
    })
    return true
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraph!
    this.#paragraph = undefined
    this.#spans.length = 0
    splitByTime(paragraph.pieces, paragraph.context).forEach((showing, index) => {
      this.#addCue(paragraph, showing, index === 0)
    })
  }

  #addCue({ id, region, context, line, notes }: Paragraph, showing: Showing, isFirst: boolean): void {
    const start = round(showing.begin)
    const end = showing.end === undefined ? undefined : round(showing.end)
    if (start >= Number.MAX_SAFE_INTEGER || (end ?? 0) >= Number.MAX_SAFE_INTEGER) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times are beyond all time', line)
      return
    }
    if (this.cues.length >= this.#maxCues) {
      this.#report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${this.#maxCues} cues were read`, line)
      this.#onFull()
      return
    }
    if (end !== undefined && end <= start) {
      this.#report('TIMING_ORDER', 'warning', 'A cue does not end after its start', line)
    }
    const kept = context.style.listKept()
    const layout = this.#findLayout(region, context.style.values.textAlign)
    const cue: Writable<Cue<number>> = { start, end: end ?? start, textParts: toTextParts(showing, context.style) }
    if (isFirst && id !== undefined) cue.id = id
    if (region?.region) cue.region = region.region.id
    if (layout) cue.layout = layout
    if (isFirst && notes.length > 0) cue.notes = notes
    if (kept) cue.ext = { ttml: { style: kept as JsonObject } }
    this.cues.push({ cue, line, isOpen: end === undefined })
  }

  /** The place of a cue; cues that stand in one place share it. */
  #findLayout(region: ReadRegion | undefined, textAlign: string | undefined): Cue['layout'] {
    const layouts = this.#layouts.get(region) ?? new Map<string | undefined, Cue['layout']>()
    this.#layouts.set(region, layouts)
    if (!layouts.has(textAlign)) layouts.set(textAlign, toLayout(region, textAlign))
    return layouts.get(textAlign)
  }

  #findRegion(id: string | undefined, line: number): ReadRegion | undefined {
    if (id === undefined) return undefined
    const region = this.#head.regions.get(id)
    if (!region) this.#report('IMPORT_SETTING_IGNORED', 'warning', `There is no region "${id.slice(0, 40)}"`, line)
    return region
  }

  #computeStyle(index: number, region: ReadRegion | undefined): ComputedStyle {
    if (index < 0) {
      let style = region?.style ?? this.#regionStyles.get(undefined)
      if (!style) {
        style = new ComputedStyle(this.#head.styles.initial)
        this.#regionStyles.set(undefined, style)
      }
      return style
    }
    const frame = this.#frames[index]!
    let style = frame.styles.get(region)
    if (!style) {
      style = this.#computeStyle(index - 1, region).derive(frame.specified)
      frame.styles.set(region, style)
    }
    return style
  }

  #readSpace(attributes: Attributes, outer: boolean): boolean {
    const space = attributes['xml:space']
    return space === undefined ? outer : space === 'preserve'
  }

  #readSpeaker(attributes: Attributes): string | undefined {
    const ids = attributes['ttm:agent']?.trim()
    if (!ids) return undefined
    const names = ids.split(/[\t\n\r ]+/, 10).map(id => this.#head.agents.get(id) ?? id)
    return names.join(', ')
  }
}

/** The place of a cue; centred is what all formats do without being told, at the start what TTML does in a region. */
function toLayout(region: ReadRegion | undefined, textAlign: string | undefined): Cue['layout'] {
  const align = textAlign ?? (region ? 'start' : 'center')
  const isNamed = align === 'start' || align === 'end' || align === 'left' || align === 'right'
  const layout = { ...region?.layout, ...(isNamed && { textAlign: align }) }
  return Object.keys(layout).length > 0 ? (layout as Cue['layout']) : undefined
}
