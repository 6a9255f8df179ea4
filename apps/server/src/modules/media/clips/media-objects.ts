import { type MediaObject, type MediaObjectType, notFound, type Page } from '@rushes/contract'
import type { SampleRate } from '@rushes/timebase'
import type { Context, Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPageFits, type Listing, maxPageItems } from '../../../platform/http/answers/listing.ts'
import { queueRemovals } from '../cleanup/removals.ts'
import { listInstances } from '../instances/instances.ts'
import { checkName, toFileName } from '../policy.ts'
import {
  deleteMediaObjectRow,
  insertMediaObject,
  listInstanceRows,
  listMediaObjectRows,
  measureUsage,
  updateMediaObjectRow,
} from '../store.ts'
import type { MediaObjectRow } from '../tables.ts'
import { getMediaObjectRow, lockMediaObject } from './get-media-object.ts'
import { toMediaObject } from './to-media-object.ts'

/** A clip to be; `type` stays `PENDING` until its bytes have been probed. */
interface NewMediaObject {
  productionId: number
  name: string
  type?: MediaObjectType | undefined
  /** The original's name; folders are dropped. */
  fileName?: string | undefined
  /** Bytes of the original, received or announced. */
  size?: number | undefined
  umid?: string | undefined
  packageId?: number | undefined
  /** The ingest workflow that will run, when one will. */
  workflowId?: string | undefined
  growing?: boolean | undefined
  /** A file in the staging folder that goes when the clip goes. */
  stagingName?: string | undefined
  /** What is known of a file that is still to come. */
  facts?: MediaFacts
}

/** What ingest finds out of a clip; members that are left out stay as they are, null takes a value away. */
export interface MediaFacts {
  type?: MediaObjectType
  /** The original's name; folders are dropped. */
  fileName?: string | null
  durationMs?: number | null
  sampleRate?: SampleRate | null
  frameCount?: number | null
  /** Timecode of the first frame, in frames from 00:00:00:00. */
  timecodeFrames?: number | null
  dropFrame?: boolean
  growing?: boolean
  keyFrame?: number | null
  proxyOnline?: boolean
  workflowId?: string | null
  umid?: string | null
  /** A file in the staging folder that goes when the clip goes. */
  stagingName?: string | null
  /** Bytes of the original, received or announced. */
  originalBytes?: number
}

/** Creates a clip and announces it ("Creating a media object (placeholders too) emits `Media.create`"). */
export async function createMediaObject(ctx: Transaction, given: NewMediaObject): Promise<MediaObjectRow> {
  const { actor } = ctx
  const row = await insertMediaObject(ctx.db, {
    ...newResourceColumns(ctx),
    production_id: given.productionId,
    name: checkName(given.name),
    type: given.type ?? 'PENDING',
    umid: given.umid ?? null,
    package_id: given.packageId ?? null,
    file_name: given.fileName === undefined ? null : toFileName(given.fileName),
    original_bytes: given.size ?? 0,
    duration_ms: given.facts?.durationMs ?? null,
    rate_num: given.facts?.sampleRate?.num ?? null,
    rate_den: given.facts?.sampleRate?.den ?? null,
    frame_count: null,
    timecode_frames: given.facts?.timecodeFrames ?? null,
    drop_frame: given.facts?.dropFrame ?? false,
    growing: given.growing ?? false,
    key_frame: given.facts?.keyFrame ?? null,
    workflow_id: given.workflowId ?? null,
    staging_name: given.stagingName ?? null,
    created_by_share_id: actor.kind === 'visitor' ? actor.shareId : null,
    created_by_shared_user_id: actor.kind === 'visitor' ? (actor.sharedUser?.id ?? null) : null,
  })
  publishMedia(ctx, 'Media.create', row)
  return row
}

/** A clip with its instances and tracks. */
export async function getMediaObject(ctx: Context, productionId: number, id: number): Promise<MediaObject> {
  const row = await getMediaObjectRow(ctx.db, productionId, id)
  return toMediaObject(ctx, row, { instances: await listInstances(ctx, [id]) })
}

