import type { Milliseconds } from '@rushes/timebase'
import { decodeHtmlReferences } from '../../../text/character-references.ts'
import { parseTimestamp } from '../timing.ts'
import type { Span, SpanTable } from './spans.ts'

/** What the text of a cue says, piece by piece; `index` counts in the payload. */
export interface CueTextEvents {
  readonly text: (text: string, span: Span) => void
  readonly open: (span: Span) => void
  /** An end tag; the span around all that it closes. */
  readonly close: (outer: Span) => void
  readonly timestamp: (time: Milliseconds) => void
  readonly problem: (problem: string, index: number) => void
}

/**
 * Walks through the payload of a cue by the rules of the standard: tags that it ignores are ignored. A `<` that begins
 * no tag is text, while browsers take all until the next `>` for a tag (`isStrict`). Gives the span that is still open.
 */
export function walkCueText(payload: string, spans: SpanTable, events: CueTextEvents, isStrict: boolean): Span {
  let span = spans.root
  let mark = payload.indexOf('<')
  if (mark < 0) {
    if (payload !== '') events.text(decodeHtmlReferences(payload), span)
    return span
  }
  const lastClose = payload.lastIndexOf('>')
  let textStart = 0
  while (mark >= 0) {
    if (!isStrict && (mark > lastClose || !beginsTag(payload.charCodeAt(mark + 1)))) {
      events.problem('A "<" that begins no tag was taken for text', mark)
      mark = payload.indexOf('<', mark + 1)
      continue
    }
    if (mark > textStart) events.text(decodeHtmlReferences(payload.slice(textStart, mark)), span)
    const close = mark > lastClose ? payload.length : payload.indexOf('>', mark)
    textStart = close + 1
    const tag = payload.slice(mark + 1, close)
    const at = mark
    const first = tag.charCodeAt(0)
    if (first === slash) {
      const outer = findOuter(span, tag)
      if (!outer) events.problem(`<${tag.slice(0, 21)}> does not close the tag before it and was ignored`, at)
      else {
        span = outer
        events.close(outer)
      }
    } else if (first >= zero && first <= nine) {
      const time = parseTimestamp(tag)
      if (time === undefined) events.problem('A timestamp tag could not be read', at)
      else events.timestamp(time)
    } else {
      const inner = spans.open(span, tag, problem => events.problem(problem, at))
      if (inner) {
        span = inner
        events.open(inner)
      }
    }
    mark = payload.indexOf('<', textStart)
  }
  if (textStart < payload.length) events.text(decodeHtmlReferences(payload.slice(textStart)), span)
  return span
}

const [slash, zero, nine] = [0x2f, 0x30, 0x39]

/** Whether a character behind a "<" is that of a tag: a letter, a digit or a slash. */
function beginsTag(code: number): boolean {
  const letter = code | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || (code >= slash && code <= nine)
}

/** Where an end tag leads; undefined where it closes nothing. */
function findOuter(span: Span, tag: string): Span | undefined {
  const { name, outer } = span
  if (name === undefined || !outer) return undefined
  if (tag.length === name.length + 1 && tag.endsWith(name)) return outer
  return name === 'rt' && tag === '/ruby' ? outer.outer : undefined
}
