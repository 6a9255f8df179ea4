import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, JsonObject, TextPart } from '../../../document/document.ts'
import type { Writable } from '../../../document/writable.ts'
import type { Attributes } from '../namespaces.ts'
import { isBlank, type Piece, type Showing, type SpanContext, splitByTime, toTextParts } from '../places/paragraph.ts'
import { ComputedStyle } from '../styles/computed-style.ts'
import type { StyleTable } from '../styles/style-table.ts'
import type { Styles } from '../styles/style-values.ts'
import { round } from '../times/moment.ts'
import { isBareNumber, type TimeParameters } from '../times/time-expression.ts'
import { type ReadRegion, toLayout } from './read-regions.ts'
import { always, clip, type Interval, readInterval, readPlainInterval } from './read-times.ts'

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

/** A body or a division that is open. */
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
  readonly at: number
  notes: string[] | undefined
  foreign: string[] | undefined
  hasTimedSpans: boolean
}

/** What a paragraph with nothing but a name, a place, a style and times was found to be; the next one mostly is the same. */
interface UsualParagraph {
  readonly names: readonly string[]
  readonly frame: Frame | undefined
  readonly styleIds: string | undefined
  readonly addedCount: number
  readonly regionId: string | undefined
  readonly region: ReadRegion | undefined
  readonly context: SpanContext
}

const usualNames: ReadonlySet<string> = new Set(['xml:id', 'region', 'style', 'begin', 'end'])

/** Makes cues of the elements of a body. */
export class BodyReader {
  readonly cues: Cue<number>[] = []
  /** Indexes of the cues of which nothing says when they end, with their offsets; their end is their start. */
  readonly openCues = new Map<number, number>()
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
  #usual: UsualParagraph | undefined
  /** The pieces of the paragraph, as many as are counted: what grew for one has room for the next. */
  readonly #pieces: Piece[] = []
  #pieceCount = 0
  /** Room for the parts of a cue. */
  readonly #room: TextPart<number>[] = []

  constructor(head: Head, maxCues: number, report: Report, onFull: () => void) {
    this.#head = head
    this.#maxCues = maxCues
    this.#report = report
    this.#onFull = onFull
  }

  /** Takes a body, division, paragraph or span; false where it is to be skipped. */
  open(name: string, attributes: Attributes, at: number, names: readonly string[] | undefined): boolean {
    if (name === 'tt:span') return this.#paragraph !== undefined && this.#openSpan(attributes, at)
    if (name === 'tt:p' && names !== undefined && this.#openUsual(attributes, at, names)) return true
    const { styles, time } = this.#head
    if (this.#paragraph) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A paragraph inside a paragraph was skipped', at)
      return false
    }
    const outer = this.#frames.at(-1)
    const isParagraph = name === 'tt:p'
    if (isParagraph) this.#paragraphCount++
    const interval = readInterval(outer?.interval ?? always, attributes, time, problem => {
      if (isParagraph) this.#report('IMPORT_ENTRY_SKIPPED', 'error', `${problem}; its cue was skipped`, at)
      else this.#report('IMPORT_TIMING_REPAIRED', 'warning', `${problem}; it was ignored`, at)
    })
    if (!interval && isParagraph) return false
    const specified = styles.specify(attributes, at)
    if (specified.display === 'none') {
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', 'What is not displayed was skipped', at)
      return false
    }
    if ([attributes.begin, attributes.end, attributes.dur].some(isBareNumber)) this.#reportBareNumber(at)
    const held = interval ?? outer?.interval ?? always
    const keepsSpace = this.#readSpace(attributes, outer?.keepsSpace ?? this.#head.keepsSpace)
    const language = attributes['xml:lang']?.trim() ?? outer?.language
    const speaker = this.#readSpeaker(attributes) ?? outer?.speaker
    const regionId = attributes.region?.trim() ?? outer?.region
    if (!isParagraph) {
      const styles = new Map<ReadRegion | undefined, ComputedStyle>()
      this.#frames.push({ interval: held, keepsSpace, language, speaker, region: regionId, specified, styles })
      return true
    }
    const region = this.#findRegion(regionId, at)
    const context: SpanContext = {
      style: this.#computeStyle(this.#frames.length - 1, region).derive(specified),
      begin: held.begin,
      end: held.end,
      isTimed: false,
      keepsSpace,
      speaker,
      language: language === this.#head.language || language === '' ? undefined : language,
      ruby: undefined,
      isDelimiter: false,
      isRubyContainer: false,
    }
    this.#openParagraph(attributes['xml:id'], region, context, at)
    if (
      names?.every(name => usualNames.has(name)) &&
      !outer?.interval.isSequence &&
      (region || regionId === undefined)
    ) {
      const { addedCount } = styles
      this.#usual = {
        names,
        frame: outer,
        styleIds: attributes.style,
        addedCount,
        regionId: attributes.region,
        region,
        context,
      }
    }
    return true
  }

