/** What a request hangs on a clip, new or matched: collections that it is attached to, annotations of its own. */

import {
  brokenRule,
  type Fault,
  type MediaObjectRequest,
  missingRight,
  notFound,
  ServiceError,
  type SynchronizedAnnotation,
} from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, addClipAnnotation, attachAnnotations, findAnnotations } from '../../annotations/index.ts'
import { createCollection, findCollectionIdByTitle, holdCollection, isBelow } from '../../collections/index.ts'

/** What became of each, in the order of the request. */
export interface Resolution {
  readonly id: number
  readonly resolved: 'CREATED' | 'MATCHED'
}

/** Attaches the clip to the collections that the request names by id or by title; one that does not exist is made. */
export async function attachToCollections(
  ctx: Transaction,
  clip: AnnotationRow,
  request: MediaObjectRequest,
  path: string,
): Promise<Resolution[]> {
  const productionId = clip.production_id
  const wanted = [
    ...(request.attachToEoId === undefined ? toDefault(ctx, request) : [{ id: request.attachToEoId }]),
    ...(request.collections ?? []),
  ]
  const resolutions: Resolution[] = []
  for (const [index, collection] of wanted.entries()) {
    const resolution = await resolveCollection(ctx, productionId, collection, `${path}/collections/${index}`)
    const { actor } = ctx
    const isHidden = actor.kind === 'visitor' && !(await isBelow(ctx.db, resolution.id, actor.editorialObjectId))
    if (isHidden || !(await holdCollection(ctx.db, productionId, resolution.id))) {
      throw notFound('EditorialObject', resolution.id)
    }
    await attachAnnotations(ctx, productionId, resolution.id, [clip.id])
    resolutions.push(resolution)
  }
  return resolutions
}

/** What a visitor uploads belongs to the shared collection. */
function toDefault({ actor }: Transaction, { collections = [] }: MediaObjectRequest): { id: number }[] {
  return actor.kind === 'visitor' && collections.length === 0 ? [{ id: actor.editorialObjectId }] : []
}

type WantedCollection = NonNullable<MediaObjectRequest['collections']>[number]

async function resolveCollection(
  ctx: Transaction,
  productionId: number,
  { id, editorialObjectId = id, title, objectType }: WantedCollection,
  path: string,
): Promise<Resolution> {
  if (editorialObjectId !== undefined) return { id: editorialObjectId, resolved: 'MATCHED' }
  if (title === undefined) throw brokenRule(path, 'needs an id or a title')
  // Which titles there are, who sees a share alone is not to find out.
  const { actor } = ctx
  const mayMake = actor.kind === 'service' || (actor.kind === 'user' && actor.rights.has('LIBRARY_UPDATE_METADATA'))
  if (!mayMake) throw missingRight('LIBRARY_UPDATE_METADATA')
  const found = await findCollectionIdByTitle(ctx.db, productionId, title, objectType)
  if (found !== undefined) return { id: found, resolved: 'MATCHED' }
  const created = await createCollection(ctx, productionId, { title, ...(objectType ? { objectType } : {}) })
  return { id: created.id, resolved: 'CREATED' }
}

/** Adds the annotations that the clip does not have yet: the same place, kind and words are the same annotation. */
export async function addAnnotations(
  ctx: Transaction,
  { production_id: productionId, media_object_id: mediaObjectId }: AnnotationRow,
  annotations: readonly SynchronizedAnnotation[] = [],
  path: string,
): Promise<Resolution[]> {
  if (annotations.length === 0) return []
  const rows = await findAnnotations(ctx, { productionId, mediaObjectId })
  const stored = new Map(rows.map(row => [toKey(row.funnel, row.start_frame, row.details), row.id]))
  const resolutions: Resolution[] = []
  for (const [index, annotation] of annotations.entries()) {
    const { funnel = 'ClipAnnotation', start = 0 } = annotation
    const key = toKey(funnel, start, annotation)
    const known = stored.get(key)
    const id = known ?? (await add(ctx, productionId, mediaObjectId, annotation, `${path}/annotations/${index}`))
    stored.set(key, id)
    resolutions.push({ id, resolved: known === undefined ? 'CREATED' : 'MATCHED' })
  }
  return resolutions
}

function toKey(funnel: string, start: number, { name, label, description }: Record<string, unknown>): string {
  return JSON.stringify([funnel, start, name, label, description])
}

/** A fault is reported with the place of the annotation in the request. */
async function add(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  annotation: SynchronizedAnnotation,
  path: string,
): Promise<number> {
  try {
    return (await addClipAnnotation(ctx, productionId, mediaObjectId, annotation)).id
  } catch (error) {
    throw isBrokenRule(error) ? brokenRule(`${path}${error.data[0]!.path}`, error.data[0]!.message) : error
  }
}

function isBrokenRule(error: unknown): error is ServiceError & { data: Fault[] } {
  return error instanceof ServiceError && error.type === 'ValidationError' && Array.isArray(error.data)
}
