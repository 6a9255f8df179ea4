import type { ProbeReport } from '@rushes/media-engine'
import {
  findCountingRate,
  findDivisor,
  formatTimecode,
  mayDropFrame,
  parseTimecode,
  type SampleRate,
  TimebaseError,
} from '@rushes/timebase'

/** Where the timecode of a clip starts, where it has one. */
interface Start {
  readonly startTimecodeFrames: number | undefined
  readonly dropFrame: boolean
}

/** The count of the first frame from 00:00:00:00; none when the file says nothing, or nothing that its rate can mean. */
export function toStartTimecode(report: ProbeReport, rate: SampleRate): Start {
  const { startTimecode, timeReference, soundCounting } = report
  if (startTimecode) return readLabel(startTimecode, rate) ?? { startTimecodeFrames: undefined, dropFrame: false }
  const frames = timeReference ? Math.floor((timeReference.num * rate.num) / (timeReference.den * rate.den)) : undefined
  return { startTimecodeFrames: frames, dropFrame: (soundCounting?.dropFrame ?? false) && mayDropFrame(rate) }
}

/**
 * A label as the camera showed it. Its track may count slower than the pictures; where drop frame does not exist, a flag
 * that says so changes nothing of the label; hours go on after a day. Undefined for a label that the rate has not.
 */
function readLabel(
  { text, dropFrame: isMarked, rate: trackRate }: NonNullable<ProbeReport['startTimecode']>,
  rate: SampleRate,
): Start | undefined {
  const ofTrack = trackRate && findDivisor(rate, trackRate) && findCountingRate(trackRate)
  const counting = ofTrack ?? findCountingRate(rate)
  if (!counting) return undefined
  const dropFrame = isMarked && mayDropFrame(counting)
  const label = text.replace(';', ':').replace(/^\d+/, hours => String(Number(hours) % 24).padStart(2, '0'))
  try {
    const count = parseTimecode(label, { rate: counting, dropFrame })
    return {
      startTimecodeFrames: count * (findDivisor(rate, counting) ?? 1),
      dropFrame: dropFrame && mayDropFrame(rate),
    }
  } catch (error) {
    if (error instanceof TimebaseError) return undefined
    throw error
  }
}

/** The label that the first frame of a proxy gets, if its rate has labels. */
export function toStartLabel(report: ProbeReport): string | undefined {
  const { rate, startTimecode } = report
  if (!rate || !startTimecode || findCountingRate(rate) === undefined) return undefined
  const { startTimecodeFrames, dropFrame } = toStartTimecode(report, rate)
  if (startTimecodeFrames === undefined || findDivisor(rate, findCountingRate(rate)!) !== 1) return undefined
  return formatTimecode(startTimecodeFrames, { rate, dropFrame })
}

/** Why a clip has no timecode although its file has one. */
export function findTimecodeFault(
  { startTimecode, unreadTimecode }: ProbeReport,
  rate: SampleRate,
): string | undefined {
  if (unreadTimecode) return 'The timecode track cannot be read; the clip has no timecode'
  if (!startTimecode || readLabel(startTimecode, rate)) return undefined
  const perSecond = Number((rate.num / rate.den).toFixed(3))
  return `The start timecode ${startTimecode.text} does not exist at ${perSecond} frames a second; the clip has no timecode`
}
