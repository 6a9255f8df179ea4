import {
  type FileUploadOutcome,
  type FileUploadResponse,
  type FileUploadResponses,
  type MediaObjectRequest,
  type MediaObjectRequests,
  missingRight,
} from '@rushes/contract'
import { assertRoomForBlob } from '../../platform/blobs/free-space.ts'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { toServiceError } from '../../platform/errors.ts'
import { createMediaObjectAnnotation, describeClip, lockAnnotation, toAnnotation } from '../annotations/index.ts'
import {
  createMediaObject,
  getMediaObject,
  lockMediaObject,
  type MediaFacts,
  type MediaObjectRow,
  type Picture,
  reserveQuota,
  toFileName,
} from '../media/index.ts'
import { continueUpload, openUpload, toAwaited } from './chunks/open-upload.ts'
import { toAnnotationPatch } from './clips/annotation-fields.ts'
import { type CheckPicture, readShownPicture, updateScreenshot } from './clips/change-clip.ts'
import { type AnnouncedFile, readAnnouncedFile } from './policy.ts'
import { lockSynchronization } from './store.ts'
import { readAnnouncedFacts } from './synchronize/announced-facts.ts'
import { addAnnotations, attachToCollections, type Resolution } from './synchronize/belongings.ts'
import { findMeantClip } from './synchronize/match.ts'
import { updateClip } from './synchronize/update-clip.ts'

/** A request that has been looked at. */
interface Plan {
  readonly request: MediaObjectRequest
  readonly file: AnnouncedFile | undefined
  /** What it says of a file that is still to come. */
  readonly facts: MediaFacts
  /** Path of the request in the body. */
  readonly path: string
  readonly picture: Picture | undefined
}

/**
 * Creates clips, each with its own annotation, or updates those that the requests mean. With `fileName` and `size` an
 * upload follows and the answer says where; without both the clip is a placeholder. One request is answered by one
 * object; a list by a list in which each was done as a whole or holds the `error` for which nothing of it was kept.
 */
export async function createMediaObjects(
  ctx: Context,
  checkPicture: CheckPicture,
  productionId: number,
  body: MediaObjectRequests,
): Promise<FileUploadResponses> {
  const create = async (request: MediaObjectRequest, path: string) =>
    synchronize(ctx, productionId, await toPlan(ctx, checkPicture, request, path))
  if (!Array.isArray(body)) return create(body, '')
  const outcomes: FileUploadOutcome[] = []
  for (const [index, request] of body.entries()) {
    outcomes.push(await create(request, `/${index}`).catch(error => ({ error: toTold(ctx, error) })))
  }
  return outcomes
}

function toTold({ platform }: Context, error: unknown) {
  const told = toServiceError(error)
  if (told.status >= 500) platform.log.error({ err: error }, 'a clip of a list could not be created')
  return told.toBody()
}

async function synchronize(ctx: Context, productionId: number, plan: Plan): Promise<FileUploadResponse> {
  const startedAt = ctx.platform.clock.now()
  const { request, path, picture } = plan
  // A file that the disk cannot hold is refused before its first byte; later chunks may still find the disk full.
  if (plan.file && plan.file.size > 0) await assertRoomForBlob(ctx.platform, plan.file.size)
  return inTransaction(ctx, async ctx => {
    const meant = await findToUpdate(ctx, productionId, plan)
    await reserveQuota(ctx, productionId, { bytes: plan.file?.size ?? 0, mediaObjects: meant === undefined ? 1 : 0 })
    const { clip, annotation } = meant
      ? await updateClip(ctx, meant, toPermitted(ctx, request), plan.facts)
      : await create(ctx, productionId, plan)
    const collectionResolve = await attachToCollections(ctx, annotation, request, path)
    const upload = plan.file && (await (meant ? continueUpload : openUpload)(ctx, clip, request, plan.file))
    if (picture) await updateScreenshot(ctx, productionId, clip.id, picture)
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

async function toPlan(
  ctx: Context,
  checkPicture: CheckPicture,
  request: MediaObjectRequest,
  path: string,
): Promise<Plan> {
  const [file, facts] = [readAnnouncedFile(request, path), readAnnouncedFacts(request, path)]
  const { screenshot: given, screenshotMimeType: declaredType } = request
  if (given === undefined) return { request, file, facts, path, picture: undefined }
  const sent = { given, path: `${path}/screenshot`, declaredType, typePath: `${path}/screenshotMimeType` }
  return { request, file, facts, path, picture: await readShownPicture(ctx, checkPicture, sent) }
}

/**
 * The clip that exists and is meant, locked. `mediaObjectId` names it, which means nothing from a visitor; anyone who
 * may upload may fill it. To find one by `resolveMethod` takes the right to change any clip, and one request at a time.
 */
async function findToUpdate(
  ctx: Transaction,
  productionId: number,
  { request, file, facts, path }: Plan,
): Promise<MediaObjectRow | undefined> {
  const { mediaObjectId, resolveMethod } = request
  if (mediaObjectId !== undefined && ctx.actor.kind !== 'visitor') {
    if (!mayUpdateMetadata(ctx) && (!file || changesClip(request, facts))) throw missingRight('LIBRARY_UPDATE_METADATA')
    return lockMediaObject(ctx, productionId, mediaObjectId)
  }
  if (resolveMethod === undefined) return undefined
  if (!mayUpdateMetadata(ctx)) throw missingRight('LIBRARY_UPDATE_METADATA')
  await lockSynchronization(ctx.db, productionId)
  const id = await findMeantClip(ctx, productionId, request, path)
  return id === undefined ? undefined : lockMediaObject(ctx, productionId, id)
}

function mayUpdateMetadata({ actor }: Transaction): boolean {
  return actor.kind === 'service' || (actor.kind === 'user' && actor.rights.has('LIBRARY_UPDATE_METADATA'))
}

/** Whether a request says more of a clip than which file it gets; clients send a name with every file. */
function changesClip(request: MediaObjectRequest, facts: MediaFacts): boolean {
  const { umid, attachToEoId, collections, screenshot } = request
  const members = [umid, attachToEoId, collections, screenshot, ...Object.values(facts)]
  const { reviewStatus: _ofAnotherRight, ...described } = request
  return members.some(member => member !== undefined) || toAnnotationPatch(described).length > 0
}

/** Those who may only upload fill a placeholder, which keeps its name. */
function toPermitted(ctx: Transaction, request: MediaObjectRequest): MediaObjectRequest {
  if (mayUpdateMetadata(ctx)) return request
  const { name: _ignored, ...others } = request
  return others
}

async function create(ctx: Transaction, productionId: number, { request, file, facts }: Plan) {
  const clip = await createMediaObject(ctx, {
    productionId,
    name: request.name ?? request.label ?? (file ? toFileName(file.fileName) : 'Untitled'),
    type: request.type,
    umid: request.umid,
    packageId: request.packageId,
    growing: request.growing,
    facts,
    ...(file && toAwaited(file)),
  })
  const bare = await createMediaObjectAnnotation(ctx, { id: clip.id, productionId })
  return { clip, annotation: await describeClip(ctx, bare, toAnnotationPatch(request, bare.details)) }
}
