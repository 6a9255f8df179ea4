import Type from 'typebox'
import { bearerOfTheLink, orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { MediaObject } from '../resources/media.ts'
import { CloseRequest, FileUploadResponses, MediaObjectRequests, UploadState } from '../resources/upload.ts'
import { Name } from '../shapes.ts'

/** A visitor creates clips in the collection of its share, and goes on with the uploads that it began. */
const upload = productionRight('LIBRARY_UPLOAD', orShare('UPLOAD', 'list'))

export const uploads = endpointsOf('uploads', {
  createMediaObjects: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo',
    summary:
      'Create or synchronize a clip, or several, as placeholders or to be uploaded; the answer mirrors the body, and in a list tells the failure of each in its place',
    access: upload,
    body: MediaObjectRequests,
    bodyLimitBytes: 64 * 1024 * 1024,
    success: { status: 201, body: FileUploadResponses },
    errors: [
      'ConflictError',
      'ForbiddenError',
      'NotFoundError',
      'PayloadTooLargeError',
      'QuotaExceededError',
      'ValidationError',
    ],
  }),
  uploadChunk: endpoint({
    method: 'PUT',
    path: '/data/{uploadId}',
    summary: 'Take a chunk of a file at byte `position`; chunks may come in any order, at once, and again',
    access: bearerOfTheLink,
    query: { position: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), access_token: Name },
    body: Type.Unsafe<Blob | Uint8Array<ArrayBuffer>>({ type: 'string', format: 'binary' }),
    bodyKind: 'bytes',
    success: { status: 204 },
    errors: [
      'BadRequestError',
      'UnauthorizedError',
      'NotFoundError',
      'RequestTimeoutError',
      'ConflictError',
      'ValidationError',
      'StorageFullError',
    ],
  }),
  headUpload: endpoint({
    method: 'HEAD',
    path: '/data/{uploadId}',
    summary: 'How many bytes have come and how many are missing: `X-Upload-Received`, `X-Upload-Missing`',
    access: bearerOfTheLink,
    query: { access_token: Name },
    success: { status: 200 },
    errors: ['UnauthorizedError', 'NotFoundError'],
  }),
  getUpload: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/upload',
    summary: 'Which bytes of a clip have come and which are missing',
    access: upload,
    success: { status: 200, body: UploadState },
  }),
  closeUpload: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{id}/close',
    summary: 'End a complete upload: the clip gets its original, and ingest starts',
    access: upload,
    body: CloseRequest,
    bodyOptional: true,
    success: { status: 201, body: MediaObject },
    errors: ['ConflictError', 'UploadIncompleteError', 'ValidationError'],
  }),
  cancelUpload: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{id}/cancel',
    summary: 'Give up an open upload: the clip is deleted',
    access: upload,
    success: { status: 200, body: MediaObject },
    errors: ['ConflictError'],
  }),
})
