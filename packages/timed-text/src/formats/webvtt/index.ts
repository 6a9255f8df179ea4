/*
 * WebVTT (W3C).
 *
 * support.ts lists what of a document survives. In addition:
 *
 *   ext.webvtt.header    of a document: the rest of the first line and the header lines
 *   ext.webvtt.payload   of a cue: its text as in the file, where the same text has other tags in our spelling
 *                        (a class on <b>, another nesting); ignored once the text is edited
 *
 * U+0000 becomes U+FFFD.
 */
import type { TimedTextDocument } from '../../document/document.ts'
import { writeByTimecode } from '../../document/programme-start.ts'
import type { FormatCode, WriteOptions } from '../../format.ts'
import { readWebvtt } from './read.ts'
import { webvttSupport } from './support.ts'
import { writeWebvtt } from './write.ts'

export { readWebvtt } from './read.ts'
export { writeWebvtt } from './write.ts'

export const webvtt = {
  signature: /^\s*WEBVTT(?:\s|$)/,
  support: webvttSupport,
  read: readWebvtt,
  write: (document: TimedTextDocument, options?: WriteOptions) => writeByTimecode(document, options, writeWebvtt),
} as const satisfies FormatCode
