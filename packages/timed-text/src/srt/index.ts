/*
 * SubRip. It has no specification; this is what editors write and players show.
 *
 * | document            | in SRT                                                                          |
 * |---------------------|---------------------------------------------------------------------------------|
 * | start, end          | yes, in milliseconds; frames come back at every rate below 1000 fps             |
 * | text, line breaks   | yes; a blank line is written as one U+00A0                                      |
 * | bold, italic, underline, strikeThrough | <b> <i> <u> <s>                                              |
 * | colour              | <font color="#rrggbb">; an opacity is dropped                                   |
 * | fontFamily, fontSize| <font face size>                                                                |
 * | layout              | {\an1} to {\an9}: left or right, and top (line 0) or middle (50 %, centred);    |
 * |                     | others go to the nearest; bottom and centred are the default and not written    |
 * | ext.srt.coordinates | X1:… X2:… Y1:… Y2:… after the times                                             |
 * | id                  | no: cues are numbered from 1, and the numbers of a file are checked, not kept   |
 * | hidden cues, notes, styleSheets, regions, language, backgroundColour, speaker, classes, ruby, times of runs, | no |
 *
 * SRT has no escape either. Text that would be read as a tag, a reference or a time line is written with HTML's
 * character references (`&lt;`), which the reader decodes; all other text stands as it is.
 */
import type { TimedTextFormat } from '../format.ts'
import { readSrt } from './read.ts'
import { writeSrt } from './write.ts'

export { readSrt } from './read.ts'
export { writeSrt } from './write.ts'

export const srt = {
  id: 'srt',
  label: 'SubRip',
  mediaTypes: ['application/x-subrip', 'text/srt'],
  extension: 'srt',
  read: readSrt,
  write: writeSrt,
} as const satisfies TimedTextFormat
