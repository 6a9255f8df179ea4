/** What a conversion does, as JSON. Pure. */

import type { ConversionWarning, ConvertedSide, ConvertedSubtitle, SubtitleConversion } from '@rushes/contract'
import { findTimecodeBase, formatTimecode } from '@rushes/timebase'
import {
  type ConvertedFile,
  type Cue,
  type Diagnostic,
  type TimedTextDocument,
  type TimedTextFormat,
  toMillisecondDocument,
  toPlainText,
  type WriteOptions,
} from '@rushes/timed-text'

/** The conversion of a file that has cues. */
export function describeConversion(
  source: { document: TimedTextDocument; format: TimedTextFormat },
  converted: ConvertedFile,
  format: TimedTextFormat,
): SubtitleConversion {
  return {
    subtitles: converted.document.cues.length,
    before: toSide(source.document, source.format, {}),
    after: toSide(converted.document, format, converted.options),
    warnings: converted.diagnostics.map(toWarning),
  }
}

function toSide(document: TimedTextDocument, { id }: TimedTextFormat, options: WriteOptions): ConvertedSide {
  const { timing, cues } = document
  const rate = timing.unit === 'frames' ? { numerator: timing.rate.num, denumerator: timing.rate.den } : undefined
  return {
    format: id as ConvertedSide['format'],
    ...(rate && { sampleRate: rate }),
    first: toSubtitle(document, cues[0]!, options),
    last: toSubtitle(document, cues.at(-1)!, options),
  }
}

function toSubtitle(document: TimedTextDocument, cue: Cue, options: WriteOptions): ConvertedSubtitle {
  const [shown] = toMillisecondDocument({ ...document, cues: [cue] }).cues
  const { timing } = document
  return {
    start: shown!.start,
    end: shown!.end,
    ...(timing.unit === 'frames' && { startFrame: cue.start, endFrame: cue.end }),
    ...(timing.unit === 'frames' && findTimecodeBase(timing.rate) && toTimecodes(timing.rate, cue, options)),
    text: toPlainText(cue.textParts),
  }
}

function toTimecodes(
  rate: { num: number; den: number },
  { start, end }: Cue,
  { programmeStart = { frames: 0, dropFrame: false } }: WriteOptions,
): { startTimecode: string; endTimecode: string } {
  const toLabel = (frame: number) =>
    formatTimecode(frame + programmeStart.frames, { rate, dropFrame: programmeStart.dropFrame })
  return { startTimecode: toLabel(start), endTimecode: toLabel(end) }
}

function toWarning({ code, cueIndex, ...found }: Diagnostic): ConversionWarning {
  return { type: code, ...found, ...(cueIndex !== undefined && { index: cueIndex }) }
}
