import { countDayFrames, type Frames } from '@rushes/timebase'
import {
  assertInClip,
  countFramesPerCount,
  getFormat,
  type Problem,
  quote,
  type ReadMarker,
  type ReadResult,
  readLine,
  readTimecode,
  type TargetClip,
  toClipFrame,
  toRangeEnd,
  Unreadable,
} from '../read.ts'
import { parseNote } from './note.ts'
import { type Event, type Locator, parseList } from './parse.ts'

/**
 * The locators of a CMX 3600 edit list (`* LOC:`), and the markers of a list that Resolve wrote. A locator's record
 * timecode is led back through the event above it to the timecode of the clip; outside of that event it is the clip's
 * itself. In a list of several clips only the events with the name of this clip count. A list does not say at which rate
 * it counts: it is read at the clip's, or beyond 60 frames a second at the usual rate that divides it.
 */
export function readEdl(text: string, clip: TargetClip): ReadResult {
  const { events, locators } = parseList(text)
  const isOfSeveral = new Set(events.map(event => event.clipName)).size > 1
  const problems: Problem[] = []
  const markers: ReadMarker[] = []
  for (const locator of locators) {
    const frame = readLine(locator.line, problems, () => findFrame(locator, clip, isOfSeveral))
    if (frame !== undefined) markers.push(toMarker(locator, frame, clip))
  }
  return { markers, problems }
}

function toMarker({ line, text, note, duration = 1 }: Locator, frame: Frames, clip: TargetClip): ReadMarker {
  const said = note === undefined ? undefined : parseNote(note, text)
  if (!said) return { line, ...toRange(frame, duration * countFramesPerCount(clip), clip), text, replies: [] }
  return {
    line,
    ...(said.isOfClip ? { frame: undefined } : toRange(refineFrame(frame, said.frame, clip), said.duration ?? 1, clip)),
    text: said.text,
    author: said.author,
    replies: (said.replies ?? []).map(reply => ({ ...reply, line })),
  }
}

function toRange(frame: Frames, length: Frames, clip: TargetClip): Pick<ReadMarker, 'frame' | 'end'> {
  const end = toRangeEnd(frame, frame + length, clip)
  return end === undefined ? { frame } : { frame, end }
}

/** The frame that a note names, unless the locator above it was moved by hand. */
function refineFrame(frame: Frames, noted: Frames | undefined, clip: TargetClip): Frames {
  const end = Math.min(frame + countFramesPerCount(clip), clip.frameCount || Number.POSITIVE_INFINITY)
  return noted !== undefined && frame <= noted && noted < end ? noted : frame
}

/** The frame of the clip that a locator stands on. */
function findFrame({ label, isDrop, event }: Locator, clip: TargetClip, isOfSeveral: boolean): Frames {
  const record = readTimecode(label, clip, isDrop)
  if (event && isOfSeveral && event.clipName !== clip.name) {
    throw new Unreadable('other-clip', `This is about another clip, ${quote(event.clipName ?? '')}`)
  }
  const offset = event && findOffset(record, event, clip)
  if (!event || offset === undefined) {
    if (isOfSeveral) throw new Unreadable('other-clip', `${label} lies in no event of this clip`)
    return assertInClip(toClipFrame(record, clip), clip)
  }
  const source = readTimecode(event.sourceIn, clip, event.isDrop)
  return assertInClip(toClipFrame(source + offset, clip), clip)
}

/** How far into an event a record timecode lies; nothing when outside. */
function findOffset(record: Frames, event: Event, clip: TargetClip): Frames | undefined {
  const dayFrames = countDayFrames(getFormat(clip))
  const wrap = (frames: Frames) => (frames + dayFrames) % dayFrames
  const recordIn = readTimecode(event.recordIn, clip, event.isDrop)
  const recordOut = readTimecode(event.recordOut, clip, event.isDrop)
  const offset = wrap(record - recordIn)
  return offset < wrap(recordOut - recordIn) ? offset : undefined
}
