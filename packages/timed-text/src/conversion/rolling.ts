import { framesToMilliseconds } from '@rushes/timebase'
import type { Cue, TextPart, TimedTextDocument } from '../document/document.ts'

/** Captions as live ones roll up: each line is shown twice, the second time above the next one. */
export interface RollingCaptions<D extends TimedTextDocument> {
  /** The same with each line once, from when it first appears. */
  readonly document: D
  /** How many cues begin with lines of the cue before. */
  readonly repeated: number
}

/** Cues as short as this only hold what is shown until the next line comes. */
const holdMs = 200
/** What comes after a longer pause is said again. */
const maxPauseMs = 1000
const minRepeated = 3

/** Undefined for captions that do not roll: fewer than half of the cues begin with lines of the cue before. */
export function findRollingCaptions<D extends TimedTextDocument>(document: D): RollingCaptions<D> | undefined {
  const cues: Cue[] = []
  let before: { readonly cue: Cue; readonly lines: readonly Line[] } | undefined
  let repeated = 0
  let shown = 0
  for (const cue of document.cues) {
    const lines = cue.hidden ? [] : toLines(cue)
    if (lines.length === 0) {
      cues.push(cue)
      continue
    }
    shown += 1
    const held = before ? countRepeated(before, { cue, lines }, document) : 0
    before = { cue, lines }
    if (held > 0) repeated += 1
    const last = cues.at(-1)
    if (held < lines.length) cues.push({ ...cue, textParts: joinLines(lines.slice(held)) })
    else if (last && cue.end > last.end) cues[cues.length - 1] = { ...last, end: cue.end }
  }
  return repeated >= minRepeated && repeated * 2 >= shown - 1
    ? { document: { ...document, cues }, repeated }
    : undefined
}

interface Line {
  readonly parts: readonly TextPart[]
  readonly text: string
}

/** The lines of a cue that say something. */
function toLines({ textParts }: Cue): Line[] {
  const lines: TextPart[][] = [[]]
  for (const part of textParts) {
    if (part.type === 'lineBreak') lines.push([])
    else lines.at(-1)!.push(part)
  }
  return lines
    .map(parts => ({ parts, text: parts.map(part => (part.type === 'text' ? part.content : '')).join('') }))
    .map(({ parts, text }) => ({ parts, text: text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
}

function joinLines(lines: readonly Line[]): TextPart[] {
  return lines.flatMap(({ parts }, index) => (index === 0 ? parts : [{ type: 'lineBreak' }, ...parts]))
}

type ShownCue = { readonly cue: Cue; readonly lines: readonly Line[] }

/**
 * How many lines of a cue are the last ones of the cue before. Somebody who says the same again is shown for longer than
 * a hold, and has no line that is new.
 */
function countRepeated(before: ShownCue, next: ShownCue, { timing }: TimedTextDocument): number {
  const most = Math.min(before.lines.length, next.lines.length)
  const isHeld = (count: number) =>
    next.lines.slice(0, count).every(({ text }, index) => text === before.lines.at(index - count)!.text)
  const held = Array.from({ length: most }, (_, index) => most - index).find(isHeld) ?? 0
  const toMs = (time: number) => (timing.unit === 'milliseconds' ? time : framesToMilliseconds(time, timing.rate))
  if (toMs(next.cue.start - before.cue.end) > maxPauseMs) return 0
  const isHold = ({ cue }: ShownCue) => toMs(cue.end - cue.start) <= holdMs
  return held < next.lines.length || isHold(before) || isHold(next) ? held : 0
}
