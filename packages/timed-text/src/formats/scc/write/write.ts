import {
  countDayFrames,
  type Frames,
  findTimecodeBase,
  formatTimecode,
  framesToMilliseconds,
  isSameRate,
  mayDropFrame,
  RATE_29_97,
  type TimecodeFormat,
} from '@rushes/timebase'
import { createLossLog, type LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument } from '../../../document/document.ts'
import { countByLabel } from '../../../document/media-start.ts'
import { toFrameDocument, toLabelDocument } from '../../../document/times.ts'
import { hasDuration, sortByStart } from '../../../document/write-order.ts'
import type { TextWriteResult, WriteOptions } from '../../../format.ts'
import { createTeller } from '../../ebu-stl/layout/tell-characters.ts'
import { toWord } from '../line21/codes.ts'
import { type Block, layOutCue } from './compose.ts'
import { sendCaptions } from './send.ts'

/** Writes Scenarist SCC: pop-on captions for CC1. The support table is in this folder's support.ts. */
export function writeScc(given: TimedTextDocument, options: WriteOptions = {}): TextWriteResult {
  const document = toLabelDocument(given)
  const log = createLossLog()
  loseDocument(document, log)
  const timecode = { rate: RATE_29_97, dropFrame: findDropFrame(document, options) }
  const cues = toFrames(document, log)
  const blocks = layOutCues(cues, document, log)
  const start = findStart(document, options, timecode)
  const transmissions = sendCaptions(cues, blocks, log).map(({ frame, pairs }) => ({ frame: frame + start, pairs }))
  if ((transmissions.at(-1)?.frame ?? 0) >= countDayFrames(timecode)) {
    log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Timecodes began again at midnight')
  }
  const lines = transmissions.map(({ frame, pairs }) => {
    const words = pairs.map(pair => toWord(pair).toString(16).padStart(4, '0'))
    return `${formatTimecode(frame, timecode)}\t${words.join(' ')}\n\n`
  })
  return { content: `Scenarist_SCC V1.0\n\n${lines.join('')}`, diagnostics: log.list() }
}

/** The timecode of frame 0: that of the media with its frames counted to 30 a second, where it is asked for. */
function findStart(
  { timing }: TimedTextDocument,
  { timeBase, programmeStart }: WriteOptions,
  timecode: TimecodeFormat,
): Frames {
  if (timeBase !== 'smpte' || !programmeStart || timing.unit !== 'frames') return 0
  if (findTimecodeBase(timing.rate) === undefined) return 0
  return countByLabel({ rate: timing.rate, ...programmeStart }, timecode.rate, timecode.dropFrame)
}

/**
 * Whether timecodes are drop frame: as those of the media, or of the file that was read. Else where that keeps the hours,
 * minutes and seconds of the media: not at 23.976, whose timecode runs as late as that of SCC without drop frame.
 */
function findDropFrame({ timing, ext }: TimedTextDocument, { programmeStart }: WriteOptions): boolean {
  if (timing.unit === 'frames' && programmeStart && mayDropFrame(timing.rate)) return programmeStart.dropFrame
  const read = ext?.scc?.dropFrame
  if (typeof read === 'boolean') return read
  return timing.unit === 'milliseconds' || timing.rate.den === 1 || mayDropFrame(timing.rate)
}

/** The cues in frames of 29.97, each at the nearest one and none shorter than one. */
function toFrames(document: TimedTextDocument, log: LossLog): readonly Cue<number>[] {
  const { timing } = document
  const { cues } = toFrameDocument(document, RATE_29_97)
  if (timing.unit === 'frames' && isSameRate(timing.rate, RATE_29_97)) return cues
  const isMoved = (time: number, frame: Frames) => {
    if (timing.unit === 'milliseconds') return framesToMilliseconds(frame, RATE_29_97) !== time
    const { num, den } = timing.rate
    return time * den * RATE_29_97.num !== frame * RATE_29_97.den * num
  }
  return cues.map((cue, index) => {
    const { start, end } = document.cues[index]!
    if (isMoved(start, cue.start) || isMoved(end, cue.end)) {
      log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Times went to the nearest frame of 29.97 a second', index)
    }
    return end > start && cue.end <= cue.start ? { ...cue, end: cue.start + 1 } : cue
  })
}

/** The cues that are shown, in the order of their starts. */
function layOutCues(cues: readonly Cue<number>[], document: TimedTextDocument, log: LossLog): Map<number, Block> {
  const regions = new Map((document.regions ?? []).map(region => [region.id, region]))
  const tell = createTeller(log)
  const blocks = new Map<number, Block>()
  for (const index of sortByStart(cues, log)) {
    const cue = cues[index]!
    if (cue.hidden) {
      log.lose('COMMENT_DROPPED', 'info', 'SCC has no hidden cues; they were left out', index)
      continue
    }
    if (!hasDuration(cue, index, log)) continue
    if (cue.start < 0) log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
    if (cue.id !== undefined)
      log.lose('IDENTIFIER_DROPPED', 'info', 'SCC has no identifiers; they were left out', index)
    const block = layOutCue(
      cue,
      regions,
      (code, message, severity = 'warning') => log.lose(code, severity, message, index),
      tell(index),
    )
    if (block) blocks.set(index, block)
  }
  return blocks
}

function loseDocument({ cues, notes, regions, styleSheets }: TimedTextDocument, log: LossLog): void {
  if (notes?.length || cues.some(cue => cue.notes?.length)) {
    log.lose('COMMENT_DROPPED', 'info', 'SCC has no notes; they were left out')
  }
  if (regions?.length) log.lose('POSITION_APPROXIMATED', 'info', 'SCC has no regions; cues are where these were')
  if (styleSheets?.length) log.lose('STYLE_UNSUPPORTED', 'info', 'SCC has no style sheets; they were left out')
}
