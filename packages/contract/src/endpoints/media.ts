import { bearerOfTheLink, orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { FrameTimesMap, MediaObject, MediaObjectInstance, ScreenshotUpdateRequest } from '../resources/media.ts'
import { about, Flag, listOf, Name } from '../shapes.ts'
import { signedLinkQuery } from '../signed-link.ts'

const seeClip = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip'))
const rangeErrors = ['ForbiddenError', 'NotFoundError', 'RangeNotSatisfiableError'] as const
const link = {
  path: '/media/{instanceId}/{fileName}',
  params: { fileName: Name },
  query: signedLinkQuery,
  access: bearerOfTheLink,
} as const

export const media = endpointsOf('media', {
  listMediaObjects: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo',
    summary: 'The clips of a production; a share visitor gets those of the share',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'list')),
    query: paging,
    success: { status: 200, body: listOf(MediaObject), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  getMediaObject: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}',
    summary: 'A clip',
    access: seeClip,
    success: { status: 200, body: MediaObject },
  }),
  getFrameTimes: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/frametimes',
    summary: 'When each picture of a clip is shown, in milliseconds from the first one; 404 for clips without pictures',
    access: seeClip,
    success: { status: 200, body: FrameTimesMap },
    errors: ['NotFoundError'],
    versioned: true,
  }),
  patchMediaObject: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/mo/{id}',
    summary: 'Change `name`, `umid` or `keyFrame` of a clip with JSON Patch',
    access: productionRight('LIBRARY_UPDATE_METADATA'),
    body: JsonPatch,
    bodyKind: 'json patch',
    success: { status: 200, body: MediaObject },
    errors: ['ConflictError', 'ValidationError'],
  }),
  deleteMediaObject: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/mo/{id}',
    summary: 'Delete a clip with everything that hangs on it',
    access: productionRight('LIBRARY_DELETE'),
    success: { status: 200, body: MediaObject },
  }),
  updateScreenshot: endpoint({
    method: 'PUT',
    path: '/production/{prId}/mo/{id}/screenshot',
    summary: 'Give a clip a picture (JPEG, PNG, WebP or GIF) in place of the one made by ingest',
    access: productionRight('LIBRARY_UPDATE_METADATA'),
    body: ScreenshotUpdateRequest,
    // A list of bytes takes up to five characters for each.
    bodyLimitBytes: 32 * 1024 * 1024,
    success: { status: 200, body: MediaObject },
    errors: ['PayloadTooLargeError', 'ValidationError'],
  }),
  getPoster: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/poster',
    summary: 'The picture of a clip, as the list of its files has it under THUMB; 404 while there is none',
    access: seeClip,
    success: { status: 200, kind: 'raw', contentTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
    errors: rangeErrors,
  }),
  listInstances: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/moi',
    summary: 'The files of a clip: the original and what was made from it',
    access: seeClip,
    success: { status: 200, body: listOf(MediaObjectInstance), kind: 'list' },
  }),
  getInstance: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/moi/{moiId}',
    summary: 'A file of a clip',
    access: seeClip,
    success: { status: 200, body: MediaObjectInstance },
  }),
  getDownloadLink: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/moi/{moiId}/downloadLink',
    summary: 'A signed, expiring address of the bytes; originals need LIBRARY_DOWNLOAD or a share with DOWNLOAD',
    access: productionRight(
      ['PRODUCTION_VIEW', 'LIBRARY_DOWNLOAD'],
      orShare(['VIEW', 'DOWNLOAD_PROXY', 'DOWNLOAD'], 'clip'),
    ),
    success: { status: 200, kind: 'raw', contentTypes: ['text/plain'] },
    errors: ['ForbiddenError', 'NotFoundError'],
  }),
  getBytes: endpoint({
    method: 'GET',
    ...link,
    query: {
      ...signedLinkQuery,
      redirect: about(Flag, 'false: the service itself sends the bytes, also where an object store could'),
    },
    summary:
      'The bytes of a download link, as long as its maker may have them; supports Range (also several), If-Range and If-None-Match. Large files in an object store are answered by 302, with an address of the store that is open for a minute',
    success: { status: 200, kind: 'raw', contentTypes: ['application/octet-stream'] },
    errors: rangeErrors,
  }),
  headBytes: endpoint({
    method: 'HEAD',
    ...link,
    summary: 'The headers that GET of a download link answers',
    success: { status: 200, kind: 'raw', contentTypes: ['application/octet-stream'] },
    errors: rangeErrors,
  }),
})
