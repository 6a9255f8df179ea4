/*
 * EBU STL (EBU Tech 3264): teletext and open subtitles.
 *
 * support.ts lists what of a document survives. In addition, ext.stl holds
 *
 *   of the document   the header with all its fields, blocks that are of no subtitle (before the programme, padding,
 *                     user data), and how the file was read
 *   of a cue          its blocks, with what no document says: flashing, concealed, mosaic text; boxes; subtitle groups.
 *                     They are written again while the cue says the same
 *
 * Spaces at the ends of a line, and blank lines at those of a text, are none of the text; a change of style takes a cell
 * in teletext, which shows as a space. White text on black is not said.
 *
 * The reader takes frame 0 for the start of the programme (TCP), unless every subtitle lies before it. STL30.01 is
 * 29.97 frames a second, or 30 where the media is known to have that. Bytes that tables read in two ways are read and
 * written thus: 24 is the currency sign and A4 the dollar; E3 and EB are ª and º in languages that write ordinals, and
 * letters with a dot below in others. An em dash is written as the bar at D0, which is reported.
 */
import type { TimedTextDocument } from '../../document/document.ts'
import type { FormatCode, WriteOptions } from '../../format.ts'
import { readEbuStl } from './read/read.ts'
import { ebustlSupport } from './support.ts'
import { writeEbuStl } from './write/write.ts'

export { type EbuStlReadOptions, readEbuStl } from './read/read.ts'
export { type ReplacedCharacters, replaceCharacters } from './write/replace-characters.ts'
export { writeEbuStl } from './write/write.ts'
export type { EbuStlWriteOptions } from './write/write-options.ts'

export const ebustl = {
  // The disk format code of the header follows three characters of the code page.
  signature: /^.{3}STL\d\d\.\d\d/is,
  support: ebustlSupport,
  read: readEbuStl,
  write: (document: TimedTextDocument, { ebuStl, timeBase, programmeStart }: WriteOptions = {}) =>
    writeEbuStl(document, ebuStl, timeBase === 'smpte' ? programmeStart : undefined),
} as const satisfies FormatCode
