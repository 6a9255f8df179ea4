import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { canDecodePicture, remakePoster, startIngest, startPreview } from '../ingest/index.ts'
import { receiveChunk } from './chunks/chunk.ts'
import { type AuthorizeUploader, openLocation } from './chunks/location.ts'
import { patchMediaObject, readShownPicture, updateScreenshot } from './clips/change-clip.ts'
import { cancelUpload, removeClip } from './clips/remove-clip.ts'
import { closeUpload } from './close/close.ts'
import { createMediaObjects } from './create.ts'
import { getUploadState } from './get-upload.ts'

const { media, uploads } = contract

/** A sender that is silent for so long is given up; it may go on later where it stopped. */
const stallTimeoutMs = 60_000

/** Which endpoint of uploads is answered by which use case. */
export function addUploadRoutes(api: Api): void {
  const { transfers } = api.platform.services
  const authorizeUploader: AuthorizeUploader = (bearer, params) =>
    api.authorizeLink(uploads.getUpload.access, bearer, params)

  implement(api, uploads.createMediaObjects, (ctx, { params, body }) =>
    createMediaObjects(ctx, canDecodePicture, params.prId, body),
  )
  implement(api, uploads.uploadChunk, async (ctx, { params, query, exchange }) => {
    const received = await receiveChunk(
      ctx,
      { transfers, authorizeUploader, stallTimeoutMs, startPreview },
      {
        uploadId: params.uploadId,
        position: query.position ?? 0,
        token: query.access_token ?? exchange.credentials?.token,
        exchange,
      },
    )
    exchange.setHeader('x-upload-received', String(received))
    return undefined
  })
  implement(api, uploads.headUpload, async (ctx, { params, query, exchange }) => {
    const token = query.access_token ?? exchange.credentials?.token
    const { upload } = await openLocation(ctx, authorizeUploader, params.uploadId, token)
    exchange.setHeader('x-upload-received', String(upload.received_bytes))
    exchange.setHeader('x-upload-missing', String(upload.size - upload.received_bytes))
    return undefined
  })
  implement(api, uploads.getUpload, (ctx, { params }) => getUploadState(ctx, params.prId, params.id))
  implement(api, uploads.closeUpload, (ctx, { params, body }) =>
    closeUpload(ctx, { transfers, startIngest }, params.prId, params.id, body),
  )
  implement(api, uploads.cancelUpload, (ctx, { params }) => cancelUpload(ctx, transfers, params.prId, params.id))
  implement(api, media.deleteMediaObject, (ctx, { params }) => removeClip(ctx, transfers, params.prId, params.id))
  implement(api, media.patchMediaObject, (ctx, { params, body }) =>
    patchMediaObject(ctx, params.prId, params.id, body, remakePoster),
  )
  implement(api, media.updateScreenshot, async (ctx, { params, body }) => {
    const paths = { path: '/screenshot', typePath: '/screenshotType' }
    const sent = { given: body.screenshot, declaredType: body.screenshotType, ...paths }
    return updateScreenshot(ctx, params.prId, params.id, await readShownPicture(ctx, canDecodePicture, sent))
  })
}
