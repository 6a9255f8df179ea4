import type { Report } from '../../../document/diagnostics.ts'
import { isGenericFamily } from '../../../text/font-families.ts'
import { createAttributes } from '../../xml/read-tag.ts'
import type { Attributes } from '../namespaces.ts'
import { isBlank, type Piece, type SpanContext } from '../places/paragraph.ts'
import type { ComputedStyle } from '../styles/computed-style.ts'
import { noStyles } from '../styles/style-table.ts'
import type { Styles } from '../styles/style-values.ts'
import { findLooseTime } from '../times/time-expression.ts'
import { CueList, type Paragraph } from './cue-list.ts'
import {
  type Frame,
  type Head,
  isNumbered,
  readSpace,
  readSpeaker,
  skippedImage,
  type UsualParagraph,
  usualNames,
} from './elements.ts'
import type { ReadRegion } from './read-regions.ts'
import { always, createInterval, endChild, type Interval, readInterval, readPlainInterval } from './read-times.ts'

const nothing: Attributes = Object.freeze({})

/** Makes cues of the elements of a body. */
export class BodyReader {
  readonly #head: Head
  readonly #report: Report
  readonly #list: CueList
  readonly #frames: Frame[] = []
  readonly #spans: SpanContext[] = []
  #paragraph: Paragraph | undefined
  #paragraphCount = 0
  #usual: UsualParagraph | undefined
  /** The pieces of the paragraph, as many as are counted: what grew for one has room for the next. */
  readonly #pieces: Piece[] = []
  #pieceCount = 0
  #fontFamily: string | undefined

  constructor(head: Head, maxCues: number, report: Report, onFull: () => void) {
    this.#head = head
    this.#report = report
    this.#list = new CueList(head, maxCues, report, onFull)
  }

  get cues() {
    return this.#list.cues
  }

  /** The family of fonts that the body names. */
  get fontFamily(): string | undefined {
    return this.#fontFamily
  }

  get openCues() {
    return this.#list.openCues
  }

