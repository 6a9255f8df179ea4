/*
 * TTML: EBU-TT-D (EBU Tech 3380), EBU-TT Part 1 (EBU Tech 3350), IMSC Text 1.1 and 1.3 (W3C) and iTunes Timed Text are
 * written, by one writer with profiles. One reader takes these and all other profiles of TTML, also those of 2004 and 2006.
 *
 * support.ts lists what of a document survives. No text has control characters, and white space that XML would lose
 * is preserved by xml:space="preserve". In addition, ext.ttml holds
 *
 *   of a cue or run   style attributes without a member here: linePadding, multiRowAlign, lineHeight, direction,
 *                     background of the paragraph
 *   of a region       padding, overflow, showBackground, writingMode, background
 *   of a cue          metadata of other namespaces in its paragraph, as XML
 *   of the document   the grid of cells, the active area, how time is counted, the family of fonts, metadata, that of other
 *                     namespaces as XML, and the names of styles, used again where a
 *                     style still says the same
 *
 * All share the media type of EBU-TT-D: `profile` or `codecs` tell them apart, or names of ours such as
 * application/x-ebu-tt+xml. Any of the names, and any of the extensions, is read as what the file is.
 */
import { findCountingRate, mayDropFrame } from '@rushes/timebase'
import type { TimedTextDocument } from '../../document/document.ts'
import { findStartLabel } from '../../document/programme-start.ts'
import type { FormatCode, WriteOptions } from '../../format.ts'
import { readTtml } from './read/read.ts'
import { ebuttdSupport, ebuttSupport, imscSupport, ittSupport } from './support.ts'
import { writeEbutt, writeEbuttd, writeImsc, writeItt } from './write/write.ts'
import type { EbuttOptions } from './write/write-clock.ts'

export { type Box, layoutToBox, regionToBox } from './places/places.ts'
export { readTtml } from './read/read.ts'
export { writeEbutt, writeEbuttd, writeImsc, writeItt } from './write/write.ts'
export type { EbuttOptions } from './write/write-clock.ts'

export const ebuttd = {
  signature: /^\s*(?=<)[\s\S]*?<(?:[\w.-]+:)?tt[\s>]/,
  support: ebuttdSupport,
  read: readTtml,
  write: (document: TimedTextDocument) => writeEbuttd(document),
} as const satisfies FormatCode

export const ebutt = {
  support: ebuttSupport,
  read: readTtml,
  write: (document: TimedTextDocument, options?: WriteOptions) =>
    writeEbutt(document, toEbuttOptions(document, options)),
} as const satisfies FormatCode

export const imsc = {
  support: imscSupport,
  read: readTtml,
  write: (document: TimedTextDocument) => writeImsc(document),
} as const satisfies FormatCode

export const itt = {
  support: ittSupport,
  read: readTtml,
  write: (document: TimedTextDocument, options?: WriteOptions) => writeItt(document, options),
} as const satisfies FormatCode

function toEbuttOptions({ timing }: TimedTextDocument, options: WriteOptions = {}): EbuttOptions {
  const { timeBase, programmeStart } = options
  if (timeBase === undefined) return {}
  if (timeBase === 'media' || timing.unit !== 'frames') return { timeBase }
  const { rate } = timing
  const counting = findCountingRate(rate) ?? rate
  const startOfProgramme = findStartLabel(rate, options)
  return {
    timeBase,
    rate: counting,
    dropFrame: (programmeStart?.dropFrame ?? false) && mayDropFrame(counting),
    ...(startOfProgramme !== undefined && { startOfProgramme }),
  }
}
