import { findMediaName, type MediaObjectType, type TrackDescription } from '@rushes/contract'
import { MediaError, type MediaKind, type ProbeReport, type Rational, type Track } from '@rushes/media-engine'
import { createSampleRate, findTimecodeBase, RATE_25, type SampleRate } from '@rushes/timebase'
import { type MediaFacts, toSampleRate } from '../media/index.ts'
import { findTimecodeFault, toStartTimecode } from './start-timecode.ts'

const types: Readonly<Record<MediaKind, MediaObjectType>> = {
  VIDEO: 'VIDEO',
  AUDIO: 'AUDIO',
  IMAGE: 'IMAGE',
  DOCUMENT: 'DOCUMENT',
  UNKNOWN: 'DOCUMENT',
}

/** What is worth telling of a file that was read as something else than its name says. */
export function listProbeWarnings(report: ProbeReport, fileName: string): IngestWarning[] {
  if (types[report.kind] !== 'DOCUMENT') return [...listLeftOut(report), ...listTimecodeWarnings(report)]
  const named = findMediaName(fileName)
  if (named === undefined) return []
  const message = `The file is named as a ${named} but could not be read as one; it is stored as a document`
  return [{ type: 'NOT_MEDIA', message }]
}

/** Parts of a file of which nothing can be made; the others are not worse for it. */
function listLeftOut({ tracks }: ProbeReport): IngestWarning[] {
  return tracks.flatMap(track => {
    if (track.unreadable === undefined) return []
    const alike = tracks.filter(({ type }) => type === track.type)
    const name = track.type === 'AUDIO' ? 'Sound track' : 'Picture track'
    const place = alike.length > 1 ? `${alike.indexOf(track) + 1} of ${alike.length}` : `in stream ${track.index + 1}`
    return [{ type: 'LEFT_OUT', message: `${name} ${place} is left out: ${track.unreadable}` }]
  })
}

/** A timecode that is written in the file and not in the clip. */
function listTimecodeWarnings(report: ProbeReport): IngestWarning[] {
  const rate = toRate(report)
  const fault = rate && findTimecodeFault(report, rate)
  return fault === undefined ? [] : [{ type: 'TIMECODE', message: fault }]
}

/** What is worth telling of sound of which nothing could be decoded. */
export function listSoundWarnings(soundLeftOut: boolean): IngestWarning[] {
  return soundLeftOut ? [{ type: 'LEFT_OUT', message: 'The sound is left out: nothing of it could be decoded' }] : []
}

/** What a task of an ingest that completed reports of the file. */
export interface IngestWarning {
  readonly type: 'NOT_MEDIA' | 'DAMAGED' | 'LEFT_OUT' | 'TIMECODE'
  readonly message: string
  readonly count?: number
}

/** Frames of the original that could not be decoded. */
export function listDamageWarnings(damagedFrames: number): IngestWarning[] {
  if (damagedFrames <= 0) return []
  const message = `The original is damaged: ${damagedFrames} of its frames could not be decoded`
  return [{ type: 'DAMAGED', message, count: damagedFrames }]
}

/** What frame numbers of a clip mean, from the probe of its original. */
interface FrameFacts {
  readonly sampleRate: SampleRate | undefined
  readonly frameCount: number
  readonly startTimecodeFrames: number | undefined
  readonly dropFrame: boolean
}

/**
 * The frames of a clip. Sound has none of its own: its annotations count as its recorder did, or 25 in a second. Pictures and documents
 * have one, so that they can be commented on.
 */
export function toFrameFacts(report: ProbeReport): FrameFacts {
  const rate = toRate(report)
  const frameCount = report.kind === 'AUDIO' ? toFrames(report.duration, rate ?? RATE_25) : (report.frameCount ?? 1)
  if (!rate) return { sampleRate: undefined, frameCount, startTimecodeFrames: undefined, dropFrame: false }
  return { sampleRate: rate, frameCount, ...toStartTimecode(report, rate) }
}