  /** Takes a body, division, paragraph or span; false where it is to be skipped. */
  open(name: string, attributes: Attributes, at: number, names: readonly string[] | undefined): boolean {
    if (name === 'tt:span') return this.#paragraph !== undefined && this.#openSpan(attributes, at, names)
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
    const specified =
      name === 'tt:body' ? this.#takeFamily(styles.specify(attributes, at)) : styles.specify(attributes, at)
    this.#reportLooseTimes(attributes, at)
    const held = interval ?? outer?.interval ?? always
    const keepsSpace = readSpace(attributes, outer?.keepsSpace ?? this.#head.keepsSpace)
    const language = attributes['xml:lang']?.trim() ?? outer?.language
    const speaker = readSpeaker(attributes, this.#head.agents) ?? outer?.speaker
    const regionId = attributes.region?.trim() ?? outer?.region
    const isDisplayed = (outer?.isDisplayed ?? true) && specified.display !== 'none'
    const isAnimated = outer?.isAnimated ?? false
    const element = { outer, specified, isSpan: false, sets: undefined }
    if (!isParagraph) {
      const place = { keepsSpace, language, speaker, region: regionId, isDisplayed, isAnimated, styles: new Map() }
      this.#frames.push({ ...element, ...place, interval: held, imageAt: undefined, alternative: undefined })
      return true
    }
    const region = this.#list.findRegion(regionId, at)
    const style = this.#computeStyle(this.#frames.length - 1, region).derive(specified)
    const isSeen = isDisplayed && style.values.visibility !== 'hidden' && region?.style.values.display !== 'none'
    const context: SpanContext = {
      ...element,
      style,
      begin: held.begin,
      end: held.end,
      isTimed: false,
      keepsSpace,
      speaker,
      language: language === this.#head.language || language === '' ? undefined : language,
      ruby: undefined,
      isDelimiter: false,
      rubyContainer: undefined,
      interval: held,
      latest: outer?.interval.end,
      regionId: undefined,
    }
    this.#openParagraph(attributes['xml:id'], region, context, at)
    this.#paragraph!.isAnimated = isAnimated
    this.#paragraph!.mayBeHidden = !isSeen
    const isUsual = isSeen && !isAnimated && !held.isSequence && !outer?.interval.isSequence
    if (isUsual && names?.every(name => usualNames.has(name)) && (region || regionId === undefined)) {
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

  /** A generic family of the body is that of the file, and none that its texts have chosen. */
  #takeFamily({ fontFamily, ...others }: Styles): Styles {
    if (fontFamily === undefined) return others
    if (!isGenericFamily(fontFamily)) return { ...others, fontFamily }
    this.#fontFamily = fontFamily
    return others
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
    this.#paragraphCount++
    const { outer: around, specified, style, keepsSpace, speaker, language, latest } = context
    // Spelled out, which takes a quarter of the time of a copy.
    this.#openParagraph(
      attributes['xml:id'],
      region,
      {
        outer: around,
        specified,
        isSpan: false,
        sets: undefined,
        style,
        begin: interval.begin,
        end: interval.end,
        isTimed: false,
        keepsSpace,
        speaker,
        language,
        ruby: undefined,
        isDelimiter: false,
        rubyContainer: undefined,
        interval: undefined,
        latest,
        regionId: undefined,
      },
      at,
    )
    return true
  }

  /** Takes the styles that the element which is open has for a time; false where it knows none of them. */
  animate(attributes: Attributes, at: number): boolean {
    const { styles, time } = this.#head
    const given = styles.inline(attributes, at)
    const span = this.#spans.at(-1)
    const element = span ?? this.#frames.at(-1)
    if (given === noStyles || !element) return false
    const { begin, end } = span ?? this.#frames.at(-1)!.interval
    const interval = readInterval(createInterval(begin, end), attributes, time, problem =>
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', `${problem}; the animation was ignored`, at),
    )
    if (!interval) return true
    element.sets ??= []
    element.sets.push({ begin: interval.begin, end: interval.end, styles: given })
    if (this.#paragraph) this.#paragraph.isAnimated = true
    else this.#frames.at(-1)!.isAnimated = true
    this.#usual = undefined
    return true
  }

  close(name: string): void {
    if (name === 'tt:span') {
      const { interval } = this.#spans.pop()!
      const outer = this.#spans[this.#spans.length - 1]?.interval
      if (!interval || !outer) return
      if (interval.textFrom !== undefined && interval.ownEnd === undefined) this.#dropText(interval, interval.textFrom)
      endChild(outer, interval)
    } else if (name === 'tt:p') this.#closeParagraph()
    else {
      const { interval } = this.#closeImage()
      const outer = this.#frames.at(-1)
      if (outer) endChild(outer.interval, interval)
    }
  }

  /** A span of text alone is there for no time where it is in a sequence, and says none. */
  #dropText(interval: Interval, from: number): void {
    if (this.#pieceCount === from) return
    this.#pieceCount = from
    interval.isEndless = false
    this.#reportTimeless()
  }

  #reportTimeless(): void {
    const message = 'Text that a sequence shows for no time was skipped'
    this.#report('IMPORT_ENTRY_SKIPPED', 'info', message, this.#paragraph!.at)
  }

  breakLine(): void {
    const interval = this.#spans[this.#spans.length - 1]?.interval
    if (interval) interval.textFrom = undefined
    if (this.#paragraph) this.#addPiece(undefined, this.#spans[this.#spans.length - 1]!)
  }

  addText(text: string): void {
    if (!this.#paragraph) return
    const span = this.#spans[this.#spans.length - 1]!
    const { interval } = span
    if (interval && interval !== always && !isBlank(text)) {
      // TTML1, 10.4: text without a span is there for no time in a sequence, and without end elsewhere.
      if (interval.isSequence) {
        this.#reportTimeless()
        return
      }
      interval.isEndless = true
    }
    const isSkipped = span.isDelimiter || (span.rubyContainer && isBlank(text))
    if (!isSkipped) this.#addPiece(text, span)
  }

  #addPiece(text: string | undefined, span: SpanContext): void {
    this.#pieces[this.#pieceCount++] = { text, span }
  }

  /** An image in the division that is open; false where none is. */
  addImage(at: number): boolean {
    const frame = this.#frames.at(-1)
    if (!frame || this.#paragraph) return false
    frame.imageAt ??= at
    return true
  }

  /** What an image says (IMSC 1.3, ittm:altText, and the item altText of TTML2). */
  addAlternative(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame && !this.#paragraph) frame.alternative ??= text.trim()
  }

  /** Ends a division. What its image says is not to be shown in its place, but to be found. */
  #closeImage(): Frame {
    const frame = this.#frames.at(-1)!
    const { imageAt: at, alternative } = frame
    if (at !== undefined) this.#report('IMPORT_ENTRY_SKIPPED', 'error', skippedImage, at)
    if (at !== undefined && alternative) {
      this.open('tt:p', createAttributes(), at, undefined)
      this.#paragraph!.isComment = true
      this.addText(alternative)
      this.#closeParagraph()
    }
    this.#frames.pop()
    return frame
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
      hasRegions: false,
      isAnimated: false,
      mayBeHidden: false,
      isComment: false,
    }
    this.#pieceCount = 0
    this.#spans.push(context)
  }

  #openSpan(attributes: Attributes, at: number, names: readonly string[] | undefined): boolean {
    const outer = this.#spans[this.#spans.length - 1]!
    const paragraph = this.#paragraph!
    const { styles, time, language: ofDocument } = this.#head
    // Most spans have a style and no more; what they might have is not looked for.
    const others = names?.length === 1 && names[0] === 'style' ? nothing : attributes
    const { begin, end, dur, timeContainer } = others
    const saysTimes = begin !== undefined || end !== undefined || dur !== undefined || timeContainer !== undefined
    const around = outer.interval ?? (saysTimes ? createInterval(outer.begin, outer.end) : undefined)
    const interval =
      around &&
      readInterval(around, others, time, problem =>
        this.#report('IMPORT_ENTRY_SKIPPED', 'error', `${problem}; its text was skipped`, at),
      )
    if (around && !interval) return false
    if (around) around.textFrom = undefined
    if (around?.isSequence && interval) interval.textFrom = this.#pieceCount
    const hasTimes = interval !== around
    if (hasTimes) this.#reportLooseTimes(attributes, at)
    const specified = styles.specify(attributes, at)
    const style = outer.style.deriveSpan(specified)
    const { display, visibility, ruby } = style.values
    const language = others['xml:lang']?.trim()
    const regionId = others.region?.trim()
    if (hasTimes) paragraph.hasTimedSpans = true
    if (regionId) paragraph.hasRegions = true
    // What is hidden around it may be seen in it, since visibility is inherited and no more.
    if (display === 'none' || visibility === 'hidden') paragraph.mayBeHidden = true
    this.#spans.push({
      outer,
      specified,
      isSpan: true,
      sets: undefined,
      style,
      begin: interval ? interval.begin : outer.begin,
      end: interval ? interval.end : outer.end,
      isTimed: outer.isTimed || hasTimes,
      keepsSpace: readSpace(others, outer.keepsSpace),
      speaker: readSpeaker(others, this.#head.agents) ?? outer.speaker,
      language: language === undefined ? outer.language : language === ofDocument || !language ? undefined : language,
      ruby: ruby === 'base' || ruby === 'text' ? ruby : outer.ruby,
      isDelimiter: outer.isDelimiter || ruby === 'delimiter',
      rubyContainer: ruby?.toLowerCase().endsWith('container') ? { hasTexts: false } : undefined,
      interval,
      latest: undefined,
      regionId: regionId || outer.regionId,
    })
    if (ruby === 'textContainer' && outer.rubyContainer) {
      if (outer.rubyContainer.hasTexts) this.#addPiece(' ', { ...this.#spans.at(-1)!, ruby: 'text' })
      outer.rubyContainer.hasTexts = true
    }
    return true
  }

  #reportLooseTimes({ begin, end, dur }: Attributes, at: number): void {
    const problem = findLooseTime(begin) ?? findLooseTime(end) ?? findLooseTime(dur)
    if (problem !== undefined) this.#report('IMPORT_TIMING_REPAIRED', 'warning', problem, at)
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraph!
    this.#paragraph = undefined
    this.#spans.pop()
    const { interval } = paragraph.context
    const outer = this.#frames[this.#frames.length - 1]
    if (interval && outer) endChild(outer.interval, interval)
    this.#list.add(paragraph, this.#pieces.slice(0, this.#pieceCount))
  }

  #computeStyle(index: number, region: ReadRegion | undefined): ComputedStyle {
    if (index < 0) return this.#list.getRegionStyle(region)
    const frame = this.#frames[index]!
    let style = frame.styles.get(region)
    if (!style) {
      style = this.#computeStyle(index - 1, region).derive(frame.specified)
      frame.styles.set(region, style)
    }
    return style
  }
}
