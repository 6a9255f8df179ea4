import {
  createFrameClock,
  type Frames,
  findCountingRate,
  findDivisor,
  findTimecodeBase,
  formatTimecode,
  framesToLabel,
  framesToMilliseconds,
  getTimecodeBase,
  mayDropFrame,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { MediaPlace, ProgrammeStart, ReadResult, TimesReading } from '../format.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { TimedTextDocument } from './document.ts'
import { countLabel, labelClockToFrame } from './label-rate.ts'
import { mapTimes, mapToFrames } from './times.ts'

/** What the times of a file can mean, and the document that it then is. */
interface Reading {
  readonly name: string
  readonly toDocument: () => TimedTextDocument
}

/**
 * What was read of a file, its times counted from the first frame of the media. The caller says what they mean, or the
 * first reading is taken with which every cue begins inside the media. Files that count timecode mean that of the media,
 * else the time since the start of the programme that they name, else media time; files that count clock time mean media
 * time, else timecode. Where none fits, the first cue is reported as an error; where neither the media nor the file has a
 * timecode, there is nothing to find out.
 */
export function countFromMedia<R extends ReadResult>(
  result: R,
  media: MediaPlace | undefined,
  stated: TimesReading = {},
): R {
  const { document, programmeStart = 0 } = result
  if (!media || document.cues.length === 0) return result
  const isStated = stated.timeBase !== undefined || stated.startOfProgramme !== undefined
  const hasChoice = media.start !== undefined || programmeStart > 0
  if (!isStated && (!hasChoice || media.frameCount === 0)) return result
  const place = { media, document, programmeStart }
  const readings = isStated ? [findStated(place, stated)] : listReadings(place)
  for (const { name, toDocument } of readings) {
    const counted = toDocument()
    if (!fits(counted, media)) continue
    const told: Diagnostic = {
      code: 'IMPORT_TIMING_REPAIRED',
      severity: 'info',
      message: `Times were read as ${name}`,
      count: document.cues.length,
    }
    const isUsual = !isStated && counted === document && programmeStart === 0
    return isUsual ? result : { ...result, document: counted, diagnostics: [...result.diagnostics, told] }
  }
  const tried = readings.map(({ name }) => name).join(', or as ')
  const refused: Diagnostic = {
    code: 'TIMING_OUT_OF_MEDIA',
    severity: 'error',
    message: `${describeFirst(readings[0]!.toDocument(), media)} with times read as ${tried}`,
    cueIndex: 0,
  }
  return { ...result, diagnostics: [...result.diagnostics, refused] }
}

interface Place {
  readonly media: MediaPlace
  readonly document: TimedTextDocument
  /** What the reader has counted times from. */
  readonly programmeStart: number
}

function listReadings(place: Place): readonly Reading[] {
  const { document, programmeStart } = place
  const { start } = place.media
  const timecode = start ? [readAsTimecode(place, start)] : []
  const media = readAsMediaTime(place)
  if (document.timing.unit === 'milliseconds' || programmeStart === 0) return [media, ...timecode]
  return [...timecode, readAsProgrammeTime(place), media]
}

function readAsMediaTime(place: Place): Reading {
  return { name: 'media time', toDocument: () => countBack(place, -place.programmeStart) }
}

function readAsProgrammeTime({ document }: Place): Reading {
  return { name: 'time since the start of the programme', toDocument: () => document }
}

function findStated(place: Place, { timeBase, startOfProgramme }: TimesReading): Reading {
  const { media, document, programmeStart } = place
  if (startOfProgramme === 'subtract') return readAsProgrammeTime(place)
  const first = typeof startOfProgramme === 'object' ? startOfProgramme : undefined
  const isTimecode = timeBase === 'smpte' || (first && document.timing.unit === 'frames')
  if (isTimecode) {
    const ofMedia = startOfProgramme ? undefined : media.start
    return readAsTimecode(place, first ?? ofMedia ?? { frames: 0, dropFrame: false })
  }
  if (!first) return readAsMediaTime(place)
  const { timing } = document
  const start =
    timing.unit === 'milliseconds'
      ? framesToMilliseconds(first.frames, media.rate)
      : resampleFrames(first.frames, media.rate, timing.rate)
  return {
    name: `running time from ${formatStart(first, media.rate)}`,
    toDocument: () => countBack(place, start - programmeStart),
  }
}

function readAsTimecode(place: Place, start: ProgrammeStart): Reading {
  const { media, document, programmeStart } = place
  const { rate } = media
  const name = `timecode from ${formatStart(start, rate)}`
  const { timing, ext } = document
  if (timing.unit === 'milliseconds') {
    if (labelClockToFrame(0, rate, start.dropFrame) === undefined) {
      return { name, toDocument: () => countBack(place, framesToMilliseconds(start.frames, rate)) }
    }
    const toFrame = (time: number) => (labelClockToFrame(time, rate, start.dropFrame) ?? 0) - start.frames
    return { name, toDocument: () => mapToFrames(document, rate, toFrame) }
  }
  const counts = [ext?.scc, ext?.stl, ext?.table].some(own => own?.dropFrame === true)
  const dropFrame = counts || ext?.ttml?.dropMode === 'dropNTSC'
  if (ext?.stl && !dropFrame && start.dropFrame && mayDropFrame(timing.rate)) {
    return { name, toDocument: () => countDropped(place, countByLabel({ rate, ...start }, timing.rate, true)) }
  }
  const first = countByLabel({ rate, ...start }, timing.rate, dropFrame)
  return { name, toDocument: () => countBack(place, first - programmeStart) }
}

/** EBU STL does not say whether labels are dropped: those of a recording that drops some are. */
function countDropped({ document, programmeStart }: Place, first: Frames): TimedTextDocument {
  const { timing, ext } = document
  if (timing.unit !== 'frames') return document
  const { rate } = timing
  const base = getTimecodeBase(rate)
  const moved = mapTimes(document, time => {
    const label = framesToLabel(time + programmeStart, { rate, dropFrame: false })
    return (countLabel(label, { timecode: { rate, dropFrame: true }, base })?.frames ?? 0) - first
  })
  return { ...moved, ext: { ...moved.ext, stl: { ...ext?.stl, dropFrame: true, start: first } } }
}

/** The document with its times counted from a later one, which writers take for the timecode of the first frame. */
function countBack({ document, programmeStart }: Place, start: number): TimedTextDocument {
  if (start === 0) return document
  const moved = mapTimes(document, time => time - start)
  const { stl, ttml } = document.ext ?? {}
  if (document.timing.unit === 'milliseconds' || !(stl || ttml)) return moved
  const first = programmeStart + start
  const { rate } = document.timing
  const isLabelled = ttml && first >= 0 && findTimecodeBase(rate) !== undefined
  return {
    ...moved,
    ext: {
      ...moved.ext,
      ...(stl && { stl: { ...stl, start: first } }),
      ...(isLabelled && {
        ttml: { ...ttml, start: formatStart({ frames: first, dropFrame: ttml.dropMode === 'dropNTSC' }, rate) },
      }),
    },
  }
}

function fits(document: TimedTextDocument, media: MediaPlace): boolean {
  const length = media.frameCount > 0 ? countLength(document, media) : Number.POSITIVE_INFINITY
  return document.cues.every(({ start }) => start >= 0 && start < length)
}

function describeFirst(document: TimedTextDocument, media: MediaPlace): string {
  const index = document.cues.findIndex(cue => !fits({ ...document, cues: [cue] }, media))
  return `Cue ${index + 1} does not begin inside the clip`
}

function formatStart({ frames, dropFrame }: ProgrammeStart, rate: SampleRate): string {
  if (findTimecodeBase(rate) === undefined) return `frame ${frames}`
  return formatTimecode(frames, { rate, dropFrame: dropFrame && mayDropFrame(rate) })
}

/** Frames of a rate at which the label stands that another one has for so many frames; the same clock without labels. */
export function countByLabel(
  { rate, frames, dropFrame }: { readonly rate: SampleRate; readonly frames: Frames; readonly dropFrame: boolean },
  toRate: SampleRate,
  dropsFrames: boolean,
): Frames {
  const labelRate = findCountingRate(rate)
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

function countLength({ timing }: TimedTextDocument, { rate, times, frameCount }: MediaPlace): number {
  const clock = createFrameClock(rate, times)
  return timing.unit === 'milliseconds'
    ? clock.toMilliseconds(frameCount)
    : resampleFrames(clock.toLabel(frameCount), rate, timing.rate)
}
