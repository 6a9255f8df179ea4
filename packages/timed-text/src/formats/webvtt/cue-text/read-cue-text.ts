import type { Milliseconds } from '@rushes/timebase'
import type { TextPart } from '../../../document/document.ts'
import { appendText } from '../../../text/text-parts.ts'
import { countSteps, type Span, SpanTable } from './spans.ts'
import { type CueTextEvents, walkCueText } from './walk-cue-text.ts'

/** The text of a cue. */
export interface CueText {
  readonly textParts: TextPart<number>[]
  /**
   * Whether its tags are those that the writer would write; undefined where that cannot be told without writing it.
   */
  readonly isOurs: boolean | undefined
}

type ReportProblem = (problem: string, index: number) => void

/** Reads the payloads of the cues of a file. */
export class CueTextReader implements CueTextEvents {
  readonly #spans = new SpanTable()
  readonly #isStrict: boolean
  #parts: TextPart<number>[] = []
  #cueStart: Milliseconds = 0
  #start: Milliseconds | undefined
  #hasTimestamps = false
  #report: ReportProblem = () => {}
  /** Tags that were taken, and how many of them the writer would need. */
  #tagCount = 0
  #stepCount = 0
  #hasForeignTags = false
  #last: Span = this.#spans.root

  constructor(isStrict = false) {
    this.#isStrict = isStrict
  }

  /**
   * Reads the payload of a cue. Text after a timestamp starts at it, except where that is the start of the cue. A line
   * of one U+00A0 is how a blank line is written. `report` gets the index in the payload.
   */
  read(payload: string, cueStart: Milliseconds, report: ReportProblem): CueText {
    if (this.#isStrict || !payload.includes('\u00a0')) return this.#read(payload, cueStart, report)
    const text = payload.replace(/^\u00a0$/gm, '')
    // Listed once: a payload may have as many problems as lines.
    let starts: { text: readonly number[]; payload: readonly number[] } | undefined
    return this.#read(text, cueStart, (problem, index) => {
      starts ??= { text: listLineStarts(text), payload: listLineStarts(payload) }
      report(problem, starts.payload[findLine(starts.text, index)]!)
    })
  }

  #read(payload: string, cueStart: Milliseconds, report: ReportProblem): CueText {
    const { root } = this.#spans
    const parts: TextPart<number>[] = []
    this.#parts = parts
    this.#cueStart = cueStart
    this.#start = undefined
    this.#hasTimestamps = false
    this.#report = report
    this.#tagCount = 0
    this.#stepCount = 0
    this.#hasForeignTags = false
    this.#last = root
    const span = walkCueText(payload, this.#spans, this, this.#isStrict)
    // "When the cue is one voice span, its end tag may be left out."
    const isVoiceAlone = span.depth === 1 && span.name === 'v'
    if (span !== root && !isVoiceAlone) report(`<${span.name}> is not closed`, payload.length)
    // A copy has the length it needs, while what grows has room for more.
    const textParts = parts.slice()
    if (this.#hasTimestamps) return { textParts, isOurs: undefined }
    const steps = this.#stepCount + countSteps(this.#last, root)
    return { textParts, isOurs: !this.#hasForeignTags && steps === this.#tagCount }
  }

  readonly text = (text: string, span: Span): void => {
    appendText(this.#parts, text, span.style, this.#start)
    if (span === this.#last || isLineBreaks(text)) return
    this.#stepCount += countSteps(this.#last, span)
    this.#last = span
    if (!span.isOurs) this.#hasForeignTags = true
  }

  readonly open = (): void => {
    this.#tagCount++
  }

  readonly close = (): void => {
    this.#tagCount++
  }

  readonly timestamp = (time: Milliseconds): void => {
    this.#hasTimestamps = true
    this.#start = time === this.#cueStart ? undefined : time
  }

  readonly problem = (problem: string, index: number): void => {
    this.#report(problem, index)
  }
}

function listLineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** The line that an index is in: the last one that begins at it or before. */
function findLine(starts: readonly number[], index: number): number {
  let [from, until] = [0, starts.length]
  while (until - from > 1) {
    const middle = (from + until) >> 1
    if (starts[middle]! <= index) from = middle
    else until = middle
  }
  return from
}

/** Line breaks are written in whatever tags are open. */
function isLineBreaks(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== 0x0a) return false
  return true
}
