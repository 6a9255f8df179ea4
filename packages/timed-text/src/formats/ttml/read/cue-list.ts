import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, JsonObject, TextPart } from '../../../document/document.ts'
import type { Writable } from '../../../document/writable.ts'
import { isBlank, type Piece, type Showing, type SpanContext, splitByTime, toTextParts } from '../places/paragraph.ts'
import { ComputedStyle } from '../styles/computed-style.ts'
import { noStyles, type StyleTable } from '../styles/style-table.ts'
import { isBefore, type Moment, round } from '../times/moment.ts'
import { listChanges, type StyledElement, StylesAt } from './animation.ts'
import { type ReadRegion, toLayout } from './read-regions.ts'
import { clip } from './read-times.ts'

/** A paragraph that has been read. */
export interface Paragraph {
  readonly id: string | undefined
  readonly region: ReadRegion | undefined
  readonly context: SpanContext
  readonly at: number
  notes: string[] | undefined
  foreign: string[] | undefined
  hasTimedSpans: boolean
  /** Whether a span names a region for itself. */
  hasRegions: boolean
  /** Whether it, or what is around or inside it, has other styles for a time. */
  isAnimated: boolean
  /** Whether a part of it may not be seen. */
  mayBeHidden: boolean
  /** Whether it is not for the screen. */
  isComment: boolean
}

/** What is shown at one place. */
interface Part {
  readonly region: ReadRegion | undefined
  readonly pieces: readonly Piece[]
}

/** Makes cues of paragraphs. */
export class CueList {
  readonly cues: Cue<number>[] = []
  /** Indexes of the cues of which nothing says when they end, with their offsets; their end is their start. */
  readonly openCues = new Map<number, number>()
  readonly #styles: StyleTable
  readonly #regions: ReadonlyMap<string, ReadRegion>
  readonly #maxCues: number
  readonly #report: Report
  readonly #onFull: () => void
  #regionless: ComputedStyle | undefined
  readonly #layouts = new Map<ReadRegion | undefined, Map<string | undefined, Cue['layout']>>()
  /** Room for the parts of a cue. */
  readonly #room: TextPart<number>[] = []

  constructor(
    { styles, regions }: { readonly styles: StyleTable; readonly regions: ReadonlyMap<string, ReadRegion> },
    maxCues: number,
    report: Report,
    onFull: () => void,
  ) {
    this.#styles = styles
    this.#regions = regions
    this.#maxCues = maxCues
    this.#report = report
    this.#onFull = onFull
  }

