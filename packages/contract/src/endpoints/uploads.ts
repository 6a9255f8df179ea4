import Type from 'typebox'
import { bearerOfTheLink, orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { MediaObject } from '../resources/media.ts'
import { CloseRequest, FileUploadResponses, MediaObjectRequests, UploadState } from '../resources/upload.ts'
import { about, Name } from '../shapes.ts'

/** A visitor creates clips in the collection of its share, and goes on with the uploads that it began. */
const upload = productionRight('LIBRARY_UPLOAD', orShare('UPLOAD', 'list'))
const linkToken = about(Name, 'token that the `location` of the upload contains')
/** An upload that was abandoned is given up by those who may delete its clip. */
const cancel = productionRight(['LIBRARY_UPLOAD', 'LIBRARY_DELETE'], orShare('UPLOAD', 'list'))

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
    summary: 'Take a chunk of a file at byte `position`; chunks may be sent in any order, concurrently and repeatedly',
    access: bearerOfTheLink,
    query: {
      position: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'offset in the file of the first byte of the chunk',
      }),
      access_token: linkToken,
    },
    body: Type.Unsafe<Blob | Uint8Array<ArrayBuffer>>({ type: 'string', format: 'binary' }),
    bodyKind: 'bytes',
    success: { status: 204 },
    errors: [
      'BadRequestError',
      'UnauthorizedError',
      'QuotaExceededError',
      'ForbiddenError',
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
    query: { access_token: linkToken },
    success: { status: 200 },
    errors: ['UnauthorizedError', 'ForbiddenError', 'NotFoundError'],
  }),
  getUpload: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/upload',
    summary:
      'Which bytes of a clip have come and which are missing, for those who began the upload; `location` takes them in the session of the caller',
    access: upload,
    success: { status: 200, body: UploadState },
    errors: ['ForbiddenError'],
  }),
  closeUpload: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{id}/close',
    summary: 'End a complete upload, for those who began it: the clip gets its original, and ingest starts',
    access: upload,
    body: CloseRequest,
    bodyOptional: true,
    success: { status: 201, body: MediaObject },
    errors: ['ForbiddenError', 'ConflictError', 'UploadIncompleteError', 'ValidationError'],
  }),
  cancelUpload: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{id}/cancel',
    summary: "Give up one's own open upload, with LIBRARY_DELETE any: the clip is deleted",
    access: cancel,
    success: { status: 200, body: MediaObject },
    errors: ['ForbiddenError', 'ConflictError'],
  }),
})
