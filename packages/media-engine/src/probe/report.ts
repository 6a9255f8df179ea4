import type { FrameTimes } from '@rushes/timebase'
import type { Rational } from '../rational.ts'
import type { RawFormat } from './raw.ts'
import type { SoundCounting, StartTimecode } from './timecode/start-timecode.ts'

/** What a file is, judged by its content. */
export type MediaKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'UNKNOWN'

/** What the numbers of a picture mean, in FFmpeg's names; what the file does not say is left out. */
export interface Colour {
  /** `tv` (video levels) or `pc` (full). */
  readonly range?: string
  readonly primaries?: string
  readonly transfer?: string
  readonly matrix?: string
}

/** One stream of a file. Attached pictures (cover art) are not tracks. */
export interface Track {
  /** The stream's index in the container. */
  readonly index: number
  readonly type: 'VIDEO' | 'AUDIO' | 'SUBTITLE' | 'DATA' | 'IMAGE'
  readonly codec: string | undefined
  /** Why nothing can be made of it, in a sentence without its end; undefined if something can. */
  readonly unreadable?: string
  readonly profile: string | undefined
  readonly language: string | undefined
  /** Bits per second, as declared or as packets and duration give it. */
  readonly bitRate: number | undefined
  /** Seconds, exact: from counted frames for video, from first to last packet for the rest. */
  readonly duration: Rational | undefined
  readonly packetCount: number
  readonly width: number | undefined
  readonly height: number | undefined
  readonly pixelFormat: string | undefined
  /** Width of a pixel by its height; 1/1 if the file does not say. */
  readonly pixelAspect: Rational | undefined
  readonly colour: Colour | undefined
  readonly rate: Rational | undefined
  readonly channels: number | undefined
  /** Samples per second. */
  readonly samplingFrequency: number | undefined
  readonly bitsPerSample: number | undefined
}

/** All that ingest needs to know of a file. */
export interface ProbeReport {
  readonly kind: MediaKind
  /** By content, never by the file's name. */
  readonly mimeType: string
  readonly sizeBytes: number
  /** ffprobe's `format` object (text numbers, snake_case; `filename` without its folder); undefined for documents. */
  readonly format: RawFormat | undefined
  readonly tracks: readonly Track[]
  /** The track that frame numbers count: the first real video stream that can be read, if one can. */
  readonly video: Track | undefined
  /** The first sound that can be read, if any can. */
  readonly audio: Track | undefined
  /** Counted packets of `video`, not what the header says, and `heldFrames`. */
  readonly frameCount: number | undefined
  /** Frames that show the last picture again while sound goes on. */
  readonly heldFrames: number
  /** What the header says, where it says something. */
  readonly declaredFrameCount: number | undefined
  /** The header promises more than the file holds: cut short, or still growing. */
  readonly truncated: boolean
  /** Frames per second of `video`, exact; if `variableFrameRate`, the rate of cameras next to it, which serves labels only. */
  readonly rate: Rational | undefined
  /** Seconds from the first picture of `video` to the last one. */
  readonly lastPictureSeconds: number | undefined
  /** Frame n is not at n / rate. */
  readonly variableFrameRate: boolean
  /** If `variableFrameRate`: when each frame is shown, with `heldFrames`, if the file says it. */
  readonly frameTimes: FrameTimes | undefined
  readonly startTimecode: StartTimecode | undefined
  /** The file has a timecode track that cannot be read (drop frame at 24, for one), and no other label. */
  readonly unreadTimecode: boolean
  /** Broadcast wave: start in seconds since midnight. */
  readonly timeReference: Rational | undefined
  /** Broadcast wave with iXML: how its timecode counts. */
  readonly soundCounting: SoundCounting | undefined
  /** Degrees clockwise that a player turns the picture. */
  readonly rotation: 0 | 90 | 180 | 270
  /** A player flips the picture from left to right before it turns it. */
  readonly mirrored: boolean
  readonly scanType: 'Progressive' | 'Interlaced' | undefined
  /** Seconds, exact: that of `video`, else of the longest sound that is heard. */
  readonly duration: Rational | undefined
  /** First presentation time of `video` as the file states it, in seconds. */
  readonly videoStartSeconds: number
  /** The demuxer that read it, by its first name (`mov`, `matroska`); undefined for documents. */
  readonly demuxer: string | undefined
}
