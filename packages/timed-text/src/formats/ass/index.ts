/*
 * Advanced SubStation Alpha (v4.00+), and its predecessor SSA (v4.00), which is only read: "Sub Station Alpha v4.00+
 * Script Format", and beyond it what editors write and players show.
 *
 * support.ts lists what of a document survives. In addition:
 *
 *   ext.ass.info, ext.ass.styles            of a document: [Script Info] and the styles, with which it is written again
 *   ext.ass.style, .layer, .margins, .effect   of a cue: its fields of these names
 */
import type { TimedTextDocument } from '../../document/document.ts'
import { writeByTimecode } from '../../document/programme-start.ts'
import type { FormatCode, WriteOptions } from '../../format.ts'
import { readAss } from './read/read.ts'
import { assSupport } from './support.ts'
import { writeAss } from './write/write.ts'

export { readAss } from './read/read.ts'
export { writeAss } from './write/write.ts'

export const ass = {
  signature: /^\s*\[(?:script info|v4\+? styles|events)\]/i,
  pattern: /^\[(?:script info|v4\+? styles|events)\]\s*$/im,
  support: assSupport,
  read: readAss,
  write: (document: TimedTextDocument, options?: WriteOptions) => writeByTimecode(document, options, writeAss),
} as const satisfies FormatCode
