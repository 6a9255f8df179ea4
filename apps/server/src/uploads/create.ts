import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import {
  brokenRule,
  type FileUploadResponse,
  type FileUploadResponses,
  type MediaObjectRequest,
  type MediaObjectRequests,
  notFound,
  ServiceError,
} from '@rushes/contract'
import {
  type AnnotationRow,
  attachAnnotations,
  createMediaObjectAnnotation,
  patchAnnotation,
  toAnnotation,
} from '../annotations/index.ts'
import { holdCollection, isBelow } from '../collections/index.ts'
import { createMediaObject, getMediaObject, type MediaObjectRow, measureUsage, toFileName } from '../media/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { getSettings } from '../productions/index.ts'
import { toAnnotationPatch } from './annotation-fields.ts'
import { updateScreenshot } from './change-clip.ts'
import { toLocation, toStagingName } from './location.ts'
import { assertWithinQuota, readAnnouncedFile, readQuota, uploadLifetimeMs } from './policy.ts'
import { insertSession, lockQuota } from './store.ts'

type AnnouncedFile = NonNullable<ReturnType<typeof readAnnouncedFile>>

/** A request that has been looked at. */
interface Plan {
  request: MediaObjectRequest
  file: AnnouncedFile | undefined
}

/**
 * Creates clips, all or none, each with its own annotation. With `fileName` and `size` an upload follows and the
 * answer says where; without both the clip is a placeholder. One request is answered by one object, a list by a list.
 */
export async function createMediaObjects(
  ctx: Context,
  productionId: number,
  body: MediaObjectRequests,
): Promise<FileUploadResponses> {
  const plans = Array.isArray(body) ? body.map((request, index) => toPlan(request, `/${index}`)) : [toPlan(body, '')]
  await assertRoom(ctx, plans)
  return inTransaction(ctx, async ctx => {
    await reserve(ctx, productionId, plans)
    const answers: FileUploadResponse[] = []
    for (const plan of plans) answers.push(await create(ctx, productionId, plan))
    return Array.isArray(body) ? answers : answers[0]!
  })
}

function toPlan(request: MediaObjectRequest, path: string): Plan {
  // To match what exists is another thing than to create; a request that asks for it must not create a twin.
  for (const name of ['resolveMethod', 'synchronizeOptions'] as const) {
    if (request[name] !== undefined) throw brokenRule(`${path}/${name}`, 'is not supported by this version')
  }
  // "change review status: REVIEW_STATUS_EDIT": another right, so another request.
  if (request.reviewStatus !== undefined) throw brokenRule(`${path}/reviewStatus`, 'is set once the clip exists')
  return { request, file: readAnnouncedFile(request, path) }
}

/** A file that the disk cannot hold is refused before its first byte; later chunks may still find the disk full. */
async function assertRoom({ platform }: Context, plans: readonly Plan[]): Promise<void> {
  const bytes = plans.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
  if (bytes === 0) return
  const { bavail, bsize } = await statfs(platform.blobs.stagingDir)
  if (bytes > bavail * bsize) throw new ServiceError('StorageFullError', 'The storage has no room for so many bytes')
}

/** The clips count as soon as they exist, so two who create at once cannot pass the quota together. */
async function reserve(ctx: Transaction, productionId: number, plans: readonly Plan[]): Promise<void> {
  const quota = readQuota((await getSettings(ctx, productionId)).quota)
  if (!quota) return
  await lockQuota(ctx.db, productionId)
  const bytes = plans.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
  assertWithinQuota(quota, await measureUsage(ctx.db, productionId), { bytes, mediaObjects: plans.length })
}

async function create(ctx: Transaction, productionId: number, { request, file }: Plan): Promise<FileUploadResponse> {
  const workflowId = file && randomUUID()
  const clip = await createMediaObject(ctx, {
    productionId,
    name: request.name ?? request.label ?? (file ? toFileName(file.fileName) : 'Untitled'),
    // What an upload is, its bytes tell.
    type: file ? 'PENDING' : request.type,
    fileName: file?.fileName,
    size: file?.size,
    umid: request.umid,
    packageId: request.packageId,
    growing: request.growing,
    workflowId,
    stagingName: workflowId && toStagingName(workflowId),
  })
  const bare = await createMediaObjectAnnotation(ctx, { id: clip.id, productionId })
  const annotation = await patchAnnotation(ctx, bare, toAnnotationPatch(request))
  await attach(ctx, productionId, annotation, request.attachToEoId)
  const upload = file && workflowId !== undefined ? await openUpload(ctx, clip, { request, file }, workflowId) : {}
  if (request.screenshot !== undefined) await updateScreenshot(ctx, productionId, clip.id, request.screenshot)
  const createdObjects = [
    { type: 'MediaObject', id: clip.id },
    { type: 'MediaObjectAnnotation', id: annotation.id },
  ]
  return {
    ...(await getMediaObject(ctx, productionId, clip.id)),
    mediaObjectId: clip.id,
    mediaObjectAnnotationId: annotation.id,
    mediaObjectAnnotation: toAnnotation(annotation, { publicUrl: ctx.platform.publicUrl }),
    createdObjects,
    syncReport: { createdComponents: createdObjects },
    ...upload,
  }
}

/** What a visitor uploads belongs to the shared collection, or to one below it. */
async function attach(
  ctx: Transaction,
  productionId: number,
  annotation: AnnotationRow,
  wanted: number | undefined,
): Promise<void> {
  const { actor } = ctx
  const id = wanted ?? (actor.kind === 'visitor' ? actor.editorialObjectId : undefined)
  if (id === undefined) return
  const isHidden = actor.kind === 'visitor' && !(await isBelow(ctx.db, id, actor.editorialObjectId))
  if (isHidden || !(await holdCollection(ctx.db, productionId, id))) throw notFound('EditorialObject', id)
  await attachAnnotations(ctx, productionId, id, [annotation.id])
}

async function openUpload(
  ctx: Transaction,
  clip: MediaObjectRow,
  { request, file }: Plan & { file: AnnouncedFile },
  workflowId: string,
) {
  const now = ctx.platform.clock.now()
  const upload = await insertSession(ctx.db, {
    production_id: clip.production_id,
    media_object_id: clip.id,
    file_name: toFileName(file.fileName),
    size: file.size,
    hash: file.hash ?? null,
    workflow_id: workflowId,
    ingest_options: JSON.stringify(toIngestOptions(request)),
    visitor_session_id: ctx.actor.kind === 'visitor' ? ctx.actor.sessionId : null,
    created: now,
    expires: now + uploadLifetimeMs,
  })
  return { uploadId: String(upload.id), location: toLocation(ctx, upload.id), position: 0 }
}

function toIngestOptions({ enableProxy, enableHDProxy, enableShot }: MediaObjectRequest) {
  return { enableProxy, enableHDProxy, enableShot }
}
