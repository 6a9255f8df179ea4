import { countDayFrames, type Frames, RATE_29_97 } from '@rushes/timebase'
import type { Report } from '../../../document/diagnostics.ts'
import type { FrameDocument } from '../../../document/document.ts'
import { countLabel } from '../../../document/label-rate.ts'
import type { ReadOptions, ReadResult } from '../../../format.ts'
import { decodeText } from '../../../text/decode-text.ts'
import { splitLines } from '../../../text/text-parts.ts'
import { beginRead } from '../../begin-read.ts'
import { hasOddParity, toPair } from '../line21/codes.ts'
import { signature } from '../signature.ts'
import { CaptionDecoder, type ReportHere } from './decoder.ts'
import { CueList } from './screen-cues.ts'

/** A line of the file: its pairs are sent from its timecode on, one a frame. */
interface DataLine {
  /** Counted from 1. */
  readonly number: number
  readonly frame: Frames
  readonly words: string
}

const linePattern = /^\s*(\d\d)[:;.,](\d\d)[:;.,](\d\d)([:;.,])(\d\d)(?:\s+(.*))?$/

/** Reads Scenarist SCC. The support table is in this folder's support.ts. */
export function readScc(input: string | Uint8Array, options: ReadOptions = {}): ReadResult<FrameDocument> {
  const { maxCues, report, list, isTooLarge } = beginRead(input, options)
  const finish = (cues: FrameDocument['cues'], ext?: FrameDocument['ext']) => ({
    document: { timing: { unit: 'frames' as const, rate: RATE_29_97 }, cues, ...(ext && { ext }) },
    diagnostics: list(),
  })
  if (isTooLarge) return finish([])
  const text = decodeText(input, options.encoding ?? 'guess', report)
  if (!signature.test(text)) {
    report('IMPORT_SIGNATURE_MISSING', 'error', 'This is no SCC file: it does not begin with Scenarist_SCC V1.0')
    return finish([])
  }
  const { lines, dropFrame } = listDataLines(text, report)
  const cues = decodeLines(lines, maxCues, report)
  return finish(cues, dropFrame === undefined ? undefined : { scc: { dropFrame } })
}

/** The lines with data in the order of their timecodes, and whether the first one counts in drop frame. */
function listDataLines(text: string, report: Report): { lines: DataLine[]; dropFrame: boolean | undefined } {
  const lines: DataLine[] = []
  let dropFrame: boolean | undefined
  let days = 0
  let isMixed = false
  let isSorted = true
  for (const [index, content] of splitLines(text).entries()) {
    if (content.trim() === '' || signature.test(content)) continue
    const number = index + 1
    const match = linePattern.exec(content)
    const label = match && readLabel(match, number, report)
    if (!label) {
      report('IMPORT_ENTRY_SKIPPED', 'error', 'A line without a timecode was skipped', number)
      continue
    }
    dropFrame ??= label.dropFrame
    if (label.dropFrame !== dropFrame && !isMixed) {
      isMixed = true
      const message = 'Timecodes with and without drop frame are mixed; each was taken as it is'
      report('IMPORT_TIMING_REPAIRED', 'warning', message, number)
    }
    const dayFrames = countDayFrames({ rate: RATE_29_97, dropFrame: label.dropFrame })
    const previous = lines.at(-1)?.frame ?? 0
    // Far back is past midnight; a little back is out of order.
    if (previous - (label.frame + days * dayFrames) > dayFrames / 2) days++
    const frame = label.frame + days * dayFrames
    if (frame < previous) {
      report('TIMING_ORDER', 'warning', 'A line is earlier than the one before it', number)
      isSorted = false
    }
    lines.push({ number, frame, words: match[6] ?? '' })
  }
  return { lines: isSorted ? lines : lines.toSorted((a, b) => a.frame - b.frame), dropFrame }
}

function readLabel(match: RegExpExecArray, line: number, report: Report) {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = [match[1], match[2], match[3], match[5]].map(Number)
  const dropFrame = match[4] !== ':'
  const count = countLabel({ hours, minutes, seconds, frames }, { timecode: { rate: RATE_29_97, dropFrame }, base: 30 })
  if (count?.isRepaired) report('IMPORT_TIMING_REPAIRED', 'warning', 'A timecode has a number that none shows', line)
  return count && { frame: count.frames, dropFrame }
}

/** Sends the pairs of the lines to a decoder; a line that is not over when the next one begins delays it. */
function decodeLines(lines: readonly DataLine[], maxCues: number, report: Report): FrameDocument['cues'] {
  let number = lines[0]?.number ?? 1
  const reported = new Set<string>()
  const reportHere: ReportHere = (code, severity, message) => {
    if (!reported.has(message)) report(code, severity, message, number)
    reported.add(message)
  }
  const list = new CueList()
  const decoder = new CaptionDecoder((rows, start, end) => list.add(rows, start, end), reportHere)
  let frame = 0
  for (const line of lines) {
    number = line.number
    reported.clear()
    if (line.frame < frame) {
      const message = `A line begins late, since the one before it is still being sent; frames: ${frame - line.frame}`
      reportHere('IMPORT_TIMING_REPAIRED', 'warning', message)
    }
    frame = Math.max(frame, line.frame)
    decoder.beginLine(number)
    for (const pair of readWords(line.words, reportHere)) decoder.take(pair, frame++)
    if (list.cues.length > maxCues) break
  }
  if (list.cues.length <= maxCues) decoder.finish(frame)
  if (list.cues.length <= maxCues) return list.cues
  reportHere('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} cues were read`)
  return list.cues.slice(0, maxCues)
}

/** The pairs of a line without their parity; what is no word of four digits is taken for an empty one. */
function readWords(words: string, report: ReportHere): number[] {
  let faults = 0
  let skipped = 0
  const pairs = words
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(text => {
      if (!/^[\da-f]{4}$/i.test(text)) {
        skipped++
        return 0
      }
      const word = Number.parseInt(text, 16)
      if (!hasOddParity(word)) faults++
      return toPair(word)
    })
  if (skipped > 0) report('IMPORT_ENTRY_SKIPPED', 'error', `Words that are not four hexadecimal digits: ${skipped}`)
  if (faults > 0) report('IMPORT_MARKUP_REPAIRED', 'warning', `Words without odd parity, read without it: ${faults}`)
  return pairs
}
