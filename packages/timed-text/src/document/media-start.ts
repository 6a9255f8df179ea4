import {
  type Frames,
  findTimecodeBase,
  formatTimecode,
  framesToLabel,
  framesToMilliseconds,
  getTimecodeBase,
  mayDropFrame,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { MediaPlace, ReadResult } from '../format.ts'
import { countLabel } from '../formats/ebu-stl/layout/coding.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { TimedTextDocument } from './document.ts'
import { findDivisor, findLabelRate } from './label-rate.ts'
import { mapTimes } from './times.ts'

/**
 * What was read of a file whose times are those of the media's timecode, counted from its first frame. That is so where
 * no cue begins before the media does, and the last would lie outside of it otherwise.
 */
export function countFromMedia<R extends ReadResult>(result: R, media: MediaPlace | undefined): R {
  const { document } = result
  if (!media || media.start.frames === 0 || media.frameCount === 0 || document.cues.length === 0) return result
  const start = countStart(document, media)
  const length = countLength(document, media)
  const isCounted = start > 0 && document.cues.every(cue => cue.start >= start)
  if (!isCounted || document.cues.every(cue => cue.end <= length)) return result
  const { rate, start: programmeStart } = media
  const label =
    findTimecodeBase(rate) === undefined
      ? `frame ${programmeStart.frames}`
      : formatTimecode(programmeStart.frames, { rate, dropFrame: programmeStart.dropFrame && mayDropFrame(rate) })
  const told: Diagnostic = {
    code: 'IMPORT_TIMING_REPAIRED',
    severity: 'info',
    message: `Times are those of the timecode, and were counted from ${label}, the start of the media`,
    count: document.cues.length,
  }
  return { ...result, document: mapTimes(document, time => time - start), diagnostics: [...result.diagnostics, told] }
}

/** The first frame of the media as a file has it that counts by timecode, in the unit of its document. */
function countStart({ timing, ext }: TimedTextDocument, { rate, start }: MediaPlace): number {
  if (timing.unit === 'milliseconds') return framesToMilliseconds(start.frames, rate)
  const counts = [ext?.scc, ext?.stl, ext?.table].some(own => own?.dropFrame === true)
  const dropFrame = counts || ext?.ttml?.dropMode === 'dropNTSC'
  return countByLabel({ rate, ...start }, timing.rate, dropFrame)
}

/** Frames of a rate at which the label stands that another one has for so many frames; the same clock without labels. */
export function countByLabel(
  { rate, frames, dropFrame }: { readonly rate: SampleRate; readonly frames: Frames; readonly dropFrame: boolean },
  toRate: SampleRate,
  dropsFrames: boolean,
): Frames {
  const labelRate = findLabelRate(rate)
  if (!labelRate || findTimecodeBase(toRate) === undefined) return resampleFrames(frames, rate, toRate)
  const base = getTimecodeBase(labelRate)
  const label = framesToLabel(Math.floor(frames / (findDivisor(rate, labelRate) ?? 1)), {
    rate: labelRate,
    dropFrame: dropFrame && mayDropFrame(labelRate),
  })
  const toBase = getTimecodeBase(toRate)
  const timecode = { rate: toRate, dropFrame: dropsFrames && mayDropFrame(toRate) }
  const moved = { ...label, frames: Math.floor((label.frames * toBase) / base) }
  return countLabel(moved, { timecode, base: toBase })?.frames ?? 0
}

function countLength({ timing }: TimedTextDocument, { rate, frameCount }: MediaPlace): number {
  return timing.unit === 'milliseconds'
    ? framesToMilliseconds(frameCount, rate)
    : resampleFrames(frameCount, rate, timing.rate)
}