/** The clips of a production, oldest first unless the listing says otherwise; `ids` narrows to these. */
export async function listMediaObjects(
  ctx: Context,
  productionId: number,
  listing: Listing<MediaObject>,
  options: { isPlain?: boolean; ids?: readonly number[] | undefined } = {},
): Promise<Page<MediaObject>> {
  const { ids } = options
  // Without filters and order the database cuts the page; else every clip is looked at, some at a time.
  const page = options.isPlain
    ? await readPage(ctx, productionId, ids, listing)
    : await pickPage(ctx, productionId, ids, listing)
  const instances = await listInstances(
    ctx,
    page.items.map(row => row.id),
  )
  return {
    ...page,
    items: page.items.map(row =>
      toMediaObject(ctx, row, { instances: instances.filter(instance => instance.mediaObjectId === row.id) }),
    ),
  }
}

async function readPage(
  ctx: Context,
  productionId: number,
  ids: readonly number[] | undefined,
  { offset, limit }: Listing<MediaObject>,
): Promise<Page<MediaObjectRow>> {
  const total = (await measureUsage(ctx.db, productionId, ids)).mediaObjects
  assertPageFits({ offset, limit }, total)
  return { items: await listMediaObjectRows(ctx.db, productionId, { ids, offset, limit }), offset, total }
}

/** Clips that are looked at together. */
const batchSize = 1_000

/** The page of a listing, of which no more clips are held than it may reach to. */
async function pickPage(
  ctx: Context,
  productionId: number,
  ids: readonly number[] | undefined,
  { offset, limit, isWanted, compare }: Listing<MediaObject>,
): Promise<Page<MediaObjectRow>> {
  const end = offset + Math.min(limit, maxPageItems)
  let total = 0
  let first: { row: MediaObjectRow; item: MediaObject }[] = []
  let afterId: number | undefined
  for (;;) {
    const rows = await listMediaObjectRows(ctx.db, productionId, { ids, afterId, limit: batchSize })
    const wanted = rows.map(row => ({ row, item: toMediaObject(ctx, row) })).filter(({ item }) => isWanted(item))
    total += wanted.length
    first = [...first, ...wanted].sort((a, b) => compare(a.item, b.item)).slice(0, end)
    if (rows.length < batchSize) break
    afterId = rows.at(-1)!.id
  }
  assertPageFits({ offset, limit }, total)
  return { items: first.slice(offset).map(({ row }) => row), offset, total }
}

/** Records what was found out of a clip; 404 when it is gone. */
export async function updateMediaObjectFacts(ctx: Transaction, id: number, facts: MediaFacts): Promise<MediaObjectRow> {
  const { sampleRate } = facts
  const change = {
    type: facts.type,
    file_name: facts.fileName && toFileName(facts.fileName),
    duration_ms: facts.durationMs,
    rate_num: sampleRate === null ? null : sampleRate?.num,
    rate_den: sampleRate === null ? null : sampleRate?.den,
    frame_count: facts.frameCount,
    timecode_frames: facts.timecodeFrames,
    drop_frame: facts.dropFrame,
    growing: facts.growing,
    key_frame: facts.keyFrame,
    proxy_online: facts.proxyOnline,
    workflow_id: facts.workflowId,
    umid: facts.umid,
    staging_name: facts.stagingName,
    original_bytes: facts.originalBytes,
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const row = await updateMediaObjectRow(ctx.db, id, { ...changedResourceColumns(ctx), ...given })
  if (!row) throw notFound('MediaObject', id)
  publishMedia(ctx, 'Media.update', row)
  return row
}

/** Removes a clip: its rows now, its files after the commit. The caller has removed what points to it. */
export async function deleteMediaObject(ctx: Transaction, productionId: number, id: number): Promise<MediaObjectRow> {
  const row = await lockMediaObject(ctx, productionId, id)
  const instances = await listInstanceRows(ctx.db, [id])
  await queueRemovals(ctx, [
    ...instances.map(instance => ({ kind: 'blob' as const, name: instance.blob_key })),
    ...(row.staging_name === null ? [] : [{ kind: 'staging' as const, name: row.staging_name }]),
  ])
  await deleteMediaObjectRow(ctx.db, id)
  publishMedia(ctx, 'Media.delete', row)
  return row
}

export function publishMedia(
  ctx: Transaction,
  type: 'Media.create' | 'Media.update' | 'Media.delete' | 'Media.instance.material' | 'Media.instance.proxy.offline',
  row: MediaObjectRow,
  extended?: Record<string, unknown>,
): void {
  ctx.publish({
    type,
    productionId: row.production_id,
    ...(row.created_by_share_id === null ? {} : { shareId: row.created_by_share_id }),
    object: { objectType: 'MediaObject', id: row.id, name: row.name, mediaType: row.type },
    ...(extended ? { extended } : {}),
  })
}
