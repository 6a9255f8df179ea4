import { accountRight, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import {
  FileResource,
  FileResourceUpload,
  fileUploadParameters,
  largestFileBytes,
  uploadedFileTypes,
} from '../resources/file.ts'
import { listOf } from '../shapes.ts'

const list = {
  query: paging,
  success: { status: 200, body: listOf(FileResource), kind: 'list' },
  errors: ['BadRequestError'],
} as const
const upload = {
  query: fileUploadParameters,
  body: FileResourceUpload,
  bodyKind: 'json or file',
  fileTypes: uploadedFileTypes,
  // As base64, with what else is said of it.
  bodyLimitBytes: Math.ceil(largestFileBytes / 3) * 4 + 1024 * 1024,
  success: { status: 201, body: FileResource },
  errors: ['BadRequestError', 'PayloadTooLargeError', 'QuotaExceededError', 'ValidationError'],
} as const
const bytes = {
  success: { status: 200, kind: 'raw', contentTypes: ['application/octet-stream'] },
  errors: ['NotFoundError'],
} as const
const one = { success: { status: 200, body: FileResource }, errors: ['NotFoundError'] } as const
const view = productionRight('PRODUCTION_VIEW')

export const files = endpointsOf('files', {
  listFiles: endpoint({
    method: 'GET',
    path: '/production/{prId}/file',
    summary: 'The small files of a production: watermarks, subtitles to import',
    access: view,
    ...list,
  }),
  createFile: endpoint({
    method: 'POST',
    path: '/production/{prId}/file',
    summary: 'Add a small file, as the body or within JSON; its `md5` is compared where it is sent',
    access: productionRight('LIBRARY_UPLOAD'),
    ...upload,
  }),
  getFile: endpoint({
    method: 'GET',
    path: '/production/{prId}/file/{id}',
    summary: 'A small file',
    access: view,
    ...one,
  }),
  readFile: endpoint({
    method: 'GET',
    path: '/production/{prId}/file/{id}/content',
    summary: 'The bytes of a small file; needs its `requiredRights`, too',
    access: view,
    ...bytes,
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/file/{id}',
    summary: "Delete a small file: one's own with LIBRARY_UPLOAD, any with LIBRARY_DELETE",
    access: productionRight(['LIBRARY_UPLOAD', 'LIBRARY_DELETE']),
    ...one,
  }),
  listAccountFiles: endpoint({
    method: 'GET',
    path: '/account/{id}/file',
    summary: 'The small files of an account, for all of its productions',
    access: accountRight('ACCOUNT_VIEW'),
    ...list,
  }),
  createAccountFile: endpoint({
    method: 'POST',
    path: '/account/{id}/file',
    summary: 'Add a small file for all productions of an account',
    access: accountRight('ACCOUNT_MANAGE'),
    ...upload,
  }),
  getAccountFile: endpoint({
    method: 'GET',
    path: '/account/{id}/file/{fileId}',
    summary: 'A small file of an account',
    access: accountRight('ACCOUNT_VIEW'),
    ...one,
  }),
  readAccountFile: endpoint({
    method: 'GET',
    path: '/account/{id}/file/{fileId}/content',
    summary: 'The bytes of a small file of an account',
    access: accountRight('ACCOUNT_VIEW'),
    ...bytes,
  }),
  deleteAccountFile: endpoint({
    method: 'DELETE',
    path: '/account/{id}/file/{fileId}',
    summary: 'Delete a small file of an account',
    access: accountRight('ACCOUNT_MANAGE'),
    ...one,
  }),
})