  /** Takes a paragraph that is as the last one was but for its name and its times. */
  #openUsual(attributes: Attributes, at: number, names: readonly string[]): boolean {
    const usual = this.#usual
    if (usual?.names !== names || usual.styleIds !== attributes.style || usual.regionId !== attributes.region)
      return false
    const { frame, region, addedCount, context } = usual
    const outer = this.#frames[this.#frames.length - 1]
    const isSame = frame === outer && addedCount === this.#head.styles.addedCount && this.#paragraph === undefined
    if (!isSame || (outer && outer.interval !== always)) return false
    if (region && this.#head.regions.get((attributes.region ?? outer?.region)!.trim()) !== region) return false
    const interval = readPlainInterval(attributes, this.#head.time)
    if (!interval) return false
    const { style, keepsSpace, speaker, language } = context
    const { begin, end } = interval
    this.#paragraphCount++
    this.#openParagraph(
      attributes['xml:id'],
      region,
      {
        style,
        begin,
        end,
        isTimed: false,
        keepsSpace,
        speaker,
        language,
        ruby: undefined,
        isDelimiter: false,
        isRubyContainer: false,
      },
      at,
    )
    return true
  }

  close(name: string): void {
    if (name === 'tt:span') {
      this.#spans.pop()
      return
    }
    if (name === 'tt:p') this.#closeParagraph()
    else this.#frames.pop()
  }

