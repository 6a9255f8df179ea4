import type { SampleRate } from '@rushes/timebase'
import type { Diagnostic } from './diagnostics.ts'
import type { MillisecondDocument, TimedTextDocument, Timing } from './document.ts'
import type { FormatSupport } from './support.ts'

/** What a reader may spend on an input; over a limit it stops with a diagnostic of severity `error`. */
export interface ReadOptions {
  /** Default 16 MiB. */
  readonly maxBytes?: number
  /** Default 100 000. */
  readonly maxCues?: number
  /** Default 1000. */
  readonly maxDiagnostics?: number
  /** Encoding of the bytes, as a label that TextDecoder knows; guessed when absent. WebVTT is always UTF-8. */
  readonly encoding?: string
  /** Rate of the media, where it is known: tells 29.97 from 30 where a file counts whole frames (EBU STL). */
  readonly rate?: SampleRate
}

export interface ReadResult<D extends TimedTextDocument = TimedTextDocument> {
  readonly document: D
  readonly diagnostics: readonly Diagnostic[]
}

export interface WriteResult<Content extends string | Uint8Array = string | Uint8Array> {
  /** Text is to be stored as UTF-8 without a byte order mark. */
  readonly content: Content
  /** What this format could not hold. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * A file format. `read` never throws, whatever the input: problems are diagnostics. `write` throws a TimebaseError for
 * times that are not whole numbers, and nothing else.
 */
export interface TimedTextFormat {
  readonly id: string
  readonly label: string
  /** Lower case, the one to answer with first. */
  readonly mediaTypes: readonly [string, ...string[]]
  /** Without the dot. */
  readonly extension: string
  /** Other extensions that files of this format are found under. */
  readonly otherExtensions?: readonly string[]
  readonly support: FormatSupport
  readonly read: (input: string | Uint8Array, options?: ReadOptions) => ReadResult
  readonly write: (document: TimedTextDocument<Timing>) => WriteResult
}

export type MillisecondReadResult = ReadResult<MillisecondDocument>
export type TextWriteResult = WriteResult<string>

export const defaultReadLimits = { maxBytes: 16 * 1024 * 1024, maxCues: 100_000, maxDiagnostics: 1000 } as const
