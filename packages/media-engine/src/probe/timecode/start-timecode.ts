import {
  findCountingRate,
  findDivisor,
  formatTimecode,
  isSameRate,
  mayDropFrame,
  RATE_30,
  RATE_60,
  usualRates,
} from '@rushes/timebase'
import { parseRational, type Rational, reduce } from '../../rational.ts'
import type { RawProbe, RawStream } from '../raw.ts'
import type { TimecodeDoubt, TrackTimecode } from './timecode-track.ts'

/** The label of frame 0 as the file states it; `;` (or `.`) before the frames means drop frame. */
export interface StartTimecode {
  readonly text: string
  readonly dropFrame: boolean
  readonly source: 'TIMECODE_TRACK' | 'VIDEO_TRACK' | 'CONTAINER'
  /** At which a timecode track counts, where it says so: at 50 and 60 frames a second often half of that. */
  readonly rate?: Rational
  /** Why it may not be what the recorder showed. */
  readonly doubt?: TimecodeDoubt
}

const LABEL = /^(\d{1,3}:\d{2}:\d{2})([:;.,])(\d{2,3})$/

function findTag(tags: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  // Matroska writes its tags in capitals
  return Object.entries(tags ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
}

function parseTag(tags: RawStream['tags'], source: StartTimecode['source']): StartTimecode | undefined {
  const match = LABEL.exec(findTag(tags, 'timecode')?.trim() ?? '')
  if (!match) return undefined
  const dropFrame = match[2] !== ':'
  return { text: `${match[1]?.padStart(8, '0')}${dropFrame ? ';' : ':'}${match[3]}`, dropFrame, source }
}

/** The label of a count at the rate of its track; undefined where such a rate has none. */
function toLabel({ frames, rate, dropFrame: isMarked, doubt }: TrackTimecode): StartTimecode | undefined {
  const counting = findCountingRate(rate)
  if (!counting) return undefined
  const counted = Math.floor(frames / (findDivisor(rate, counting) ?? 1))
  const isDropped = isMarked && (isSameRate(counting, RATE_30) || isSameRate(counting, RATE_60))
  // a whole rate that is said to drop frames means the one a little slower
  const dropping = isDropped ? { num: counting.num * 1000, den: 1001 } : counting
  const dropFrame = isMarked && mayDropFrame(dropping)
  const text = formatTimecode(counted, { rate: dropping, dropFrame })
  const rateOfLabels = { num: counting.num, den: counting.den }
  return { text, dropFrame, source: 'TIMECODE_TRACK', rate: rateOfLabels, ...(doubt && { doubt }) }
}

/** The first timecode found: on a timecode track, on the video stream, on the container (MXF, Matroska). */
export function findStartTimecode(probe: RawProbe, video: RawStream | undefined): StartTimecode | undefined {
  const ofTrack = probe.timecodeTrack && toLabel(probe.timecodeTrack)
  if (ofTrack) return ofTrack
  for (const stream of probe.streams) {
    const found = stream.codec_type === 'data' ? parseTag(stream.tags, 'TIMECODE_TRACK') : undefined
    const rate = parseRational(stream.avg_frame_rate)
    if (found) return { ...found, ...(rate && { rate }) }
  }
  const ofContainer = parseTag(probe.format.tags, 'CONTAINER')
  const { mxfTimecode } = probe
  return (
    parseTag(video?.tags, 'VIDEO_TRACK') ??
    (ofContainer && mxfTimecode ? { ...ofContainer, rate: mxfTimecode.rate } : ofContainer)
  )
}

/** Whether there is a timecode track whose labels cannot be read. */
export function hasUnreadTimecode(probe: RawProbe): boolean {
  return probe.streams.some(({ codec_tag_string, tags }) => codec_tag_string === 'tmcd' && !findTag(tags, 'timecode'))
}

/** The text of an element of iXML. */
const findElement = (ixml: string, name: string): string | undefined =>
  new RegExp(`<${name}>\\s*([^<]{1,100}?)\\s*<`).exec(ixml)?.[1]

function findCount(ixml: string, name: string): number | undefined {
  const text = findElement(ixml, name) ?? ''
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** A count in two words of 32 bits. */
function findWideCount(ixml: string, name: string, high: string, low: string): number | undefined {
  const lowWord = findCount(ixml, `${name}_${low}`)
  return lowWord === undefined ? undefined : (findCount(ixml, `${name}_${high}`) ?? 0) * 2 ** 32 + lowWord
}

/** When a wave file starts, in seconds since midnight: as its `bext` chunk says, else its iXML. */
export function findTimeReference(probe: RawProbe, samplingFrequency: number | undefined): Rational | undefined {
  const toTime = (samples: number | undefined, frequency = samplingFrequency): Rational | undefined =>
    samples !== undefined && Number.isSafeInteger(samples) && samples >= 0 && frequency
      ? reduce(BigInt(samples), frequency)
      : undefined
  const { ixml = '' } = probe
  const broadcast = toTime(Number(findTag(probe.format.tags, 'time_reference') ?? Number.NaN))
  // software that knows nothing of the time of day writes zero
  if (broadcast && broadcast.num > 0) return broadcast
  return (
    toTime(
      findWideCount(ixml, 'TIMESTAMP_SAMPLES_SINCE_MIDNIGHT', 'HI', 'LO'),
      findCount(ixml, 'TIMESTAMP_SAMPLE_RATE') || samplingFrequency,
    ) ??
    toTime(findWideCount(ixml, 'BWF_TIME_REFERENCE', 'HIGH', 'LOW')) ??
    broadcast
  )
}

/** How a recorder counts the timecode of its sound. */
export interface SoundCounting {
  readonly rate: Rational
  readonly dropFrame: boolean
}

/** What the iXML of a broadcast wave file, or an MXF file, says of its timecode, if anything. */
export function findSoundCounting({ ixml = '', mxfTimecode }: RawProbe): SoundCounting | undefined {
  const rate = parseTimecodeRate(findElement(ixml, 'TIMECODE_RATE'))
  if (!rate) return mxfTimecode
  return { rate, dropFrame: findElement(ixml, 'TIMECODE_FLAG') === 'DF' }
}

/** 24000/1001 as iXML has it, and 23.98 as some write it. */
function parseTimecodeRate(text: string | undefined): Rational | undefined {
  if (text === undefined) return undefined
  const rate = parseRational(text)
  if (rate) return rate
  const usual = usualRates.find(({ num, den }) => Math.abs(Number(text) - num / den) < 0.005)
  return usual && { num: usual.num, den: usual.den }
}
