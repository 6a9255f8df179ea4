import type { FrameClock, FrameRange, Frames, Milliseconds, TimecodeFormat } from '@rushes/timebase'

/** Something that somebody said. */
export interface Remark {
  /** Any text, line breaks included. */
  readonly text: string
  readonly author?: string | undefined
}

/** What was said of a frame of a clip, and what was answered. */
export interface Marker extends Remark {
  /** Frame of the clip, 0 for its first; absent when the whole clip is meant. */
  readonly frame?: Frames | undefined
  /** Frame after the last one that is meant, where that is more than one. */
  readonly end?: Frames | undefined
  /** When it was said, since the epoch. */
  readonly created?: Milliseconds | undefined
  readonly replies?: readonly Remark[] | undefined
}

/** A clip with what was said of it. */
export interface MarkedClip {
  readonly name: string
  /** Name of the media file, when it differs from the clip's. */
  readonly fileName?: string | undefined
  /** Size of the picture in pixels, where it is known. */
  readonly frameSize?: { readonly width: number; readonly height: number } | undefined
  /** Whether it is sound without a picture. */
  readonly isSound?: boolean | undefined
  /** How its frames are counted; absent for what has none (a picture, a document). */
  readonly format?: TimecodeFormat | undefined
  /** Of a clip with a variable rate: which pictures its frames are, which are counted here as labels count them. */
  readonly pictures?: FrameClock | undefined
  /** Timecode of frame 0, in frames from 00:00:00:00. */
  readonly startTimecode: Frames
  /** Length; 0 when it is not known. */
  readonly frameCount: Frames
  readonly markers: readonly Marker[]
}

/** A stretch of a clip, in frames of the clip. */
export interface Piece {
  readonly clip: MarkedClip
  readonly range: FrameRange
}

/** Pieces one after another under one timecode: what every writer takes. */
export interface Cut {
  readonly name: string
  /** How the frames of the cut are counted; absent when no piece has frames. */
  readonly format?: TimecodeFormat | undefined
  /** Timecode of the first frame of the cut. */
  readonly startTimecode: Frames
  readonly pieces: readonly Piece[]
}

/** A clip as a cut of its own: the timecode of the cut is that of the clip, and no marker lies outside. */
export function toCutOfClip(clip: MarkedClip): Cut {
  const lastFrame = clip.markers.reduce((last, { frame = 0 }) => Math.max(last, frame), 0)
  return {
    name: clip.name,
    format: clip.format,
    startTimecode: clip.startTimecode,
    pieces: [{ clip, range: { start: 0, end: Math.max(clip.frameCount, lastFrame + 1) } }],
  }
}
