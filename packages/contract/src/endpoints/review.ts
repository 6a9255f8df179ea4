import { orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { MarkerImportResult, MarkerUpload, markerFormats } from '../resources/review.ts'
import { about, Flag, oneOf } from '../shapes.ts'

const contentTypes = ['text/csv', 'text/plain', 'application/xml'] as const
const exporting = {
  method: 'GET',
  query: {
    format: about(oneOf(...markerFormats), 'format of the file; `csv` when absent'),
    includeInternal: about(Flag, 'comments for the team only as well; a file does not say which they are'),
  },
  success: { status: 200, kind: 'raw', contentTypes },
  errors: ['ValidationError'],
} as const

export const review = endpointsOf('review', {
  exportComments: endpoint({
    ...exporting,
    path: '/production/{prId}/mo/{moId}/comment/export',
    summary:
      'The comments of a clip as a table (`csv`, the default), as locators of an edit list, as FCPXML markers, or as a marker list for Media Composer',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip')),
  }),
  exportCommentsOfCollection: endpoint({
    ...exporting,
    path: '/production/{prId}/eo/{id}/comment/export',
    summary: 'The same of a collection: its entries one after another, from 01:00:00:00',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'collection')),
  }),
  importComments: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/comment/import',
    summary: 'Create comments from the markers of a CSV or an EDL; those that are there already stay as they are',
    access: productionRight('REVIEW_EDIT'),
    body: MarkerUpload,
    bodyKind: 'json or file',
    fileTypes: ['text/csv', 'application/edl', 'application/x-edl'],
    bodyLimitBytes: 16 * 1024 * 1024,
    success: { status: 200, body: MarkerImportResult },
    errors: ['PayloadTooLargeError', 'UnsupportedMediaTypeError', 'ValidationError'],
  }),
})