  breakLine(): void {
    if (this.#paragraph) this.#addPiece(undefined, this.#spans[this.#spans.length - 1]!)
  }

  addText(text: string): void {
    if (!this.#paragraph) return
    const span = this.#spans[this.#spans.length - 1]!
    const isSkipped = span.isDelimiter || (span.isRubyContainer && isBlank(text))
    if (!isSkipped) this.#addPiece(text, span)
  }

  #addPiece(text: string | undefined, span: SpanContext): void {
    this.#pieces[this.#pieceCount++] = { text, span }
  }

  /** A description inside a paragraph. */
  addNote(note: string): void {
    if (!this.#paragraph) return
    this.#paragraph.notes ??= []
    this.#paragraph.notes.push(note)
  }

  /** Metadata of another namespace inside a paragraph. */
  addForeign(xml: string): void {
    if (!this.#paragraph) return
    this.#paragraph.foreign ??= []
    this.#paragraph.foreign.push(xml)
  }

  get isInParagraph(): boolean {
    return this.#paragraph !== undefined
  }

  #openParagraph(id: string | undefined, region: ReadRegion | undefined, context: SpanContext, at: number): void {
    this.#paragraph = {
      // Paragraphs without a name of their own are numbered by the writer.
      id: id === undefined || id === '' || isNumbered(id, this.#paragraphCount) ? undefined : id,
      region,
      context,
      at,
      notes: undefined,
      foreign: undefined,
      hasTimedSpans: false,
    }
    this.#pieceCount = 0
    this.#spans.push(context)
  }

  #openSpan(attributes: Attributes, at: number): boolean {
    const outer = this.#spans[this.#spans.length - 1]!
    const { styles, time, language: ofDocument } = this.#head
    const hasTimes = attributes.begin !== undefined || attributes.end !== undefined || attributes.dur !== undefined
    const { begin, end } = outer
    const interval = hasTimes
      ? readInterval({ begin, end, next: begin, isSequence: false }, attributes, time, problem =>
          this.#report('IMPORT_ENTRY_SKIPPED', 'error', `${problem}; its text was skipped`, at),
        )
      : outer
    if (!interval) return false
    if (hasTimes && [attributes.begin, attributes.end, attributes.dur].some(isBareNumber)) this.#reportBareNumber(at)
    const style = outer.style.deriveSpan(styles.specify(attributes, at))
    if (style.values.display === 'none') return false
    const language = attributes['xml:lang']?.trim()
    const { ruby } = style.values
    if (hasTimes) this.#paragraph!.hasTimedSpans = true
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
      isRubyContainer: ruby?.toLowerCase().endsWith('container') ?? false,
    })
    return true
  }

  #reportBareNumber(at: number): void {
    this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A time without a unit was taken for seconds', at)
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraph!
    this.#paragraph = undefined
    this.#spans.pop()
    const { context, hasTimedSpans } = paragraph
    const pieces = this.#pieces.slice(0, this.#pieceCount)
    if (!hasTimedSpans) {
      this.#addCue(paragraph, { begin: context.begin, end: context.end, pieces }, true)
      return
    }
    splitByTime(pieces, context).forEach((showing, index) => {
      this.#addCue(paragraph, showing, index === 0)
    })
  }

  #addCue({ id, region, context, at, notes, foreign }: Paragraph, showing: Showing, isFirst: boolean): void {
    const shown = clip(showing, region?.interval)
    if (!shown) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', 'What is shown only while its region is not there was skipped', at)
      return
    }
    const start = round(shown.begin)
    const end = shown.end === undefined ? undefined : round(shown.end)
    if (start >= Number.MAX_SAFE_INTEGER || (end ?? 0) >= Number.MAX_SAFE_INTEGER) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times are beyond all time', at)
      return
    }
    if (this.cues.length >= this.#maxCues) {
      this.#report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${this.#maxCues} cues were read`, at)
      this.#onFull()
      return
    }
    if (end !== undefined && end <= start) {
      this.#report('TIMING_ORDER', 'warning', 'A cue does not end after its start', at)
    }
    const kept = context.style.listKept()
    const layout = this.#findLayout(region, context.style.values.textAlign)
    const cue: Writable<Cue<number>> = {
      start,
      end: end ?? start,
      textParts: toTextParts(shown, context.style, this.#room),
    }
    if (isFirst && id !== undefined) cue.id = id
    if (region?.region) cue.region = region.region.id
    if (layout) cue.layout = layout
    if (isFirst && notes) cue.notes = notes
    if (kept) cue.ext = { ttml: { style: kept as JsonObject } }
    if (isFirst && foreign) cue.ext = { ttml: { ...cue.ext?.ttml, foreign } }
    if (end === undefined) this.openCues.set(this.cues.length, at)
    this.cues.push(cue)
  }

  /** The place of a cue; cues at one place share it. */
  #findLayout(region: ReadRegion | undefined, textAlign: string | undefined): Cue['layout'] {
    let layouts = this.#layouts.get(region)
    if (!layouts) {
      layouts = new Map()
      this.#layouts.set(region, layouts)
    }
    if (!layouts.has(textAlign)) layouts.set(textAlign, toLayout(region, textAlign))
    return layouts.get(textAlign)
  }

  #findRegion(id: string | undefined, at: number): ReadRegion | undefined {
    if (id === undefined) return undefined
    const region = this.#head.regions.get(id)
    if (!region) this.#report('IMPORT_SETTING_IGNORED', 'warning', `There is no region "${id.slice(0, 40)}"`, at)
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

/** Whether a name is the one that the writer gives to the paragraph of a number. */
function isNumbered(id: string, number: number): boolean {
  // Text of numbers is dear to make, and from a wrong digit on it is known to be another.
  let rest = number
  let at = id.length - 1
  for (; rest > 0 && at > 2; at--) {
    const digit = rest % 10
    if (id.charCodeAt(at) !== 0x30 + digit) return false
    rest = (rest - digit) / 10
  }
  return rest === 0 && at === 2 && id.startsWith('sub')
}
