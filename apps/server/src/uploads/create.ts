import { statfs } from 'node:fs/promises'
import {
  brokenRule,
  type FileUploadOutcome,
  type FileUploadResponse,
  type FileUploadResponses,
  type MediaObjectRequest,
  type MediaObjectRequests,
  missingRight,
  ServiceError,
} from '@rushes/contract'
import { createMediaObjectAnnotation, lockAnnotation, patchAnnotation, toAnnotation } from '../annotations/index.ts'
import {
  createMediaObject,
  getMediaObject,
  lockMediaObject,
  type MediaObjectRow,
  reserveQuota,
  toFileName,
} from '../media/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { toServiceError } from '../platform/errors.ts'
import { toAnnotationPatch } from './annotation-fields.ts'
import { updateScreenshot } from './change-clip.ts'
import { continueUpload, openUpload, toAwaited } from './open-upload.ts'
import { type AnnouncedFile, readAnnouncedFile } from './policy.ts'
import { lockSynchronization } from './store.ts'
import { addAnnotations, attachToCollections, type Resolution } from './synchronize/belongings.ts'
import { findMeantClip } from './synchronize/match.ts'
import { updateClip } from './synchronize/update-clip.ts'

/** A request that has been looked at. */
interface Plan {
  readonly request: MediaObjectRequest
  readonly file: AnnouncedFile | undefined
  /** Where the request stands in the body. */
  readonly path: string
}

/**
 * Creates clips, each with its own annotation, or updates those that the requests mean. With `fileName` and `size` an
 * upload follows and the answer says where; without both the clip is a placeholder. One request is answered by one
 * object; a list by a list in which each was done as a whole or holds the `error` for which nothing of it was kept.
 */
export async function createMediaObjects(
  ctx: Context,
  productionId: number,
  body: MediaObjectRequests,
): Promise<FileUploadResponses> {
  if (!Array.isArray(body)) return synchronize(ctx, productionId, body, '')
  const outcomes: FileUploadOutcome[] = []
  for (const [index, request] of body.entries()) {
    outcomes.push(
      await synchronize(ctx, productionId, request, `/${index}`).catch(error => ({ error: toTold(ctx, error) })),
    )
  }
  return outcomes
}

function toTold({ platform }: Context, error: unknown) {
  const told = toServiceError(error)
  if (told.status >= 500) platform.log.error({ err: error }, 'a clip of a list could not be created')
  return told.toBody()
}

async function synchronize(
  ctx: Context,
  productionId: number,
  request: MediaObjectRequest,
  path: string,
): Promise<FileUploadResponse> {
  const startedAt = ctx.platform.clock.now()
  const plan = toPlan(request, path)
  await assertRoom(ctx, plan)
  return inTransaction(ctx, async ctx => {
    const meant = request.resolveMethod === undefined ? undefined : await findToUpdate(ctx, productionId, plan)
    await reserveQuota(ctx, productionId, { bytes: plan.file?.size ?? 0, mediaObjects: meant === undefined ? 1 : 0 })
    const { clip, annotation } = meant ? await updateClip(ctx, meant, request) : await create(ctx, productionId, plan)
    const collectionResolve = await attachToCollections(ctx, annotation, request, path)
    const upload = plan.file && (await (meant ? continueUpload : openUpload)(ctx, clip, request, plan.file))
    if (request.screenshot !== undefined) await updateScreenshot(ctx, productionId, clip.id, request.screenshot)
    const annotationResolve = await addAnnotations(ctx, annotation, request.annotations, path)
    const createdObjects = [
      ...toCreated('MediaObject', [{ id: clip.id, resolved: meant ? 'MATCHED' : 'CREATED' }]),
      ...toCreated('MediaObjectAnnotation', [{ id: annotation.id, resolved: meant ? 'MATCHED' : 'CREATED' }]),
      ...toCreated('EditorialObject', collectionResolve),
      ...toCreated('ClipAnnotation', annotationResolve),
    ]
    return {
      ...(await getMediaObject(ctx, productionId, clip.id)),
      mediaObjectId: clip.id,
      mediaObjectAnnotationId: annotation.id,
      mediaObjectAnnotation: toAnnotation(await lockAnnotation(ctx, productionId, annotation.id), {
        publicUrl: ctx.platform.publicUrl,
      }),
      createdObjects,
      syncReport: {
        createdComponents: createdObjects,
        mediaObjectResolve: meant ? 'MATCHED' : 'CREATED',
        collectionResolve,
        annotationResolve,
        timings: `${ctx.platform.clock.now() - startedAt} ms`,
      },
      ...upload,
    }
  })
}

function toCreated(type: string, resolutions: readonly Resolution[]) {
  return resolutions.filter(({ resolved }) => resolved === 'CREATED').map(({ id }) => ({ type, id }))
}

function toPlan(request: MediaObjectRequest, path: string): Plan {
  // "change review status: REVIEW_STATUS_EDIT": another right, so another request.
  if (request.reviewStatus !== undefined) throw brokenRule(`${path}/reviewStatus`, 'is set once the clip exists')
  return { request, file: readAnnouncedFile(request, path), path }
}

/** A file that the disk cannot hold is refused before its first byte; later chunks may still find the disk full. */
async function assertRoom({ platform }: Context, { file }: Plan): Promise<void> {
  if (!file || file.size === 0) return
  const { bavail, bsize } = await statfs(platform.blobs.stagingDir)
  if (file.size > bavail * bsize)
    throw new ServiceError('StorageFullError', 'The storage has no room for so many bytes')
}

/** The clip that is meant, locked; only who may change any clip may ask for it, and one request at a time. */
async function findToUpdate(ctx: Transaction, productionId: number, plan: Plan): Promise<MediaObjectRow | undefined> {
  const { actor } = ctx
  const mayUpdate = actor.kind === 'service' || (actor.kind === 'user' && actor.rights.has('LIBRARY_UPDATE_METADATA'))
  if (!mayUpdate) throw missingRight('LIBRARY_UPDATE_METADATA')
  await lockSynchronization(ctx.db, productionId)
  const id = await findMeantClip(ctx, productionId, plan.request, plan.path)
  return id === undefined ? undefined : lockMediaObject(ctx, productionId, id)
}

async function create(ctx: Transaction, productionId: number, { request, file }: Plan) {
  const clip = await createMediaObject(ctx, {
    productionId,
    name: request.name ?? request.label ?? (file ? toFileName(file.fileName) : 'Untitled'),
    type: request.type,
    umid: request.umid,
    packageId: request.packageId,
    growing: request.growing,
    ...(file && toAwaited(file)),
  })
  const bare = await createMediaObjectAnnotation(ctx, { id: clip.id, productionId })
  return { clip, annotation: await patchAnnotation(ctx, bare, toAnnotationPatch(request, bare.details)) }
}
