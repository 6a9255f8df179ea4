import Type from 'typebox'
import { accountRight, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { ArchivedMedia, archiveMediaType, ProductionImport } from '../resources/archive.ts'
import { about, Name } from '../shapes.ts'

export const archives = endpointsOf('archives', {
  exportProduction: endpoint({
    method: 'GET',
    path: '/production/{prId}/archive',
    summary: 'A production with all that is in it as one tar; with its originals unless `media` says otherwise',
    access: productionRight('PRODUCTION_MANAGE'),
    query: { media: about(ArchivedMedia, 'which files of clips are included; `original` when absent') },
    success: { status: 200, kind: 'raw', contentTypes: [archiveMediaType] },
    errors: ['ForbiddenError', 'NotFoundError', 'ConflictError', 'ValidationError', 'StorageFullError'],
  }),
  importProduction: endpoint({
    method: 'POST',
    path: '/account/{id}/production/archive',
    summary: 'Make a production of an archive, as a whole or not at all; one with thesauri needs ACCOUNT_MANAGE, too',
    access: accountRight('ACCOUNT_CREATE_PRODUCTION'),
    query: { name: about(Name, 'name of the new production; the archived name when absent') },
    body: Type.Unsafe<Blob | Uint8Array<ArrayBuffer> | ReadableStream>({ type: 'string', format: 'binary' }),
    bodyKind: 'bytes',
    success: { status: 201, body: ProductionImport },
    errors: [
      'ForbiddenError',
      'NotFoundError',
      'PayloadTooLargeError',
      'QuotaExceededError',
      'ValidationError',
      'StorageFullError',
    ],
  }),
})
