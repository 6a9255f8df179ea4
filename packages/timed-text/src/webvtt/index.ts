/*
 * WebVTT (W3C).
 *
 * What of a document survives stands in support.ts. Beside that:
 *
 *   ext.webvtt.header    of a document: the rest of the first line and the header lines
 *   ext.webvtt.payload   of a cue: its text as it stood in the file, where the same text has other tags in our spelling
 *                        (a class on <b>, another nesting); ignored once the text is edited
 *
 * U+0000 becomes U+FFFD.
 */
import type { TimedTextFormat } from '../format.ts'
import { readWebvtt } from './read.ts'
import { webvttSupport } from './support.ts'
import { writeWebvtt } from './write.ts'

export { readWebvtt } from './read.ts'
export { writeWebvtt } from './write.ts'

export const webvtt = {
  id: 'webvtt',
  label: 'WebVTT',
  mediaTypes: ['text/vtt'],
  extension: 'vtt',
  support: webvttSupport,
  read: readWebvtt,
  write: writeWebvtt,
} as const satisfies TimedTextFormat
