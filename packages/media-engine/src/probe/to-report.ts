import type { FrameTimes } from '@rushes/timebase'
import { MediaError } from '../errors.ts'
import { listHeardTogether } from '../plan/sound/sound.ts'
import { MAX_CHANNELS } from '../plan/sound/sound-mix.ts'
import { parseRational, type Rational, reduce, toNumber } from '../rational.ts'
import { measureRate } from './frame-rate.ts'
import { toMimeType } from './mime-type.ts'
import type { RawProbe, RawStream, StreamTally } from './raw.ts'
import type { Colour, MediaKind, ProbeReport, Track } from './report.ts'
import type { Sniff } from './sniff.ts'
import {
  findSoundCounting,
  findStartTimecode,
  findTimeReference,
  hasUnreadTimecode,
} from './timecode/start-timecode.ts'

/** Slides may stand for a minute; what is slower has a broken time scale. */
const MIN_RATE = 1 / 60

const UNIT: Rational = { num: 1, den: 1 }

const EMPTY = {
  format: undefined,
  tracks: [],
  video: undefined,
  audio: undefined,
  frameCount: undefined,
  heldFrames: 0,
  declaredFrameCount: undefined,
  truncated: false,
  rate: undefined,
  lastPictureSeconds: undefined,
  variableFrameRate: false,
  frameTimes: undefined,
  startTimecode: undefined,
  unreadTimecode: false,
  timeReference: undefined,
  soundCounting: undefined,
  rotation: 0,
  mirrored: false,
  scanType: undefined,
  duration: undefined,
  videoStartSeconds: 0,
  demuxer: undefined,
} as const

/** The report of a file that is not a media file. */
export const toDocumentReport = (kind: MediaKind, mimeType: string, sizeBytes: number): ProbeReport => ({
  ...EMPTY,
  kind,
  mimeType,
  sizeBytes,
})

const emptyTally = (index: number): StreamTally => ({ index, shownPackets: 0, allPackets: 0 })

