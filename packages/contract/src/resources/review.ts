import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { about, Id, listOf, Name, oneOf, shape } from '../shapes.ts'

/** Files that the comments of a clip or of a collection are written as. */
export const markerFormats = ['csv', 'edl', 'fcpxml', 'avid'] as const
export type MarkerFormatName = (typeof markerFormats)[number]

/** Most markers that one file may hold. */
export const mostMarkers = 5000

/** A file of markers within JSON; its name says what it is, unless `format` does. */
const MarkerFile = shape('MarkerFile', {
  content: Type.String({ maxLength: 12 * 1024 * 1024, description: 'the bytes of the file in base64' }),
  fileName: Type.Optional(about(Name, 'name of the file; its extension decides when `format` is absent')),
  format: Type.Optional(about(oneOf('csv', 'edl'), 'format of the file; derived from the name when absent')),
})
export type MarkerFile = Type.Static<typeof MarkerFile>

/** A file of markers as the whole of the body, or within JSON. */
export const MarkerUpload = Type.Unsafe<MarkerFile | FileBody>(MarkerFile)

const Count = Type.Integer({ minimum: 0 })

/** What became of one marker, or why a line gave none. */
const MarkerImportLine = shape('MarkerImportLine', {
  line: Type.Integer({ minimum: 1, description: 'line of the file, counted from 1' }),
  outcome: about(oneOf('created', 'unchanged', 'refused'), 'what happened to the marker of this line'),
  annotationId: Type.Optional(about(Id, 'id of the comment that was created or found')),
  message: Type.Optional(Type.String({ description: 'why this marker was not imported' })),
})
export type MarkerImportLine = Type.Static<typeof MarkerImportLine>

/** What an import did, line by line. */
export const MarkerImportResult = shape('MarkerImportResult', {
  created: about(Count, 'number of comments that were created'),
  unchanged: about(Count, 'number of markers whose comments existed already'),
  refused: about(Count, 'number of markers that could not be imported'),
  lines: about(listOf(MarkerImportLine, mostMarkers), 'outcome of each marker, in the order of the file'),
})
export type MarkerImportResult = Type.Static<typeof MarkerImportResult>
