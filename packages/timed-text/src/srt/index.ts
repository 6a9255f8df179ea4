/*
 * SubRip. It has no specification; this is what editors write and players show.
 *
 * What of a document survives stands in support.ts. Beside that, ext.srt.coordinates are X1:… X2:… Y1:… Y2:… after the
 * times.
 *
 * SRT has no escape either. Text that would be read as a tag, a reference or a time line is written with HTML's
 * character references (`&lt;`), which the reader decodes; all other text stands as it is.
 */
import type { TimedTextFormat } from '../format.ts'
import { readSrt } from './read.ts'
import { srtSupport } from './support.ts'
import { writeSrt } from './write.ts'

export { readSrt } from './read.ts'
export { writeSrt } from './write.ts'

export const srt = {
  id: 'srt',
  label: 'SubRip',
  mediaTypes: ['application/x-subrip', 'text/srt'],
  extension: 'srt',
  support: srtSupport,
  read: readSrt,
  write: writeSrt,
} as const satisfies TimedTextFormat
