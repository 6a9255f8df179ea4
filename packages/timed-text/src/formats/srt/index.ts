/*
 * SubRip. It has no specification; this is what editors write and players show.
 *
 * support.ts lists what of a document survives. In addition, ext.srt.coordinates are X1:… X2:… Y1:… Y2:… after the
 * times.
 *
 * SRT has no escape either. Text that would be read as a tag, a reference or a time line is written with HTML's
 * character references (`&lt;`), which the reader decodes; all other text stands as it is.
 */
import type { TimedTextDocument } from '../../document/document.ts'
import { writeByTimecode } from '../../document/programme-start.ts'
import type { FormatCode, WriteOptions } from '../../format.ts'
import { readSrt } from './read.ts'
import { srtSupport } from './support.ts'
import { writeSrt } from './write.ts'

export { readSrt } from './read.ts'
export { writeSrt } from './write.ts'

export const srt = {
  // The head is read as Latin-1: arrows and marks of other alphabets are two to four of its upper characters.
  pattern:
    /^[\s\x80-\xff]*\d+:\d{1,2}(?::\d{1,2})?(?:[.,]\d+)?[\s\x80-\xff]*(?:-{1,2}>|[\x80-\xff-]{2,12}>?[\s\x80-\xff]*\d+:\d)/m,
  support: srtSupport,
  read: readSrt,
  write: (document: TimedTextDocument, options?: WriteOptions) => writeByTimecode(document, options, writeSrt),
} as const satisfies FormatCode
