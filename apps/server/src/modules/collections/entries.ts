import { type Annotation, brokenRule, type EntryRequest, malformed, notFound, type Page } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import {
  attachAnnotations,
  detachAnnotations,
  findAnnotations,
  listAttached,
  toAnnotation,
} from '../annotations/index.ts'
import { listSeenEntries, toEntry } from './read.ts'
import { getCollection } from './service.ts'
import { lockForChange } from './store.ts'

/** What is attached to a collection, in order. */
export async function listCollectionEntries(
  ctx: Context,
  productionId: number,
  id: number,
  page: { offset: number; limit: number },
): Promise<Page<Annotation>> {
  await getCollection(ctx, productionId, id)
  if (ctx.actor.kind === 'visitor') {
    const seen = await listSeenEntries(ctx, id)
    return toPageOf(
      seen.map(item => toEntry(ctx, item)),
      page,
    )
  }
  const { items, offset, total } = await listAttached(ctx.db, [id], page)
  return { items: items.map(item => toEntry(ctx, item)), offset, total }
}

function toPageOf<T>(items: readonly T[], { offset, limit }: { offset: number; limit: number }): Page<T> {
  return { items: items.slice(offset, offset + limit), offset, total: items.length }
}

/**
 * Attaches annotations to a collection, in the order of the request: at the index they name, else behind the last. What
 * is attached already is not attached again; with an index it is moved there. Gives what the request named.
 */
export async function attachEntries(
  ctx: Context,
  productionId: number,
  id: number,
  requests: readonly EntryRequest[],
): Promise<Annotation[]> {
  return inTransaction(ctx, async ctx => {
    if (!(await lockForChange(ctx.db, productionId, id))) throw notFound('EditorialObject', id)
    const attached: Annotation[] = []
    for (const run of toRuns(requests)) {
      const ids = []
      for (const { request, index } of run) ids.push(await findAnnotationId(ctx, productionId, request, index))
      const position = run[0]?.request.position
      if (position !== undefined) await detachAnnotations(ctx, productionId, id, ids)
      const rows = await attachAnnotations(ctx, productionId, id, ids, position)
      attached.push(...rows.map(row => toAnnotation(row, { publicUrl: ctx.platform.publicUrl })))
    }
    return attached
  })
}

interface Numbered {
  request: EntryRequest
  /** Its place in the body, for errors. */
  index: number
}

/** Requests that can be attached together: neighbours without a position; each with one stands alone. */
function toRuns(requests: readonly EntryRequest[]): Numbered[][] {
  const runs: Numbered[][] = []
  for (const [index, request] of requests.entries()) {
    const last = runs.at(-1)
    const joins = request.position === undefined && last?.[0]?.request.position === undefined
    if (last && joins) last.push({ request, index })
    else runs.push([{ request, index }])
  }
  return runs
}

/** The annotation an entry stands for; a clip stands for its MediaObjectAnnotation. */
async function findAnnotationId(
  ctx: Transaction,
  productionId: number,
  { annotationId, mediaObjectId }: EntryRequest,
  index: number,
): Promise<number> {
  if ((annotationId === undefined) === (mediaObjectId === undefined)) {
    throw malformed(`/${index}`, 'needs either mediaObjectId or annotationId')
  }
  const found = await findAnnotations(
    ctx,
    annotationId === undefined
      ? { productionId, mediaObjectId: mediaObjectId!, funnel: 'MediaObjectAnnotation' }
      : { productionId, ids: [annotationId] },
  )
  if (found[0]) return found[0].id
  const member = annotationId === undefined ? 'mediaObjectId' : 'annotationId'
  throw brokenRule(`/${index}/${member}`, `there is no ${annotationId ?? mediaObjectId} in this production`)
}

/** Takes an annotation off a collection; NotFoundError when it does not hang there. */
export async function detachEntry(ctx: Context, productionId: number, id: number, annotationId: number): Promise<void> {
  const detached = await detachEntries(ctx, productionId, id, [annotationId])
  if (detached.length === 0) throw notFound('Entry', annotationId)
}

/** Takes annotations off a collection; gives those that were on it. */
export async function detachEntries(
  ctx: Context,
  productionId: number,
  id: number,
  annotationIds: readonly number[],
): Promise<number[]> {
  return inTransaction(ctx, async ctx => {
    if (!(await lockForChange(ctx.db, productionId, id))) throw notFound('EditorialObject', id)
    return detachAnnotations(ctx, productionId, id, annotationIds)
  })
}
