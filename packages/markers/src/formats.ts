import { listAvidParts } from './avid.ts'
import { readCsv } from './csv/read.ts'
import { listCsvParts } from './csv/write.ts'
import type { Cut } from './cut.ts'
import { readEdl } from './edl/read.ts'
import { listEdlParts } from './edl/write.ts'
import { listFcpxmlParts } from './fcpxml/write.ts'
import { type FilePart, writeParts } from './parts.ts'
import type { ReadResult, TargetClip } from './read.ts'

/** A file format of markers. */
export interface MarkerFormat {
  /** Of file names, without the dot. */
  readonly extension: string
  readonly mediaType: string
  /** UTF-8 text. Throws `NoFramesError` for a cut without frames and `TimebaseError` for a rate without timecode. */
  readonly write: (cut: Cut) => string
  /** The same in parts, for a file that is written while its texts are read. Throws before the first part. */
  readonly listParts: (cut: Cut) => Iterable<FilePart>
  /** Present where the format can be read; never throws. */
  readonly read?: (text: string, clip: TargetClip) => ReadResult
}

function toWriter(listParts: (cut: Cut) => Iterable<FilePart>) {
  return { listParts, write: writeParts(listParts) }
}

/*
 *             frame   range     text      author   replies       read back
 *   csv       yes     yes       exact     yes      yes           yes, also without timecode
 *   edl       yes     in notes  exact     yes      yes           yes
 *   fcpxml    yes     yes       exact     note     note          no
 *   avid      yes     yes       one line  yes      in the text   no
 *
 * Beyond 60 frames a second edl and avid count at the usual rate that divides the clip's, and say so; in edl a note has
 * the exact frame.
 */
export const formats = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8', ...toWriter(listCsvParts), read: readCsv },
  edl: { extension: 'edl', mediaType: 'text/plain; charset=utf-8', ...toWriter(listEdlParts), read: readEdl },
  fcpxml: { extension: 'fcpxml', mediaType: 'application/xml; charset=utf-8', ...toWriter(listFcpxmlParts) },
  avid: { extension: 'txt', mediaType: 'text/plain; charset=utf-8', ...toWriter(listAvidParts) },
} as const satisfies Record<string, MarkerFormat>

export type MarkerFormatId = keyof typeof formats