const toCount = (text: string | number | undefined): number | undefined => {
  const count = Number(text ?? 0)
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

function spanOf(stream: RawStream, tally: StreamTally): Rational | undefined {
  const timeBase = parseRational(stream.time_base)
  if (!timeBase || tally.startPts === undefined || tally.endPts === undefined) return undefined
  const ticks = Math.round(tally.endPts - tally.startPts)
  return ticks > 0 ? reduce(BigInt(ticks) * BigInt(timeBase.num), timeBase.den) : undefined
}

const startSecondsOf = (stream: RawStream | undefined, tally: StreamTally | undefined): number => {
  const timeBase = parseRational(stream?.time_base)
  return timeBase && tally?.startPts !== undefined ? tally.startPts * toNumber(timeBase) : 0
}

/** Bits per component, which names of planar formats end in (`yuv422p10le`). */
const findPixelDepth = ({ pix_fmt }: RawStream): number | undefined =>
  pix_fmt === undefined ? undefined : (toCount(/(?:p|gray|gbrp|p0)(9|1[0246])(?:le|be)$/.exec(pix_fmt)?.[1]) ?? 8)

/** What the file says of its colours; nothing when that is nothing. */
function findColour(stream: RawStream): Colour | undefined {
  const said = {
    range: stream.color_range,
    primaries: stream.color_primaries,
    transfer: stream.color_transfer,
    matrix: stream.color_space,
  }
  const known = Object.entries(said).filter(([, value]) => value !== undefined && !/^(unknown|reserved)/.test(value))
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

const TRACK_TYPES: Readonly<Record<string, Track['type']>> = { video: 'VIDEO', audio: 'AUDIO', subtitle: 'SUBTITLE' }

/** How an edit list leaves nothing to be shown of a track; nothing where none does. */
function findHiding({ unshownTracks = [] }: RawProbe, { id }: RawStream, tally: StreamTally): string | undefined {
  if (tally.shownPackets > 0) return undefined
  // The demuxer gives nothing of such a track, as of one whose bytes are missing.
  if (id !== undefined && unshownTracks.includes(id)) return 'shows nothing'
  return tally.allPackets > 0 ? 'points outside' : undefined
}

/** Why nothing can be made of picture or sound. */
function findObstacle(raw: RawProbe, stream: RawStream, tally: StreamTally): string | undefined {
  const { codec_type, codec_name = 'unknown', decodable, channels = 0 } = stream
  if (codec_type !== 'video' && codec_type !== 'audio') return undefined
  if (decodable === false) return `its coding (${codec_name}) is not supported`
  if (channels > MAX_CHANNELS) return `it has ${channels} channels; at most ${MAX_CHANNELS} are supported`
  const hiding = findHiding(raw, stream, tally)
  return hiding && `the edit list of the file ${hiding} of it`
}

function toTrack(raw: RawProbe, stream: RawStream, tally: StreamTally, isStill: boolean): Track {
  const isVideo = stream.codec_type === 'video'
  const { rate, isVariable } = isVideo && !isStill ? measureRate(stream, tally) : { isVariable: false }
  const obstacle = findObstacle(raw, stream, tally)
  const isCounted = rate !== undefined && !isVariable && tally.shownPackets > 0
  return {
    index: stream.index,
    type: isStill && isVideo ? 'IMAGE' : (TRACK_TYPES[stream.codec_type ?? ''] ?? 'DATA'),
    codec: stream.codec_name,
    ...(obstacle !== undefined && { unreadable: obstacle }),
    profile: stream.profile,
    language: stream.tags?.language === 'und' ? undefined : stream.tags?.language,
    bitRate: toCount(stream.bit_rate),
    duration: isStill
      ? undefined
      : isCounted
        ? reduce(BigInt(tally.shownPackets) * BigInt(rate.den), rate.num)
        : spanOf(stream, tally),
    packetCount: tally.allPackets,
    width: isVideo ? toCount(stream.width) : undefined,
    height: isVideo ? toCount(stream.height) : undefined,
    pixelFormat: isVideo ? stream.pix_fmt : undefined,
    pixelAspect: isVideo ? (parseRational(stream.sample_aspect_ratio) ?? UNIT) : undefined,
    colour: isVideo ? findColour(stream) : undefined,
    rate,
    channels: toCount(stream.channels),
    samplingFrequency: toCount(stream.sample_rate),
    bitsPerSample:
      toCount(stream.bits_per_raw_sample) ?? (isVideo ? findPixelDepth(stream) : toCount(stream.bits_per_sample)),
  }
}

function findRotation(video: RawStream | undefined): ProbeReport['rotation'] {
  const antiClockwise = video?.side_data_list?.find(data => data.rotation !== undefined)?.rotation ?? 0
  const turns = Math.round(-antiClockwise / 90)
  return ([0, 90, 180, 270] as const)[((turns % 4) + 4) % 4] ?? 0
}

const isInterlaced = (order: string | undefined): boolean => ['tt', 'bb', 'tb', 'bt'].includes(order ?? '')

function findLastPicture(video: RawStream | undefined, tally: StreamTally | undefined): number | undefined {
  const timeBase = parseRational(video?.time_base)
  const [first, last] = [tally?.times?.[0], tally?.times?.at(-1)]
  return timeBase && first !== undefined && last !== undefined ? (last - first) * toNumber(timeBase) : undefined
}

/** When frames are shown, from the first one on: pictures as the file has them, then those that hold the last one. */
function toFrameTimes(
  { times, timeBase, heldFrames }: { times: Float64Array; timeBase: Rational; heldFrames: number },
  rate: Rational,
  duration: Rational | undefined,
): FrameTimes {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const toMs = (ticks: number) => (ticks - first) * toNumber(timeBase) * 1000
  const frameMs = 1000 / toNumber(rate)
  const held = Array.from({ length: heldFrames }, (_, index) => Math.round(toMs(last) + (index + 1) * frameMs))
  const shown = [...Array.from(times, ticks => Math.round(toMs(ticks))), ...held]
  const lastMs = shown.at(-1) ?? 0
  const end = duration ? Math.round(toNumber(duration) * 1000) : lastMs
  return { times: shown, end: end > lastMs ? end : Math.round(lastMs + frameMs) }
}

/** Headers count packets, of which two may make a picture. */
function findDeclaredFrames(video: RawStream | undefined, tally: StreamTally | undefined): number | undefined {
  const declared = toCount(video?.nb_frames)
  return declared === undefined ? undefined : Math.max(1, declared - (tally?.fieldPairs ?? 0))
}

/** The header promised more frames, and what is there is shorter than it said (an edit list also hides frames). */
function isTruncated(stream: RawStream, tally: StreamTally): boolean {
  const declared = toCount(stream.nb_frames)
  if (declared === undefined || declared <= tally.allPackets + (tally.fieldPairs ?? 0)) return false
  const span = tally.endPts !== undefined && tally.startPts !== undefined ? tally.endPts - tally.startPts : 0
  return stream.duration_ts === undefined || span < stream.duration_ts * (1 - 1 / declared)
}

/** Sound that goes on for less after the last picture is the rest of its last packet, or of a recorder that stopped. */
const MIN_HELD_SECONDS = 1

const add = (a: Rational, b: Rational): Rational | undefined =>
  reduce(BigInt(a.num) * BigInt(b.den) + BigInt(b.num) * BigInt(a.den), BigInt(a.den) * BigInt(b.den))

const findLongest = (tracks: readonly Track[]): Track | undefined =>
  tracks.reduce<Track | undefined>((longest, track) => {
    const [seconds, most] = [track, longest].map(one => (one?.duration ? toNumber(one.duration) : 0))
    return !longest || seconds! > most! ? track : longest
  }, undefined)

/** How many frames go on with the last picture while there is sound. */
function countHeldFrames(
  picture: { readonly stream: RawStream; readonly tally: StreamTally; readonly track: Track },
  sound: { readonly stream: RawStream; readonly tally: StreamTally },
): number {
  const { rate, duration } = picture.track
  const timeBase = parseRational(sound.stream.time_base)
  const { endPts, shownTicks = 0 } = sound.tally
  if (!rate || !duration || !timeBase || endPts === undefined) return 0
  const pictureEnd = startSecondsOf(picture.stream, picture.tally) + toNumber(duration)
  // Times may jump, but nothing is heard for longer than there is sound.
  const seconds = Math.min(endPts * toNumber(timeBase) - pictureEnd, shownTicks * toNumber(timeBase))
  return seconds >= MIN_HELD_SECONDS ? Math.round(seconds * toNumber(rate)) : 0
}

/**
 * Makes the report of what a demuxer has said and what counting gave; throws `NOT_MEDIA` if nothing is in it. With
 * `keepsTimes`, the times of frames are in it also at a constant rate.
 */
export function toReport(
  raw: RawProbe,
  seen: Sniff,
  sizeBytes: number,
  { keepsTimes = false }: { readonly keepsTimes?: boolean } = {},
): ProbeReport {
  const streams = raw.streams.filter(stream => !stream.disposition?.attached_pic)
  const tallyOf = (stream: RawStream): StreamTally =>
    raw.tallies.find(tally => tally.index === stream.index) ?? emptyTally(stream.index)
  const obstacleOf = (stream: RawStream): string | undefined => findObstacle(raw, stream, tallyOf(stream))
  const isPlayed = ({ codec_type = '' }: RawStream): boolean => ['video', 'audio'].includes(codec_type)
  const isShown = (stream: RawStream): boolean => isPlayed(stream) && tallyOf(stream).shownPackets > 0
  const isNeeded = streams.every(stream => obstacleOf(stream) !== undefined || !isShown(stream))
  const findFirst = (type: string) =>
    streams.find(stream => stream.codec_type === type && isShown(stream) && (isNeeded || !obstacleOf(stream)))
  const video = findFirst('video')
  const audio = findFirst('audio')
  if (!video && !audio) {
    const hidings = streams.filter(isPlayed).map(stream => findHiding(raw, stream, tallyOf(stream)))
    const hiding = hidings.find(found => found !== undefined)
    const message = hiding
      ? `Nothing of the file is shown: its edit list ${hiding} of its picture and sound.`
      : 'The file holds neither picture nor sound.'
    throw new MediaError('NOT_MEDIA', message)
  }

  const videoTally = video && tallyOf(video)
  // A film of which an edit list hides all frames but one is none.
  const isStill = !audio && videoTally?.allPackets === 1 && (toCount(video?.nb_frames) ?? 1) === 1
  const kind = !video ? 'AUDIO' : isStill ? 'IMAGE' : 'VIDEO'
  const tracks = streams.map(stream => toTrack(raw, stream, tallyOf(stream), isStill))
  const videoTrack = tracks.find(track => track.index === video?.index)
  const audioTrack = tracks.find(track => track.index === audio?.index)
  const timeReference = findTimeReference(raw, audioTrack?.samplingFrequency)
  const longest = audioTrack && findLongest(listHeardTogether(tracks, audioTrack))
  const sound = streams.find(({ index }) => index === longest?.index)
  const heldFrames =
    video && videoTally && videoTrack && sound && !isStill
      ? countHeldFrames(
          { stream: video, tally: videoTally, track: videoTrack },
          { stream: sound, tally: tallyOf(sound) },
        )
      : 0
  const held = videoTrack?.rate && reduce(BigInt(heldFrames) * BigInt(videoTrack.rate.den), videoTrack.rate.num)
  const lastPicture = findLastPicture(video, videoTally)
  const startTimecode = findStartTimecode(raw, video)
  const timeBase = parseRational(video?.time_base)
  const duration = videoTrack?.duration ?? (isStill ? undefined : longest?.duration)
  const measured = kind === 'VIDEO' && video && videoTally ? measureRate(video, videoTally) : undefined
  const pace = measured?.pace ?? measured?.rate
  if (pace && toNumber(pace) < MIN_RATE) {
    const seconds = Math.round(1 / toNumber(pace))
    throw new MediaError('NOT_MEDIA', `The times of the file are damaged: it has one frame in ${seconds} seconds.`)
  }
  const total = duration && held ? add(duration, held) : duration
  const times = measured?.isVariable || keepsTimes ? videoTally?.times : undefined
  return {
    kind,
    mimeType: seen.is === 'STILL' ? seen.mimeType : toMimeType(raw, kind),
    sizeBytes,
    format: raw.format,
    tracks,
    video: videoTrack,
    audio: audioTrack,
    frameCount: videoTally && videoTally.shownPackets + heldFrames,
    heldFrames,
    declaredFrameCount: findDeclaredFrames(video, videoTally),
    truncated: video !== undefined && videoTally !== undefined && isTruncated(video, videoTally),
    rate: videoTrack?.rate,
    lastPictureSeconds: lastPicture === undefined ? undefined : lastPicture + (held ? toNumber(held) : 0),
    variableFrameRate: measured?.isVariable ?? false,
    frameTimes:
      times && times.length > 0 && timeBase && videoTrack?.rate
        ? toFrameTimes({ times, timeBase, heldFrames }, videoTrack.rate, total)
        : undefined,
    startTimecode,
    unreadTimecode: startTimecode === undefined && hasUnreadTimecode(raw),
    timeReference,
    soundCounting: findSoundCounting(raw),
    rotation: findRotation(video),
    mirrored: video?.side_data_list?.some(({ mirrored }) => mirrored) ?? false,
    scanType:
      video && !isStill
        ? videoTally?.fieldPairs || isInterlaced(video.field_order)
          ? 'Interlaced'
          : 'Progressive'
        : undefined,
    duration: total,
    videoStartSeconds: startSecondsOf(video, videoTally),
    demuxer: raw.format.format_name.split(',')[0],
  }
}
