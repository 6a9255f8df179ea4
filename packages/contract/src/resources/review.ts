import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { Id, listOf, Name, oneOf, shape } from '../shapes.ts'

/** Files that the comments of a clip or of a collection are written as. */
export const markerFormats = ['csv', 'edl', 'fcpxml', 'avid'] as const
export type MarkerFormatName = (typeof markerFormats)[number]

/** Most markers that one file may hold. */
export const mostMarkers = 5000

/** A file of markers within JSON; its name says what it is, unless `format` does. */
const MarkerFile = shape('MarkerFile', {
  content: Type.String({ maxLength: 12 * 1024 * 1024, description: 'base64' }),
  fileName: Type.Optional(Name),
  format: Type.Optional(oneOf('csv', 'edl')),
})
export type MarkerFile = Type.Static<typeof MarkerFile>

/** A file of markers as the whole of the body, or within JSON. */
export const MarkerUpload = Type.Unsafe<MarkerFile | FileBody>(MarkerFile)

const Count = Type.Integer({ minimum: 0 })

/** What became of one marker, or why a line gave none. */
const MarkerImportLine = shape('MarkerImportLine', {
  line: Type.Integer({ minimum: 1, description: 'of the file, counted from 1' }),
  outcome: oneOf('created', 'unchanged', 'refused'),
  annotationId: Type.Optional(Id),
  message: Type.Optional(Type.String({ description: 'why it was refused' })),
})
export type MarkerImportLine = Type.Static<typeof MarkerImportLine>

/** What an import did, line by line. */
export const MarkerImportResult = shape('MarkerImportResult', {
  created: Count,
  unchanged: Count,
  refused: Count,
  lines: listOf(MarkerImportLine, mostMarkers),
})
export type MarkerImportResult = Type.Static<typeof MarkerImportResult>
