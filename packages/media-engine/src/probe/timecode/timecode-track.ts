import { findNearestRate } from '@rushes/timebase'
import type { Rational } from '../../rational.ts'
import type { ReadAt } from './bytes.ts'

/** What a timecode track of QuickTime says of the first picture that is shown. */
export interface TrackTimecode {
  /** Frames from 00:00:00:00, by the labels of `rate`. */
  readonly frames: number
  readonly rate: Rational
  /** The track says so, whether its rate has drop frame or not. */
  readonly dropFrame: boolean
  /** Why it may not be what the recorder showed; nothing for most. */
  readonly doubt?: TimecodeDoubt
}

/** The edit list shows nothing of the track, or begins after its end: then its timecode counts on. */
export type TimecodeDoubt = 'NOT_SHOWN' | 'COUNTED_ON'

const maxBoxes = 10_000
/** Tables of a timecode track are short: it has a sample for each time that the timecode starts again. */
const maxTableBytes = 1024 * 1024

interface Box {
  readonly type: string
  readonly begin: number
  readonly end: number
}

function* listBoxes(read: ReadAt, begin: number, end: number): Generator<Box, void> {
  let place = begin
  for (let count = 0; count < maxBoxes && place + 8 <= end; count += 1) {
    const head = read(place, 16)
    if (head.length < 8) return
    const size = head.readUInt32BE(0)
    const isLong = size === 1 && head.length === 16
    const boxEnd = size === 0 ? end : place + (isLong ? Number(head.readBigUInt64BE(8)) : size)
    const content = place + (isLong ? 16 : 8)
    if (boxEnd < content) return
    yield { type: head.toString('latin1', 4, 8), begin: content, end: Math.min(boxEnd, end) }
    place = boxEnd
  }
}

