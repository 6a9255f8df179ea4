/*
 * TTML: EBU-TT-D (EBU Tech 3380) and EBU-TT Part 1 (EBU Tech 3350) are read and written, IMSC text and other profiles
 * of TTML are read. One reader takes all of them.
 *
 * | document            | in EBU-TT-D                                    | in EBU-TT Part 1                         |
 * |---------------------|------------------------------------------------|------------------------------------------|
 * | start, end          | milliseconds                                   | milliseconds, or SMPTE labels of frames  |
 * | text, line breaks   | yes, <br/>; white space that XML would lose with xml:space="preserve"; no control characters |
 * | bold, italic, underline, colour, backgroundColour, fontFamily | styles, each written once                 |
 * | fontSize            | in percent; cells are made percent             | in percent and cells                     |
 * | doubleHeight        | no                                             | a font twice as high as wide: 1c 2c      |
 * | speaker, language   | ttm:agent and xml:lang; white space in the name of a speaker is collapsed                 |
 * | start, end of a run | spans with times in a paragraph without; what is never shown together becomes two cues    |
 * | textAlign           | yes; center is what absence says                                                          |
 * | line, position, size, writingMode | a region for each place, whose id spells the place (see places.ts)          |
 * | regions             | origin, extent, displayAlign; those of WebVTT are laid where they stand, without scroll   |
 * | id                  | xml:id where it is a name in XML, unique, and not sub1 for the first cue and so on        |
 * | notes of a cue      | ttm:desc                                                                                  |
 * | language of the document | xml:lang                                                                             |
 * | ext.ttml            | of a cue or run: style attributes without a member here (linePadding, multiRowAlign,      |
 * |                     | lineHeight, direction, background of the paragraph); of a region: padding, overflow,      |
 * |                     | showBackground, writingMode, background; of the document: the grid of cells, how time is  |
 * |                     | counted, metadata, and the names of styles, used again where a style still says the same  |
 * | hidden cues, notes at the end, styleSheets, strikeThrough, classes, ruby | no                                     |
 *
 * EBU-TT Part 1 has no media type that tells it from EBU-TT-D other than by a parameter (codecs=etx3 for etd1), and a
 * parameter selects no format here: it stands under a name of ours, application/x-ebu-tt+xml. Either name, and any of
 * the extensions, is read as what the file is.
 */
import type { TimedTextFormat } from '../format.ts'
import { readTtml } from './read.ts'
import { writeEbutt, writeEbuttd } from './write.ts'

export { readTtml } from './read.ts'
export { writeEbutt, writeEbuttd } from './write.ts'
export type { EbuttOptions } from './write-clock.ts'

export const ebuttd = {
  id: 'ebuttd',
  label: 'EBU-TT-D',
  mediaTypes: ['application/ttml+xml'],
  extension: 'ttml',
  otherExtensions: ['xml', 'dfxp'],
  read: readTtml,
  write: writeEbuttd,
} as const satisfies TimedTextFormat

export const ebutt = {
  id: 'ebutt',
  label: 'EBU-TT',
  mediaTypes: ['application/x-ebu-tt+xml'],
  extension: 'ebutt',
  read: readTtml,
  write: writeEbutt,
} as const satisfies TimedTextFormat