/** What the probe says of the clip. */
export function toMediaFacts(report: ProbeReport): MediaFacts {
  const { sampleRate, frameCount, startTimecodeFrames, dropFrame } = toFrameFacts(report)
  return {
    type: types[report.kind],
    durationMs: toMs(report.duration) ?? null,
    sampleRate: sampleRate ?? null,
    frameCount,
    timecodeFrames: startTimecodeFrames ?? null,
    dropFrame,
  }
}

/**
 * The technical description of an original as the clip's annotation carries it (ingest-2): `format` with
 * the field names of ffprobe's JSON, frames counted, `truncated` when the file holds less than it promises, `damaged` when frames could not be decoded,
 * and `loudness` as `toLoudness` gives it.
 */
export function toTechnicalDescription(
  report: ProbeReport,
  fileName: string,
  { damagedFrames = 0, loudness }: { damagedFrames?: number | undefined; loudness?: string | undefined } = {},
): Record<string, unknown> {
  const { sampleRate, frameCount, startTimecodeFrames, dropFrame } = toFrameFacts(report)
  const creationTime = Date.parse(report.format?.tags?.creation_time ?? '')
  return withoutUndefined({
    fileName,
    reelName: fileName.replace(/\.[^.]*$/, ''),
    mimeType: report.mimeType,
    size: report.sizeBytes,
    creationTime: Number.isNaN(creationTime) ? undefined : creationTime,
    duration: toWholeSeconds(report.duration),
    frames: frameCount,
    sampleRate: sampleRate && toSampleRate(sampleRate, dropFrame),
    variableFrameRate: report.variableFrameRate || undefined,
    timecode: startTimecodeFrames,
    scanType: report.scanType,
    colour: report.video?.colour,
    rotation: report.video ? report.rotation : undefined,
    truncated: report.truncated || undefined,
    damaged: damagedFrames > 0 || undefined,
    damagedFrames: damagedFrames || undefined,
    loudness,
    fingerprints: [],
    format: report.format && { ...report.format, filename: fileName },
    tracks: toTracks(report).map(track => ({ ...track, fileName })),
  })
}

const loudnessSteps = 120

/** How loud a clip is from its beginning to its end, as hexadecimal digits: small enough for lists of clips. */
export function toLoudness(points: readonly number[]): string {
  const steps = Math.min(loudnessSteps, Math.floor(points.length / 2))
  return Array.from({ length: steps }, (_, step) => {
    const [from, to] = [step, step + 1].map(edge => 2 * Math.floor((edge * points.length) / 2 / steps))
    const loudest = points.slice(from, to).reduce((most, point) => Math.max(most, Math.abs(point)), 0)
    return Math.min(15, Math.round((loudest / 128) * 15)).toString(16)
  }).join('')
}

/** What other tasks found in an original. */
export interface KnownFacts {
  readonly damage?: { readonly frameCount: number | undefined; readonly damagedFrames: number }
  readonly loudness?: string
}

/** What other tasks found in this same original, from the stored description; a probe cannot see it. */
export function findKnownFacts(description: unknown, { sizeBytes }: ProbeReport): KnownFacts {
  const { size, frames, damagedFrames, loudness } = (description ?? {}) as Record<string, unknown>
  if (size !== sizeBytes) return {}
  const frameCount = typeof frames === 'number' ? frames : undefined
  return {
    ...(typeof damagedFrames === 'number' && { damage: { frameCount, damagedFrames } }),
    ...(typeof loudness === 'string' && { loudness }),
  }
}

/** The streams of a file as tracks of its instance. */
export function toTracks(report: ProbeReport): TrackDescription[] {
  const { frameCount, startTimecodeFrames } = toFrameFacts(report)
  return report.tracks.map((track, position) => {
    const isCounted = track.index === report.video?.index
    return {
      ...toTrack(track, position),
      ...(isCounted && { start: 0, end: frameCount }),
      ...(isCounted && startTimecodeFrames !== undefined && { timecodeOffset: startTimecodeFrames }),
    }
  })
}

