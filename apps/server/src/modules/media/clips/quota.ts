import { ServiceError } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { getSettings } from '../../productions/index.ts'
import { addOriginalBytes, lockQuota, measureFileBytes, measureUsage } from '../store.ts'
import type { MediaObjectRow } from '../tables.ts'

/** What somebody takes of a production's quota. */
interface Wanted {
  readonly bytes: number
  readonly mediaObjects: number
}

/**
 * Takes room of the production's quota until the transaction ends: what is created counts as soon as it exists, so two
 * who create at once cannot pass the quota together. Throws QuotaExceededError.
 */
export async function reserveQuota(ctx: Transaction, productionId: number, wanted: Wanted): Promise<void> {
  const quota = readQuota((await getSettings(ctx, productionId)).quota)
  if (!quota) return
  await lockQuota(ctx.db, productionId)
  const clips = await measureUsage(ctx.db, productionId)
  const bytes = clips.bytes + (await measureFileBytes(ctx.db, productionId))
  assertWithinQuota(quota, { ...clips, bytes }, wanted)
}

/**
 * Takes room of the quota for so many more bytes of the original of a clip that the caller has locked, or gives some back.
 * Nothing that a resource shows changes. Throws QuotaExceededError.
 */
export async function resizeOriginal(ctx: Transaction, clip: MediaObjectRow, bytes: number): Promise<void> {
  if (bytes > 0) await reserveQuota(ctx, clip.production_id, { bytes, mediaObjects: 0 })
  await addOriginalBytes(ctx.db, clip.id, bytes)
}

/** Refuses what came otherwise than one by one, in this transaction, when it is more than the quota allows. Throws QuotaExceededError. */
export async function assertQuota(ctx: Transaction, productionId: number): Promise<void> {
  const quota = readQuota((await getSettings(ctx, productionId)).quota)
  if (!quota) return
  const clips = await measureUsage(ctx.db, productionId)
  const bytes = clips.bytes + (await measureFileBytes(ctx.db, productionId))
  assertWithinQuota(quota, { mediaObjects: 0, bytes: 0 }, { ...clips, bytes })
}

/** What the production setting `quota` allows; what it does not name is unbounded. */
interface Quota {
  maxBytes: number
  maxMediaObjects: number
}

function readQuota(setting: unknown): Quota | undefined {
  if (typeof setting !== 'object' || setting === null) return undefined
  const read = (name: string) => {
    const value = (setting as Record<string, unknown>)[name]
    return typeof value === 'number' ? value : Number.POSITIVE_INFINITY
  }
  return { maxBytes: read('maxBytes'), maxMediaObjects: read('maxMediaObjects') }
}

/** "402: user may not create more resources (quota) on media object creation" */
function assertWithinQuota(quota: Quota, used: Wanted, wanted: Wanted): void {
  const bytes = used.bytes + wanted.bytes
  const mediaObjects = used.mediaObjects + wanted.mediaObjects
  // What takes no room is let in by a full store: a placeholder has no bytes, a file is no clip.
  const hasRoom = wanted.bytes === 0 || bytes <= quota.maxBytes
  if (hasRoom && (wanted.mediaObjects === 0 || mediaObjects <= quota.maxMediaObjects)) return
  throw new ServiceError('QuotaExceededError', 'The quota of this production does not allow more', { used, wanted })
}
