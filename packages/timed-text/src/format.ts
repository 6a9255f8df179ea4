import type { Frames, FrameTimes, SampleRate } from '@rushes/timebase'
import type { Diagnostic } from './document/diagnostics.ts'
import type { MillisecondDocument, TimedTextDocument, Timing } from './document/document.ts'
import type { FormatFacts, TimeBase } from './format-facts.ts'
import type { EbuStlWriteOptions } from './formats/ebu-stl/write/write-options.ts'
import type { TableColumns } from './formats/table/columns.ts'
import type { FormatSupport } from './support.ts'

/** What a reader may spend on an input; over a limit it stops with a diagnostic of severity `error`. */
export interface ReadOptions {
  /** Default 16 MiB. */
  readonly maxBytes?: number
  /** Default 100 000. */
  readonly maxCues?: number
  /** Default 1000. */
  readonly maxDiagnostics?: number
  /** Encoding of the bytes, as a label that TextDecoder knows; guessed when absent. For WebVTT it counts where a file is not in UTF-8. */
  readonly encoding?: string
  /** Rate of the media, where it is known: tells 29.97 from 30 where a file counts whole frames (EBU STL). */
  readonly rate?: SampleRate
  /** Whether timecodes are drop frame, where a file does not say it (EBU STL); only at 29.97 and 59.94. Default false. */
  readonly dropFrame?: boolean
  /** The media that the file belongs to: where its times are those of the timecode, they are counted from the first frame. */
  readonly media?: MediaPlace
  /** What the times of the file mean, with `media`; found out where it is not said. */
  readonly times?: TimesReading
  /** The language that is wanted of a table with a column for each; its texts are those of the source when absent. */
  readonly language?: string
  /** What the columns of a table are called, where that is not known. */
  readonly columns?: TableColumns
}

/** What the times of a file are. */
export interface TimesReading {
  /** Whether they are timecode, counted from that of the first frame of the media, or the time since that frame. */
  readonly timeBase?: TimeBase
  /**
   * Where the media begins in the file. `subtract`: at the start of the programme that it names; `keep`: at 00:00:00:00;
   * or at a timecode, in frames of the media.
   */
  readonly startOfProgramme?: 'subtract' | 'keep' | ProgrammeStart | undefined
}

/** A clip as readers need it. */
export interface MediaPlace {
  readonly rate: SampleRate
  /** When its pictures are shown, where its rate is variable. */
  readonly times?: FrameTimes
  /** Timecode of the first frame; absent where the media has none. */
  readonly start?: ProgrammeStart
  /** Its length; 0 where it is not known. */
  readonly frameCount: Frames
}

export interface ReadResult<D extends TimedTextDocument = TimedTextDocument> {
  readonly document: D
  readonly diagnostics: readonly Diagnostic[]
  /** Timecode of the start of the programme that times were counted from, in frames of the document; absent where it is 0. */
  readonly programmeStart?: Frames
}

export interface WriteResult<Content extends string | Uint8Array = string | Uint8Array> {
  /** Text is to be stored as UTF-8 without a byte order mark. */
  readonly content: Content
  /** What this format could not hold. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What a file is written with besides its document; a format takes of it what it has. */
export interface WriteOptions {
  /** How times are counted; that of the file which the document was read from when absent. */
  readonly timeBase?: TimeBase
  /** Timecode of frame 0, in frames of the document since midnight; for times counted by timecode. Default 0, without drop frame. */
  readonly programmeStart?: ProgrammeStart
  readonly ebuStl?: EbuStlWriteOptions
  /** The same subtitles in other languages, for which a table has a column each. */
  readonly translations?: readonly Translation[]
  /** What the columns of a table are called; an empty name leaves out one that need not be there. */
  readonly columns?: TableColumns
}

/** Subtitles in another language. */
export interface Translation {
  /** BCP 47; the name of its column. */
  readonly language: string
  readonly document: TimedTextDocument
}

export interface ProgrammeStart {
  readonly frames: number
  readonly dropFrame: boolean
}

/**
 * The code of a file format. `read` never throws, whatever the input: problems are diagnostics. `write` throws a
 * TimebaseError for times that are not whole numbers or have no timecode, and nothing else.
 */
export interface FormatCode {
  /** Matches the beginning of a file of this format, its bytes taken as Latin-1, and of no other. */
  readonly signature?: RegExp
  /** Matches within a file of this format; tried when no signature matches. */
  readonly pattern?: RegExp
  readonly support: FormatSupport
  readonly read: (input: string | Uint8Array, options?: ReadOptions) => ReadResult
  readonly write: (document: TimedTextDocument<Timing>, options?: WriteOptions) => WriteResult
}

/** A file format. */
export interface TimedTextFormat extends FormatFacts, FormatCode {}

export type MillisecondReadResult = ReadResult<MillisecondDocument>
export type TextWriteResult = WriteResult<string>

export const defaultReadLimits = { maxBytes: 16 * 1024 * 1024, maxCues: 100_000, maxDiagnostics: 1000 } as const
