/*
 * EBU STL (EBU Tech 3264): teletext and open subtitles.
 *
 * | document            | in teletext (DSC 1, 2)                    | in open subtitles (DSC 0)                 |
 * |---------------------|-------------------------------------------|-------------------------------------------|
 * | start, end          | time codes in the frames of the file: 25 or 30, others when asked for; within 24 hours |
 * | text                | code tables 00 to 04; spaces at the ends of a line and blank lines at those of a text are not |
 * | colour              | the nearest of eight; white is not said   | no                                        |
 * | backgroundColour    | the same; black is not said               | any becomes a black box                   |
 * | doubleHeight        | yes                                       | no                                        |
 * | italic, underline   | read where careless files have them       | yes                                       |
 * | a change of style   | takes a cell, which shows as a space      | anywhere                                  |
 * | start of a run      | line by line, as a cumulative set; words within a line appear with it                 |
 * | layout.line         | the row (VP), line 0 being the first; a cue that ends near the last row says no line   |
 * |                     | with more than 30 rows (MNR), open subtitles stand at percents                        |
 * | layout.textAlign    | left and right (JC); centred is not said; of lines whose presentation is unchanged     |
 * |                     | (JC 00) it is found in their spaces, and written with spaces                          |
 * | id                  | the number of the subtitle, 0 to 65535                                                |
 * | hidden              | the comment flag (CF)                                                                 |
 * | language            | the language code (LC), where there is one; without script and country                |
 * | ext.stl             | of the document: the header with all its fields, blocks that are of no subtitle (before |
 * |                     | the programme, padding, user data), and how the file was read; of a cue: its blocks,   |
 * |                     | with what no document says (flashing, concealed, mosaic text; boxes; subtitle groups).  |
 * |                     | They are written again while the cue says the same                                    |
 * | bold, strikeThrough, fontFamily, fontSize, speaker, language, classes, ruby of a run; its end; regions, other  |
 * | layout, notes, styleSheets | no                                                                             |
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
