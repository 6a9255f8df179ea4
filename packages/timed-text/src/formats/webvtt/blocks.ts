import { MarkFinder } from '../../text/mark-finder.ts'

/** A block of a WebVTT file after its header. All numbers are offsets in the text of the file. */
export interface Block {
  readonly kind: 'cue' | 'style' | 'region' | 'note' | 'unknown'
  /** Where its first line begins. */
  readonly at: number
  /** Of cues: where the line of the times begins, and where it ends. */
  readonly timing: number
  readonly timingEnd: number
  /** Its text: the payload of a cue, what follows the word STYLE or REGION, all of any other block. */
  readonly from: number
  readonly end: number
}

/**
 * Splits a text into blocks by the rules of "collect a WebVTT block": a block ends at a blank line, and before an arrow
 * that is not on its first or second line, so that a forgotten blank line costs no cue.
 */
export function* listBlocks(text: string, begin: number): Generator<Block> {
  const { length } = text
  const lineEnds = new MarkFinder(text, '\n')
  const blanks = new MarkFinder(text, '\n\n')
  const arrows = new MarkFinder(text, '-->')
  /** Where the lines from an offset on end that belong together. */
  const findEnd = (from: number) => {
    const blank = blanks.find(from)
    const end = blank === length && from < length && text.endsWith('\n') ? length - 1 : blank
    const arrow = arrows.find(from)
    return arrow < end ? text.lastIndexOf('\n', arrow) : end
  }
  for (let at = begin; at < length; ) {
    let lineEnd = lineEnds.find(at)
    if (lineEnd === at) {
      at++
      continue
    }
    const first = at
    let timing = at
    if (arrows.find(at) >= lineEnd) {
      timing = lineEnd + 1
      const second = lineEnds.find(timing)
      if (timing < length && arrows.find(timing) < second) lineEnd = second
      else timing = -1
    }
    const end = Math.max(lineEnd, findEnd(lineEnd))
    if (timing >= 0) yield { kind: 'cue', at: first, timing, timingEnd: lineEnd, from: lineEnd + 1, end }
    else yield createPlainBlock(text, first, lineEnd, end)
    at = end + 1
  }
}

function createPlainBlock(text: string, at: number, lineEnd: number, end: number): Block {
  const first = text.slice(at, lineEnd)
  const isNote = /^NOTE(?:[\t ]|$)/.test(first)
  const kind = isNote
    ? 'note'
    : /^STYLE[\t\f ]*$/.test(first)
      ? 'style'
      : /^REGION[\t\f ]*$/.test(first)
        ? 'region'
        : 'unknown'
  return { kind, at, timing: -1, timingEnd: -1, from: isNote ? at : lineEnd + 1, end }
}