function toTrack(track: Track, position: number): TrackDescription {
  return {
    type: track.type,
    index: track.index,
    number: position + 1,
    ...withoutUndefined({
      language: track.language,
      codingFormat: track.codec,
      codingProfile: track.profile,
      duration: toSeconds(track.duration),
      fps: track.rate && toSampleRate(createSampleRate(track.rate.num, track.rate.den)),
      width: track.width,
      height: track.height,
      subsampling: track.pixelFormat,
      channels: track.channels,
      samplingFrequency: track.samplingFrequency,
      bits_per_sample: track.bitsPerSample,
      getkBitRate: track.bitRate === undefined ? undefined : track.bitRate / 1000,
    }),
  }
}

/**
 * The frame of the poster: a tenth into the clip, where titles and black have mostly passed; the first of short ones.
 */
export function choosePosterFrame(frameCount: number): number {
  return Math.floor(Math.max(0, frameCount - 1) / 10)
}

/**
 * How many frames the clip has once its proxy is made: annotations are frame numbers, so both must have the same, and
 * their last pictures the same time. Of a
 * damaged original the proxy may have fewer, as many as can be shown. Undefined: the proxy is wrong and must not be used.
 */
export function findProxiedFrameCount(
  source: ProbeReport,
  proxy: Pick<ProbeReport, 'frameCount'> & Partial<Pick<ProbeReport, 'lastPictureSeconds'>>,
): number | undefined {
  const { frameCount: proxyFrameCount } = proxy
  if (proxyFrameCount === source.frameCount) return endsAlike(source, proxy) ? source.frameCount : undefined
  if (proxyFrameCount === undefined || proxyFrameCount <= 0) return undefined
  return source.truncated || proxyFrameCount < (source.frameCount ?? 0) ? proxyFrameCount : undefined
}

/** True if the last pictures are at the same time, within the length of one; a constant rate says when that is. */
function endsAlike(source: ProbeReport, proxy: Partial<Pick<ProbeReport, 'lastPictureSeconds'>>): boolean {
  const { rate, frameCount = 0, variableFrameRate } = source
  if (!rate) return true
  const length = rate.den / rate.num
  const wanted = variableFrameRate ? source.lastPictureSeconds : (frameCount - 1) * length
  const made = proxy.lastPictureSeconds
  return wanted === undefined || made === undefined || Math.abs(wanted - made) <= length
}

/** Failures that lie in the file, so that another attempt would end the same; what the machine lacks may come back. */
const lastingCodes = new Set([
  'NOT_MEDIA',
  'REFUSED',
  'NO_STREAM',
  'FRAME_OUT_OF_RANGE',
  'BAD_REQUEST',
  'TOO_LARGE',
  'UNSUPPORTED',
])

export function isLasting(error: unknown): error is MediaError {
  return error instanceof MediaError && lastingCodes.has(error.code)
}

export function toMs(duration: Rational | undefined): number | undefined {
  return duration && Math.round((duration.num * 1000) / duration.den)
}

function toSeconds(duration: Rational | undefined): number | undefined {
  return duration && duration.num / duration.den
}

function toWholeSeconds(duration: Rational | undefined): number | undefined {
  return duration && Math.round(duration.num / duration.den)
}

function toRate(report: ProbeReport): SampleRate | undefined {
  if (report.kind === 'AUDIO') return toSoundRate(report)
  return report.kind === 'VIDEO' && report.rate ? createSampleRate(report.rate.num, report.rate.den) : undefined
}

function toSoundRate({ soundCounting }: ProbeReport): SampleRate {
  if (!soundCounting) return RATE_25
  const rate = createSampleRate(soundCounting.rate.num, soundCounting.rate.den)
  return findTimecodeBase(rate) === undefined ? RATE_25 : rate
}

/** Frames that a duration touches. */
function toFrames(duration: Rational | undefined, rate: SampleRate): number {
  return duration ? Math.ceil((duration.num * rate.num) / (duration.den * rate.den)) : 0
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>
}