/** The bytes of a box of a full box's kind: version, flags, content. */
class Table {
  readonly #bytes: Buffer
  readonly isWide: boolean

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.isWide = bytes[0] === 1
  }

  has = (place: number, length: number): boolean => place >= 0 && place + length <= this.#bytes.length
  u8 = (place: number): number => (this.has(place, 1) ? this.#bytes.readUInt8(place) : 0)
  u32 = (place: number): number => (this.has(place, 4) ? this.#bytes.readUInt32BE(place) : 0)
  i32 = (place: number): number => (this.has(place, 4) ? this.#bytes.readInt32BE(place) : 0)
  u64 = (place: number): number => (this.has(place, 8) ? Number(this.#bytes.readBigUInt64BE(place)) : 0)
  i64 = (place: number): number => (this.has(place, 8) ? Number(this.#bytes.readBigInt64BE(place)) : 0)
  text = (place: number): string => this.#bytes.toString('latin1', place, place + 4)

  /** The entries that a count at `place` announces, as far as they are there. */
  list<T>(place: number, entryBytes: number, toEntry: (at: number) => T): T[] {
    const available = Math.floor(Math.max(0, this.#bytes.length - place - 4) / entryBytes)
    const count = Math.min(this.u32(place), available)
    return Array.from({ length: count }, (_, entry) => toEntry(place + 4 + entry * entryBytes))
  }
}

class Atoms {
  readonly #read: ReadAt
  readonly #box: Box

  constructor(read: ReadAt, box: Box) {
    this.#read = read
    this.#box = box
  }

  /** Atoms that a path leads to. */
  list(...path: readonly string[]): Atoms[] {
    const [type, ...rest] = path
    const here = [...listBoxes(this.#read, this.#box.begin, this.#box.end)].filter(box => box.type === type)
    const found = here.map(box => new Atoms(this.#read, box))
    return rest.length === 0 ? found : found.flatMap(atoms => atoms.list(...rest))
  }

  table(...path: readonly string[]): Table {
    const [found] = this.list(...path)
    return new Table(found ? found.#readContent() : Buffer.alloc(0))
  }

  #readContent(): Buffer {
    const { begin, end } = this.#box
    return this.#read(begin, Math.min(maxTableBytes, end - begin))
  }
}

const timescaleOf = (header: Table): number => header.u32(header.isWide ? 20 : 12)
const trackIdOf = (track: Atoms): number => {
  const header = track.table('tkhd')
  return header.u32(header.isWide ? 20 : 12)
}
const handlerOf = (track: Atoms): string => track.table('mdia', 'hdlr').text(8)

interface Edit {
  readonly duration: number
  /** Where it begins in the track; -1 for an empty edit, during which nothing of it is shown. */
  readonly from: number
}

function listEdits(track: Atoms): Edit[] {
  const table = track.table('edts', 'elst')
  return table.isWide
    ? table.list(4, 20, at => ({ duration: table.u64(at), from: table.i64(at + 8) }))
    : table.list(4, 12, at => ({ duration: table.u32(at), from: table.i32(at + 4) }))
}

/** Whether the edit list has empty edits and no other. */
function isUnshown(track: Atoms): boolean {
  const edits = listEdits(track)
  return edits.length > 0 && edits.every(({ from }) => from === -1)
}

/** The ids of the tracks of which an edit list of empty edits shows nothing. */
export function listUnshownTracks(read: ReadAt): number[] {
  const file = new Atoms(read, { type: '', begin: 0, end: Number.MAX_SAFE_INTEGER })
  return file.list('moov', 'trak').filter(isUnshown).map(trackIdOf)
}

/** How long nothing is shown of a track at first, in the film's ticks, and where it begins then, in its own. */
function readEdits(track: Atoms): { readonly emptyTicks: number; readonly mediaTicks: number } {
  const edits = listEdits(track)
  const first = edits.findIndex(({ from }) => from >= 0)
  const empty = first < 0 ? [] : edits.slice(0, first)
  return {
    emptyTicks: empty.reduce((sum, { duration }) => sum + duration, 0),
    mediaTicks: edits[first]?.from ?? 0,
  }
}

/** How long the samples of a track last together. */
function countTicks(samples: Atoms): number {
  const durations = samples.table('stts')
  return durations.list(4, 8, at => durations.u32(at) * durations.u32(at + 4)).reduce((sum, ticks) => sum + ticks, 0)
}

function findDoubt(track: Atoms, samples: Atoms, mediaTicks: number): TimecodeDoubt | undefined {
  if (isUnshown(track)) return 'NOT_SHOWN'
  return mediaTicks > 0 && mediaTicks >= countTicks(samples) ? 'COUNTED_ON' : undefined
}

/** Where the sample is that lasts at a time, and when it begins; the last one goes on. */
function findSample(samples: Atoms, ticks: number): { readonly position: number; readonly beginTicks: number } {
  const durations = samples.table('stts')
  let [sample, beginTicks] = [0, 0]
  for (const [count, duration] of durations.list(4, 8, at => [durations.u32(at), durations.u32(at + 4)] as const)) {
    const passed = duration > 0 ? Math.min(count, Math.max(0, Math.floor((ticks - beginTicks) / duration))) : count
    sample += passed
    beginTicks += passed * duration
    if (passed < count) break
  }
  const sizes = samples.table('stsz')
  const total = sizes.u32(8)
  const durationOfLast = durations.u32(8 + 8 * Math.max(0, durations.u32(4) - 1) + 4)
  if (total === 0) return { position: Number.NaN, beginTicks: 0 }
  if (sample >= total) {
    beginTicks -= (sample - total + 1) * durationOfLast
    sample = total - 1
  }
  const sizeOf = (index: number): number => sizes.u32(4) || sizes.u32(12 + 4 * index)
  const chunkRuns = samples.table('stsc')
  const runs = chunkRuns.list(4, 12, at => ({ first: chunkRuns.u32(at), samples: chunkRuns.u32(at + 4) }))
  const wide = samples.table('co64')
  const narrow = samples.table('stco')
  const chunks = wide.u32(4) > 0 ? wide.list(4, 8, wide.u64) : narrow.list(4, 4, narrow.u32)
  let firstOfChunk = 0
  let run = 0
  for (const [chunk, offset] of chunks.entries()) {
    while ((runs[run + 1]?.first ?? Number.POSITIVE_INFINITY) <= chunk + 1) run += 1
    const inChunk = runs[run]?.samples ?? 1
    if (sample >= firstOfChunk + inChunk) {
      firstOfChunk += inChunk
      continue
    }
    let position = offset
    for (let before = firstOfChunk; before < sample; before += 1) position += sizeOf(before)
    return { position, beginTicks }
  }
  return { position: Number.NaN, beginTicks: 0 }
}

/** Tracks may count half the frames that their time scale has, or fewer. */
const maxDivisor = 8

/** A time scale in hundredths of a frame (2997/100) is a little beside the rate that it means. */
const rounding = 1e-3

function findTrackRate(timescale: number, frameTicks: number, framesPerSecond: number): Rational | undefined {
  if (timescale <= 0 || frameTicks <= 0) return undefined
  const ofTicks = timescale / frameTicks
  const times = framesPerSecond > 0 ? Math.round(ofTicks / framesPerSecond) : 1
  const divisor = times >= 1 && times <= maxDivisor ? times : 1
  const rate = { num: timescale, den: frameTicks * divisor }
  const { num, den } = findNearestRate(rate)
  return Math.abs((num * rate.den) / (den * rate.num) - 1) < rounding ? { num, den } : undefined
}

/**
 * The timecode of the first picture of a QuickTime film, with what FFmpeg leaves out: edit lists of both tracks, and the
 * number of frames that the track counts in a second. Undefined without a timecode track, or where it makes no sense.
 */
export function readTimecodeTrack(read: ReadAt): TrackTimecode | undefined {
  const file = new Atoms(read, { type: '', begin: 0, end: Number.MAX_SAFE_INTEGER })
  const film = file.list('moov')[0]
  if (!film) return undefined
  const tracks = film.list('trak')
  const picture = tracks.find(track => handlerOf(track) === 'vide')
  const timecodes = tracks.filter(track => handlerOf(track) === 'tmcd')
  const named = picture?.table('tref', 'tmcd').u32(0)
  const track = timecodes.find(candidate => trackIdOf(candidate) === named) ?? timecodes[0]
  const samples = track?.list('mdia', 'minf', 'stbl')[0]
  if (!track || !samples) return undefined

  const description = samples.table('stsd')
  const rate = findTrackRate(description.u32(32), description.u32(36), description.u8(40))
  const [filmScale, trackScale] = [timescaleOf(film.table('mvhd')), timescaleOf(track.table('mdia', 'mdhd'))]
  if (!rate || filmScale === 0 || trackScale === 0) return undefined
  const { emptyTicks, mediaTicks } = readEdits(track)
  const shownAfter = (picture ? readEdits(picture).emptyTicks : 0) - emptyTicks
  const ticks = mediaTicks + (shownAfter / filmScale) * trackScale
  const { position, beginTicks } = findSample(samples, ticks)
  const sample = Number.isSafeInteger(position) ? read(position, 4) : Buffer.alloc(0)
  if (sample.length < 4) return undefined
  const flags = description.u32(28)
  const count = (flags & 4) === 0 ? sample.readUInt32BE() : sample.readInt32BE()
  const frames = count + Math.round(((ticks - beginTicks) / trackScale) * (rate.num / rate.den))
  if (!Number.isSafeInteger(frames)) return undefined
  const doubt = findDoubt(track, samples, mediaTicks)
  return { frames, rate, dropFrame: (flags & 1) !== 0, ...(doubt && { doubt }) }
}
