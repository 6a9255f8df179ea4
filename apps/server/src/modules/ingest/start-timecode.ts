import type { ProbeReport } from '@rushes/media-engine'
import {
  findCountingRate,
  findDivisor,
  formatTimecode,
  isSameRate,
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

/** Frames of 29.97 and 59.94 begin within a sample, which recorders round: so much of a frame, or less. */
const sampleOfFrame = 0.002

/** The count of the first frame from 00:00:00:00; none when the file says nothing, or nothing that its rate can mean. */
export function toStartTimecode(report: ProbeReport, rate: SampleRate): Start {
  const { startTimecode, timeReference, soundCounting } = report
  if (startTimecode) return readLabel(startTimecode, rate) ?? { startTimecodeFrames: undefined, dropFrame: false }
  const frames = timeReference && (timeReference.num * rate.num) / (timeReference.den * rate.den)
  return {
    startTimecodeFrames: frames && Math.floor(frames + sampleOfFrame),
    dropFrame: (soundCounting?.dropFrame ?? false) && mayDropFrame(rate),
  }
}

/**
 * A label as the camera showed it. Its track may count slower than the pictures, or faster; where drop frame does not exist, a flag
 * that says so changes nothing of the label; hours go on after a day. Undefined for a label that the rate has not.
 */
function readLabel(
  { text, dropFrame: isMarked, rate: trackRate }: NonNullable<ProbeReport['startTimecode']>,
  rate: SampleRate,
): Start | undefined {
  const faster = trackRate && findDivisor(trackRate, rate)
  const ofTrack = trackRate && (faster ?? findDivisor(rate, trackRate)) && findCountingRate(trackRate)
  const counting = ofTrack ?? findCountingRate(rate)
  if (!counting) return undefined
  const dropFrame = isMarked && mayDropFrame(counting)
  const label = text.replace(';', ':').replace(/^\d+/, hours => String(Number(hours) % 24).padStart(2, '0'))
  try {
    const count = parseTimecode(label, { rate: counting, dropFrame })
    return {
      startTimecodeFrames: Math.floor(
        (count * (findDivisor(rate, counting) ?? 1)) / (findDivisor(counting, rate) ?? 1),
      ),
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

/** Why a clip has no timecode although its file has one, or one that may not be what the recorder showed. */
export function findTimecodeFault(
  { kind, startTimecode, unreadTimecode, timeReference, soundCounting }: ProbeReport,
  rate: SampleRate,
): string | undefined {
  const isAssumed = kind === 'AUDIO' && (startTimecode !== undefined || (timeReference?.num ?? 0) > 0)
  if (isAssumed && !(soundCounting && isSameRate(soundCounting.rate, rate))) {
    const said = soundCounting
      ? `no timecode counts at ${toDecimals(soundCounting.rate)}`
      : 'the file does not say how many'
    return `The timecode is counted at ${toDecimals(rate)} frames a second: ${said}`
  }
  if (unreadTimecode) return 'The timecode track cannot be read; the clip has no timecode'
  if (!startTimecode) return undefined
  if (readLabel(startTimecode, rate)) return startTimecode.doubt && doubts[startTimecode.doubt]
  return `The start timecode ${startTimecode.text} does not exist at ${toDecimals(rate)} frames a second; the clip has no timecode`
}

/** The label is kept: it is the best that the file has. */
const doubts = {
  NOT_SHOWN: 'The edit list of the file shows nothing of its timecode track; the timecode is that of its first entry',
  COUNTED_ON: 'The edit list of the file begins after the end of its timecode track; the timecode counts on from there',
} as const

const toDecimals = ({ num, den }: SampleRate): string => String(Number((num / den).toFixed(3)))
