import { type ClipPatchRequest, type ClipPatchResult, malformed, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { Precondition } from '../../../platform/http/answers/precondition.ts'
import { lockClipRows } from '../store.ts'
import { patchPermitted } from './patch.ts'

type Change = ClipPatchRequest['changes'][number]
type Outcome = ClipPatchResult['results'][number]

/** So many are in one transaction, when nothing is wrong with any of them: others wait for it. */
const batchSize = 100

/** Patches the annotations of many clips, each as a whole or not. Throws BadRequestError where a clip is named twice. */
export async function patchMediaObjectAnnotations(
  ctx: Context,
  productionId: number,
  { changes }: ClipPatchRequest,
): Promise<ClipPatchResult> {
  assertEachOnce(changes)
  const results: Outcome[] = []
  for (let from = 0; from < changes.length; from += batchSize) {
    results.push(...(await patchBatch(ctx, productionId, changes.slice(from, from + batchSize))))
  }
  return { results }
}

function assertEachOnce(changes: readonly Change[]): void {
  const ids = new Set<number>()
  for (const [index, { mediaObjectId }] of changes.entries()) {
    if (ids.has(mediaObjectId)) {
      throw malformed(`/changes/${index}/mediaObjectId`, `${mediaObjectId} is named twice; name each clip once`)
    }
    ids.add(mediaObjectId)
  }
}

/** A batch at once; when one of them is refused, each on its own, so that it alone is. */
async function patchBatch(ctx: Context, productionId: number, changes: readonly Change[]): Promise<Outcome[]> {
  const together = await patchTogether(ctx, productionId, changes).catch(throwUnlessRefusal)
  if (!(together instanceof ServiceError)) return together
  const outcomes: Outcome[] = []
  for (const change of changes) {
    const alone = await patchTogether(ctx, productionId, [change]).catch(throwUnlessRefusal)
    if (alone instanceof ServiceError) outcomes.push({ mediaObjectId: change.mediaObjectId, error: alone.toBody() })
    else outcomes.push(...alone)
  }
  return outcomes
}

function throwUnlessRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status < 500) return error
  throw error
}

function patchTogether(ctx: Context, productionId: number, changes: readonly Change[]): Promise<Outcome[]> {
  return inTransaction(ctx, async ctx => {
    const ids = changes.map(({ mediaObjectId }) => mediaObjectId)
    const rows = new Map((await lockClipRows(ctx.db, productionId, ids)).map(row => [row.media_object_id, row]))
    const outcomes: Outcome[] = []
    for (const { mediaObjectId, version, patch } of changes) {
      const row = rows.get(mediaObjectId)
      if (!row) throw notFound('MediaObject', mediaObjectId)
      const precondition = version === undefined ? undefined : new Precondition(found => found === version)
      const patched = await patchPermitted({ ...ctx, precondition }, row, patch)
      outcomes.push({ mediaObjectId, version: patched.version })
    }
    return outcomes
  })
}
