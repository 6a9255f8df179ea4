/*
 * EBU STL (EBU Tech 3264): teletext and open subtitles.
 *
 * What of a document survives stands in support.ts. Beside that, ext.stl holds
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
 * letters with a dot below in others; a dash of any length but the short one is D0.
 */
import type { TimedTextFormat } from '../format.ts'
import { readEbuStl } from './read.ts'
import { ebustlSupport } from './support.ts'
import { writeEbuStl } from './write.ts'

export { type EbuStlReadOptions, readEbuStl } from './read.ts'
export { writeEbuStl } from './write.ts'
export type { EbuStlWriteOptions } from './write-options.ts'

export const ebustl = {
  id: 'ebustl',
  label: 'EBU STL',
  mediaTypes: ['application/x-ebu-stl'],
  extension: 'stl',
  support: ebustlSupport,
  read: readEbuStl,
  write: writeEbuStl,
} as const satisfies TimedTextFormat
