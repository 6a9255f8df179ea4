import {
  countDayFrames,
  type Frames,
  findCountingRate,
  findDivisor,
  mayDropFrame,
  millisecondsToFrames,
  parseTimecode,
  removeStartTimecode,
  TimebaseError,
  type TimecodeFormat,
} from '@rushes/timebase'
import type { MarkedClip, Marker, Remark } from './cut.ts'

/** The clip that a file is read for. */
export type TargetClip = Pick<MarkedClip, 'name' | 'format' | 'pictures' | 'startTimecode' | 'frameCount'>

/** A reply as it was read; `line` counts from 1. */
export interface ReadRemark extends Remark {
  readonly line: number
}

/** A marker as it was read. */
export interface ReadMarker extends Marker {
  readonly line: number
  readonly replies: readonly ReadRemark[]
}

/** Why a line, or the whole file, gives no marker. */
export type ProblemCode =
  | 'no-columns'
  | 'no-frames'
  | 'malformed-time'
  | 'other-counting'
  | 'outside-clip'
  | 'other-clip'
  | 'no-thread'
  | 'contradiction'

export interface Problem {
  readonly code: ProblemCode
  /** Line of the file, counted from 1. */
  readonly line: number
  /** One sentence for people. */
  readonly message: string
}

/** What a file holds for a clip; a reader never throws, whatever the file. */
export interface ReadResult {
  readonly markers: readonly ReadMarker[]
  readonly problems: readonly Problem[]
}

/** A time or a place that cannot be read, before it is known on which line. */
export class Unreadable extends Error {
  readonly code: ProblemCode

  constructor(code: ProblemCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Adds what a line gives, or notes why it gives nothing. */
export function readLine<T>(line: number, problems: Problem[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    problems.push({ code: error.code, line, message: error.message })
    return undefined
  }
}

/**
 * The count of a label as the clip counts. `;` anywhere (or `.` before the frames) says drop frame; without one,
 * `isDrop` does, when a file declares it. A list that counts otherwise than the clip is not read by guesswork.
 */
export function readTimecode(label: string, clip: TargetClip, isDrop?: boolean): Frames {
  const format = getFormat(clip)
  const match = /^(\d{1,2})[:;](\d\d)[:;](\d\d)([:;.,])(\d\d)$/.exec(label.trim())
  if (!match) throw new Unreadable('malformed-time', `${quote(label)} is no timecode (HH:MM:SS:FF)`)
  const isLabelDrop = /[;.,]/.test(label) || (isDrop ?? format.dropFrame)
  if (mayDropFrame(format.rate) && isLabelDrop !== format.dropFrame) {
    const [list, own] = isLabelDrop ? ['drop frame', 'non-drop frame'] : ['non-drop frame', 'drop frame']
    throw new Unreadable('other-counting', `${label.trim()} is ${list}, but the clip counts ${own}`)
  }
  try {
    return parseTimecode(`${match[1]!.padStart(2, '0')}:${match[2]}:${match[3]}:${match[5]}`, format)
  } catch (error) {
    if (error instanceof TimebaseError) throw new Unreadable('malformed-time', error.message)
    throw error
  }
}

/** As long as a marker may say that it is: so many frames of the clip. */
export function readDuration(label: string, clip: TargetClip): Frames {
  const running = readRunningTime(label, clip)
  if (running !== undefined) return running
  if (/^\d{1,9}$/.test(label)) return Number(label)
  const format = getFormat(clip)
  // A length has the signs of the labels that it is counted in, which say nothing of it.
  const own = format.dropFrame ? label.replaceAll(':', ';') : label.replaceAll(/[;.,]/g, ':')
  return readTimecode(own, clip) * countFramesPerCount(clip)
}

/** Time since the first frame, as `1:05.250` or `0:01:05.250`; undefined for what is no such time. */
export function readRunningTime(text: string, clip: TargetClip): Frames | undefined {
  const [matched, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d{1,2}):)?(\d{1,3}):(\d\d[.,]\d{1,3})$/.exec(text) ?? []
  // Two digits behind two colons are frames.
  if (matched === undefined || /^\d+:\d\d:\d\d[.,]\d\d$/.test(text)) return undefined
  if (!clip.format) throw new Unreadable('no-frames', 'The clip has no frames, so a time says nothing')
  const ms = Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))) * 1000)
  return millisecondsToFrames(ms, clip.format.rate)
}

/** The end of a range; nothing for what is no longer than a frame. What reaches behind the clip ends with it. */
export function toRangeEnd(frame: Frames, end: Frames, clip: TargetClip): Frames | undefined {
  const last = clip.frameCount > 0 ? Math.min(end, clip.frameCount) : end
  return last > frame + 1 ? last : undefined
}

/**
 * The first frame of the clip that carries a timecode count. Past midnight as far as the clip is long; where its length
 * is not known, a count that lies nearer before the start than behind it is taken to lie before.
 */
export function toClipFrame(timecode: Frames, clip: TargetClip): Frames {
  const format = getFormat(clip)
  const framesPerCount = countFramesPerCount(clip)
  const count = removeStartTimecode(timecode, Math.floor(clip.startTimecode / framesPerCount), format)
  if (clip.frameCount === 0 && count > countDayFrames(format) / 2) {
    throw new Unreadable('outside-clip', 'This lies before the start of the clip')
  }
  return count * framesPerCount
}

/** How many frames of a clip have one timecode: 1, or more beyond 60 frames a second. */
export function countFramesPerCount(clip: TargetClip): number {
  return (clip.format && findDivisor(clip.format.rate, getFormat(clip).rate)) ?? 1
}

/** Refuses a frame behind the end of the clip. */
export function assertInClip(frame: Frames, clip: TargetClip): Frames {
  if (!Number.isSafeInteger(frame) || (clip.frameCount > 0 && frame >= clip.frameCount)) {
    throw new Unreadable('outside-clip', `Frame ${frame} lies outside the clip, which has ${clip.frameCount}`)
  }
  return frame
}

/** How timecodes of a clip count, which is slower than its frames beyond 60 frames a second. */
export function getFormat({ format }: TargetClip): TimecodeFormat {
  if (!format) throw new Unreadable('no-frames', 'The clip has no timecode, so a timecode says nothing')
  return { ...format, rate: findCountingRate(format.rate) ?? format.rate }
}

/** A foreign text within a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
