import type { TextPart, TextRun } from '../../document/document.ts'
import { listLines, measureLine } from '../../document/measures.ts'
import { listBoundaries } from '../../spotting/segmenting/boundaries.ts'
import { createLineLayouts } from '../../spotting/segmenting/line-layout.ts'
import { toTokens } from '../../spotting/segmenting/tokens.ts'
import { joinsUnspaced } from '../../text/scripts.ts'
import { isSameText, normaliseParts } from '../../text/text-parts.ts'

export interface LineLimits {
  readonly maximumLineLength: number
  readonly maximumLineCount: number
  /** BCP 47; says which short words hold to which others. */
  readonly language: string | undefined
}

/**
 * The same text in lines within limits, broken as transcripts are: after a clause rather than within a phrase. What
 * begins with a dash, or in the colour or the name of somebody else, begins a line as before. Undefined where the text
 * does not fit, since no word is cut.
 */
export function breakLines(parts: readonly TextPart<number>[], limits: LineLimits): TextPart<number>[] | undefined {
  const lines = listRuns(normaliseParts(parts))
  const ends = findLineEnds(listTurns(lines), limits)
  const broken = ends && applyBreaks(lines, ends)
  return broken && fitsLines(broken, limits) ? broken : undefined
}

/** Whether the lines of a text are within limits. */
export function fitsLines(parts: readonly TextPart[], limits: Omit<LineLimits, 'language'>): boolean {
  const lines = listLines(parts)
  return lines.length <= limits.maximumLineCount && lines.every(line => measureLine(line) <= limits.maximumLineLength)
}

type Line = readonly TextRun<number>[]

function listRuns(parts: readonly TextPart<number>[]): Line[] {
  const lines: TextRun<number>[][] = [[]]
  for (const part of parts) {
    if (part.type === 'text') lines.at(-1)!.push(part)
    else lines.push([])
  }
  return lines.filter(line => line.some(({ content }) => content.trim() !== ''))
}

/** What one person says, or what is to begin a line for another reason. */
function listTurns(lines: readonly Line[]): string[] {
  const turns: string[] = []
  for (const [index, line] of lines.entries()) {
    const text = readLine(line).trim()
    const before = lines[index - 1]
    const isNew = !before || /^[-–—‐]/.test(text) || describeSpeaker(before) !== describeSpeaker(line)
    if (isNew) turns.push(text)
    else turns[turns.length - 1] += joinsUnspaced(turns.at(-1)!, text) ? text : ` ${text}`
  }
  return turns
}

/** The text of a line without that over it. */
function readLine(line: Line): string {
  return line.map(({ content, style }) => (style?.ruby === 'text' ? '' : content)).join('')
}

function describeSpeaker(line: Line): string {
  return [...new Set(line.map(({ style }) => `${style?.colour ?? '#ffffff'} ${style?.speaker ?? ''}`))].join()
}

/** How many characters, blanks aside, there are before the end of each line. */
function findLineEnds(turns: readonly string[], limits: LineLimits): ReadonlySet<number> | undefined {
  const { maximumLineCount, language } = limits
  // Each turn has a speaker of its own, so that no line goes on over it.
  const words = turns.map((text, index) => ({ text, speaker: String(index) }))
  const rate = { num: 1000, den: 1 }
  const tokens = toTokens(words, { rate, counting: {}, maxWidth: () => Number.POSITIVE_INFINITY })
  if (tokens.length === 0) return undefined
  const boundaries = listBoundaries(tokens, { framesPerSecond: 1000, language, minimumSentenceLength: 0 })
  const layouts = createLineLayouts(
    tokens,
    boundaries,
    {
      ...limits,
      preferredLineLength: limits.maximumLineLength,
      preferredLineCount: Math.min(2, maximumLineCount),
      lineBalance: 'bottomHeavy',
      spaceWidth: 1,
      prefixWidth: () => 0,
    },
    tokens.length,
  )
  layouts.begin(0)
  let cost = 0
  for (const last of tokens.keys()) cost = layouts.costUntil(last)
  if (cost === Number.POSITIVE_INFINITY) return undefined
  const firsts = new Set(layouts.breaksUntil(tokens.length - 1))
  const ends = new Set<number>()
  let count = 0
  for (const [index, { text }] of tokens.entries()) {
    if (firsts.has(index)) ends.add(count)
    count += countLetters(text)
  }
  return ends
}

const blanks = /[^\S\u00a0\u202f]/
const allBlanks = /[^\S\u00a0\u202f]+/g

function countLetters(text: string): number {
  return text.replaceAll(allBlanks, '').length
}

/** Changes blanks and line breaks alone, so that each word looks as before. */
function applyBreaks(lines: readonly Line[], ends: ReadonlySet<number>): TextPart<number>[] {
  const total = countLetters(lines.map(readLine).join(''))
  let count = 0
  let isApart = true
  const parts = lines.flatMap(joinToLine).map(run => {
    if (run.style?.ruby === 'text') return run
    let content = ''
    for (const character of run.content) {
      const isBlank = blanks.test(character)
      if (!isApart && count < total && (isBlank || ends.has(count))) {
        content += ends.has(count) ? '\n' : character
        isApart = true
      }
      if (isBlank) continue
      content += character
      count += character.length
      isApart = false
    }
    return { ...run, content }
  })
  return joinRuns(normaliseParts(parts.filter(({ content }) => content !== '')))
}

/** The runs of a line with the blank that would be there if it went on the line before. */
function joinToLine(line: Line, index: number, lines: readonly Line[]): Line {
  const before = lines[index - 1]
  const first = line[0]!
  if (!before || joinsUnspaced(readLine(before).trim(), readLine(line).trim())) return line
  return [{ ...first, content: ` ${first.content}` }, ...line.slice(1)]
}

/** Runs that were parted by a line break alone are one again. */
function joinRuns(parts: readonly TextPart<number>[]): TextPart<number>[] {
  const joined: TextPart<number>[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.type === 'text' && part.type === 'text' && isAlike(last, part)) {
      joined[joined.length - 1] = { ...last, content: last.content + part.content }
    } else joined.push(part)
  }
  return joined
}

function isAlike(a: TextRun<number>, b: TextRun<number>): boolean {
  return !a.ext && !b.ext && isSameText([a], [{ ...b, content: a.content }])
}
