import { findFunctionWords } from '../../spotting/segmenting/function-words.ts'
import { isUnspaced } from '../../text/scripts.ts'
import type { LineRun, Spelling, Subject } from '../subject.ts'
import type { Finding } from '../warning.ts'
import { findIf, type QualityRule } from './rule.ts'

/** A line may be so much shorter than the other, in percent of it, before the two count as unbalanced. */
const leastBalance = 50
/** Speech that was recognised with less confidence should be heard again. */
const leastConfidence = 0.5

/** Rules about what a subtitle says and how its lines are broken. A value at the limit is good. */
export const textRules: readonly QualityRule[] = [
  {
    id: 'EMPTY_SUBTITLE',
    message: 'It has no text',
    source: 'custom: what shows nothing is a mistake',
    unit: 'characters',
    severity: 'warning',
    limit: () => 1,
    check: ({ lines }) => findIf(isEmpty(lines), 0),
  },
  {
    id: 'LOW_CONFIDENCE',
    message: 'The speech was recognised with little confidence',
    source: 'custom: below one half the recognition is more likely wrong than right',
    severity: 'info',
    limit: () => leastConfidence,
    check: ({ cue: { confidence } }) =>
      confidence === undefined ? [] : findIf(confidence < leastConfidence, confidence),
  },
  {
    id: 'LINE_TOO_LONG',
    message: 'A line has too many characters',
    source: 'preset: maximumLineLength',
    unit: 'characters',
    severity: 'warning',
    limit: ({ preset }) => preset.spotting.maximumLineLength,
    check: (subject, { preset }) =>
      subject.measures.lineLengths.flatMap((length, line) =>
        length > preset.spotting.maximumLineLength ? [atLine(subject, line, length)] : [],
      ),
  },
  {
    id: 'TOO_MANY_LINES',
    message: 'It has too many lines',
    source: 'preset: maximumLineCount',
    unit: 'lines',
    severity: 'warning',
    limit: ({ preset }) => preset.spotting.maximumLineCount,
    check: ({ measures: { lines } }, { preset }) =>
      findIf(lines.length > preset.spotting.maximumLineCount, lines.length),
  },
  {
    id: 'LINES_UNBALANCED',
    message: 'Of its two lines the wrong one is much shorter',
    source: 'preset: lineBalance',
    unit: 'percent',
    severity: 'info',
    limit: () => leastBalance,
    check: (subject, { preset }) => {
      const [top = 0, bottom = 0] = subject.measures.lineLengths
      if (subject.lines.length !== 2 || isDialogue(subject)) return []
      const { lineBalance } = preset.spotting
      const mayBeShort = lineBalance === 'bottomHeavy' ? top : lineBalance === 'topHeavy' ? bottom : -1
      const shorter = Math.min(top, bottom)
      if (shorter === mayBeShort || shorter === 0) return []
      const percent = Math.floor((100 * shorter) / Math.max(top, bottom))
      return percent < leastBalance ? [atLine(subject, top < bottom ? 0 : 1, percent)] : []
    },
  },
  {
    id: 'LINE_BREAK_UNNATURAL',
    message: 'A line ends after a word that belongs to the next',
    source: 'Netflix Timed Text Style Guide: line breaks',
    severity: 'info',
    check: subject => {
      const { holdsNext } = findFunctionWords(subject.language)
      return subject.measures.lines.slice(0, -1).flatMap((text, line) => {
        return holdsNext.has(findLastWord(text)) ? [atLine(subject, line, line)] : []
      })
    },
  },
  {
    id: 'ORPHAN_WORD',
    message: 'The last line has a single word',
    source: 'custom',
    unit: 'words',
    severity: 'info',
    limit: () => 2,
    check: subject => {
      const { lines } = subject.measures
      const last = lines.length - 1
      if (last < 1 || isDialogue(subject)) return []
      const isOrphan =
        countBlanks(lines[last]!) === 0 && lines[last]!.trim() !== '' && countBlanks(lines[last - 1]!) > 0
      return isOrphan ? [atLine(subject, last, 1)] : []
    },
  },
  {
    id: 'SPELLING',
    message: 'A word is not in the dictionary',
    source: 'custom: the dictionary of the language, and the words of the production',
    unit: 'characters before it in its line',
    // Names are in no dictionary: a preset has to ask for it.
    severity: 'off',
    check: ({ lines, spelling }) => (spelling ? lines.flatMap((runs, line) => checkWords(runs, line, spelling)) : []),
  },
]

function isEmpty(lines: Subject['lines']): boolean {
  return lines.every(runs => runs.every(({ content }) => content.trim() === ''))
}

/** Speakers in turn have a line each, and these are as long as they are. */
function isDialogue({ measures, lines }: Subject): boolean {
  const speakers = new Set(lines.flat().map(({ style }) => style.speaker))
  return speakers.size > 1 || measures.lines.slice(1).some(line => /^\s*[-–—‐]/.test(line))
}

/** The word that a line ends with; no word that matters here is longer than what is looked at. */
function findLastWord(line: string): string {
  const end = line.trimEnd().slice(-30)
  return (/[\p{L}\p{N}'’]+$/u.exec(end)?.[0] ?? '').toLowerCase().replaceAll('’', "'")
}

/** Blanks between words; text that is set without them has none, and no orphans either. */
function countBlanks(line: string): number {
  return line.trim().split(/\s+/).length - 1
}

/** A finding on a line, with the part that begins it. */
function atLine({ lines }: Subject, line: number, value: number): Finding {
  const partIndex = lines[line]?.[0]?.partIndex
  return { value, line, ...(partIndex !== undefined && { partIndex }) }
}

/** Numbers, and addresses of mail and of the web, have words in them that are none of the language. */
const noWords = /[\d@/\\_]|\p{L}\.\p{L}/u
const words = /[\p{L}\p{M}]+(?:['’‐‑-][\p{L}\p{M}]+)*/gu

/** The words of a line that are none, each with its place. */
function checkWords(runs: readonly LineRun[], line: number, { isKnown }: Spelling): Finding[] {
  const text = runs.map(({ content }) => content).join('')
  return Array.from(text.matchAll(/\S+/g)).flatMap(({ 0: token, index: from }) => {
    if (noWords.test(token) || isUnspaced(token)) return []
    return Array.from(token.matchAll(words)).flatMap(({ 0: word, index }): Finding[] => {
      const value = from + index
      return isKnown(word) ? [] : [{ value, line, partIndex: findPart(runs, value), text: word }]
    })
  })
}

/** The part that has the character at a place of a line. */
function findPart(runs: readonly LineRun[], at: number): number {
  let end = 0
  return runs.find(({ content }) => {
    end += content.length
    return at < end
  })!.partIndex
}
