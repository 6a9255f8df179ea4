/*
 * WebVTT (W3C).
 *
 * | document            | in WebVTT                                                                        |
 * |---------------------|----------------------------------------------------------------------------------|
 * | start, end          | yes, in milliseconds; frames come back at every rate below 1000 fps              |
 * | text, line breaks   | yes; a blank line is written as one U+00A0, U+00A0 itself as &nbsp;;             |
 * |                     | U+0000 becomes U+FFFD                                                            |
 * | bold, italic, underline, classes, speaker, language, ruby | <b> <i> <u> <c.…> <v …> <lang …> <ruby> <rt> |
 * | colour, backgroundColour | the classes white, lime … and bg_white …; other colours c_rrggbb, bg_rrggbb |
 * |                     | with a STYLE block, which the reader recognises and takes back                   |
 * | start of a run      | <00:00:01.000>                                                                   |
 * | id, region, layout  | identifier and cue settings; percentages to 6 decimals                           |
 * | regions             | REGION: id, width, lines, anchors, scroll; origin, extent, displayAlign are not  |
 * | styleSheets         | STYLE blocks, without blank lines                                                |
 * | notes               | NOTE blocks; those before a STYLE or REGION block move behind it                 |
 * | ext.webvtt.header   | the rest of the first line and the header lines (document)                       |
 * | ext.webvtt.payload  | a cue's text as it stood in the file, where the same text has other tags in our  |
 * |                     | spelling (a class on <b>, another nesting); ignored once the text is edited      |
 * | hidden cues, language of the document, strikeThrough, fontFamily, fontSize, end of a run | no          |
 */
import type { TimedTextFormat } from '../format.ts'
import { readWebvtt } from './read.ts'
import { writeWebvtt } from './write.ts'

export { readWebvtt } from './read.ts'
export { writeWebvtt } from './write.ts'

export const webvtt = {
  id: 'webvtt',
  label: 'WebVTT',
  mediaTypes: ['text/vtt'],
  extension: 'vtt',
  read: readWebvtt,
  write: writeWebvtt,
} as const satisfies TimedTextFormat
