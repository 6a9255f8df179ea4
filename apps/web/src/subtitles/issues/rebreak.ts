/** Where a text is broken into lines. */

import type { SubtitleTextPart } from '@rushes/contract'
import type { Limits } from '../model/limits.ts'
import type { Parts } from '../model/rich-text.ts'
import { replaceRange, toText } from '../model/rich-text.ts'

/** A break after one of these reads well. */
const pause = /[.!?…:;,–—-]["”’')\]]?$/

/**
 * The same words in lines that are as long as allowed at most: as few as possible, of like length, broken after marks
 * rather than within a phrase. Undefined where they do not fit, or are so already.
 */
export function rebreak(
  parts: Parts,
  limits: Pick<Limits, 'lineLength' | 'lineCount'>,
): SubtitleTextPart[] | undefined {
  const text = toText(parts)
  const words = text.split(/[ \n]+/).filter(word => word !== '')
  // Dialogue has a line for each speaker.
  if (words.length < 2 || /^\s*[-–—]/m.test(text)) return undefined
  const most = Math.min(limits.lineCount, words.length, 4)
  for (let count = 1; count <= most; count++) {
    const lines = breakInto(words, count, limits.lineLength)
    if (!lines) continue
    return lines.join('\n') === text ? undefined : applyBreaks(parts, lines)
  }
  return undefined
}

function breakInto(words: readonly string[], count: number, longest: number): string[] | undefined {
  const line = (from: number, to: number) => words.slice(from, to).join(' ')
  if (count === 1) return line(0, words.length).length <= longest ? [line(0, words.length)] : undefined
  let best: { lines: string[]; cost: number } | undefined
  for (let cut = 1; cut <= words.length - count + 1; cut++) {
    const first = line(0, cut)
    if (first.length > longest) break
    const rest = breakInto(words.slice(cut), count - 1, longest)
    if (!rest) continue
    const lines = [first, ...rest]
    const cost = costOf(lines)
    if (!best || cost < best.cost) best = { lines, cost }
  }
  return best?.lines
}

/** Letters by which the lines differ; a line below that is longer is better than one above, and a break after a mark. */
function costOf(lines: readonly string[]): number {
  const lengths = lines.map(({ length }) => length)
  const topHeavy = lengths.slice(1).filter((length, index) => length < (lengths[index] ?? 0)).length
  const unmarked = lines.slice(0, -1).filter(line => !pause.test(line)).length
  return Math.max(...lengths) - Math.min(...lengths) + topHeavy + unmarked * 6
}

/** Changes blanks and line breaks alone, so that each word keeps its look. */
function applyBreaks(parts: Parts, lines: readonly string[]): SubtitleTextPart[] {
  const ends = new Set<number>()
  let letters = 0
  for (const line of lines) {
    letters += line.replaceAll(' ', '').length
    ends.add(letters)
  }
  const text = toText(parts)
  let changed: SubtitleTextPart[] = [...parts]
  let shift = 0
  let passed = 0
  for (const { 0: blank, index } of text.matchAll(/[ \n]+/g)) {
    passed = text.slice(0, index).replaceAll(/[ \n]/g, '').length
    const isOuter = passed === 0 || index + blank.length === text.length
    const wanted = isOuter ? '' : ends.has(passed) ? '\n' : ' '
    changed = replaceRange(changed, index + shift, index + shift + blank.length, wanted)
    shift += wanted.length - blank.length
  }
  return changed
}
