import { TimebaseError } from './errors.ts'
import { assertWhole, type Frames } from './units.ts'

/** A stretch of frames: `start` is inside, `end` is not; an empty range has `start === end`. */
export interface FrameRange {
  readonly start: Frames
  readonly end: Frames
}

/** A checked range; throws `invalid-time` for fractions, `invalid-range` when `start` exceeds `end`. */
export function createFrameRange(start: Frames, end: Frames): FrameRange {
  assertWhole(start, 'start')
  assertWhole(end, 'end')
  if (start > end) throw new TimebaseError('invalid-range', `start (${start}) must not exceed end (${end})`)
  return { start, end }
}

/** The number of frames in a range. */
export function countFrames(range: FrameRange): Frames {
  return range.end - range.start
}

/** Whether a frame lies in a range. */
export function hasFrame(range: FrameRange, frame: Frames): boolean {
  return range.start <= frame && frame < range.end
}

/** Whether two ranges share a frame; ranges that only touch do not. */
export function hasOverlap(a: FrameRange, b: FrameRange): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}

/** Whether every frame of `inner` lies in `outer`. */
export function isWithin(inner: FrameRange, outer: FrameRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