  add(paragraph: Paragraph, pieces: readonly Piece[]): void {
    const { context, region } = paragraph
    // Such a paragraph is there for no time.
    if (context.interval?.isSequence && pieces.every(({ text }) => isBlank(text))) return
    const isPlain =
      !paragraph.hasRegions && !paragraph.isAnimated && !paragraph.mayBeHidden && region?.animation === undefined
    if (isPlain) {
      const { begin, end, style } = context
      if (!paragraph.hasTimedSpans) this.#addCue(paragraph, region, { begin, end, pieces }, style, true)
      else {
        splitByTime(pieces, context).forEach((showing, index) => {
          this.#addCue(paragraph, region, showing, style, index === 0)
        })
      }
      return
    }
    const before = this.cues.length
    for (const part of paragraph.hasRegions ? this.#splitByRegion(paragraph, pieces) : [{ region, pieces }]) {
      for (const showing of splitByTime(part.pieces, context)) this.#addChanging(paragraph, part, showing, before)
    }
    if (this.cues.length === before) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', 'What is not displayed was skipped', paragraph.at)
    }
  }

  /** The style of texts in a region, or in none. */
  getRegionStyle(region: ReadRegion | undefined): ComputedStyle {
    this.#regionless ??= new ComputedStyle(this.#styles.initial)
    return region?.style ?? this.#regionless
  }

  findRegion(id: string | undefined, at: number): ReadRegion | undefined {
    if (id === undefined) return undefined
    const region = this.#regions.get(id)
    if (!region) this.#report('IMPORT_SETTING_IGNORED', 'warning', `There is no region "${id.slice(0, 40)}"`, at)
    return region
  }

  /** TTML1, 9.3.2: text is shown in the region that its element names, and not in that of another one. */
  #splitByRegion({ region, at }: Paragraph, pieces: readonly Piece[]): Part[] {
    const parts = new Map<ReadRegion | undefined, Piece[]>()
    let isLost = false
    for (const piece of pieces) {
      const { regionId } = piece.span
      const own = regionId === undefined ? region : this.findRegion(regionId, at)
      if (region && own !== region) {
        this.#report('IMPORT_SETTING_IGNORED', 'warning', 'A region inside another one was ignored', at)
        return [{ region, pieces }]
      }
      if (!own) {
        isLost ||= !isBlank(piece.text)
        continue
      }
      const part = parts.get(own) ?? []
      part.push(piece)
      parts.set(own, part)
    }
    if (isLost) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'warning', 'Text beside spans with a region of their own is in none', at)
    }
    return [...parts].map(([region, pieces]) => ({ region, pieces }))
  }

  /** The cues of what is shown at one place, one for each time in which nothing changes. */
  #addChanging(paragraph: Paragraph, { region }: Part, showing: Showing, first: number): void {
    const { pieces, begin, end } = showing
    const spans = new Set(pieces.map(({ span }) => span))
    const animated: StyledElement[] = paragraph.isAnimated ? [paragraph.context, ...spans] : []
    if (region?.animation)
      animated.push({ outer: undefined, specified: noStyles, isSpan: false, sets: [...region.animation.sets] })
    const changes = listChanges(animated, showing, pieces.length)
    if (!changes) {
      const message = 'A paragraph with too many changes was read as it begins'
      this.#report('IMPORT_LIMIT_REACHED', 'warning', message, paragraph.at)
    }
    const moments = [begin, ...(changes ?? [])]
    for (const [index, moment] of moments.entries()) {
      const place = region?.animation?.at(moment, region) ?? region
      const styles = new StylesAt(this.getRegionStyle(place), moment)
      const until = moments[index + 1] ?? end
      const shown = pieces.filter(({ span }) => isThere(span, moment, until) && styles.isShown(span))
      if (shown.every(({ text }) => isBlank(text))) continue
      const contexts = new Map([...spans].map(span => [span, { ...span, style: styles.find(span) }]))
      const restyled = shown.map(({ text, span }) => ({ text, span: contexts.get(span) ?? span }))
      const style = styles.find(paragraph.context)
      const isFirst = this.cues.length === first
      this.#addCue(paragraph, place, { begin: moment, end: until, pieces: restyled }, style, isFirst)
      if (!isFirst && index > 0) this.#joinLast(first)
    }
  }

  /** Joins the last cue to the one before it where nothing has changed that is seen. */
  #joinLast(first: number): void {
    const last = this.cues.length - 1
    const [a, b] = [this.cues[last - 1], this.cues[last]]
    if (!a || !b || last - 1 < first || a.end !== b.start) return
    const toKey = ({ textParts, region, layout, ext }: Cue<number>) =>
      JSON.stringify([textParts, region, layout, ext?.ttml?.style])
    if (toKey(a) !== toKey(b)) return
    this.cues.pop()
    this.cues[last - 1] = { ...a, end: b.end }
    const at = this.openCues.get(last)
    if (at === undefined) return
    this.openCues.delete(last)
    this.openCues.set(last - 1, at)
  }

  #addCue(
    { id, context, at, notes, foreign, isComment }: Paragraph,
    region: ReadRegion | undefined,
    showing: Showing,
    style: ComputedStyle,
    isFirst: boolean,
  ): void {
    if (!isBefore(showing.begin, Number.MAX_SAFE_INTEGER)) {
      const message = 'A cue was skipped that never begins: it is beyond all time, or follows something without an end'
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', message, at)
      return
    }
    const around = findLatest(context)
    if (around !== undefined && !isBefore(showing.begin, around)) {
      const message = 'What begins only after the end of what is around it was skipped'
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', message, at)
      return
    }
    const shown = clip(showing, region?.interval)
    if (!shown) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'info', 'What is shown only while its region is not there was skipped', at)
      return
    }
    const start = round(shown.begin)
    const end = shown.end === undefined ? undefined : round(shown.end)
    if ((end ?? 0) >= Number.MAX_SAFE_INTEGER) {
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
    const kept = style.listKept()
    const layout = this.#findLayout(region, style.values.textAlign)
    const cue: Writable<Cue<number>> = { start, end: end ?? start, textParts: toTextParts(shown, style, this.#room) }
    if (isFirst && id !== undefined) cue.id = id
    if (region?.region) cue.region = region.region.id
    if (layout) cue.layout = layout
    if (isFirst && notes) cue.notes = notes
    if (isComment) cue.hidden = true
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
}

/** Where nothing of a paragraph is there any more; one that ends before it begins is reported by its times. */
function findLatest({ begin, end, latest }: SpanContext): Moment | undefined {
  return end !== undefined && isBefore(begin, end) ? end : latest
}

/** Whether a span is there at some time of a part of its paragraph. */
function isThere({ begin, end, isTimed }: SpanContext, from: Moment, until: Moment | undefined): boolean {
  if (!isTimed) return true
  const isOver = end !== undefined && !isBefore(from, end)
  return !isOver && (until === undefined || isBefore(begin, until))
}
