import { type InstanceType, type MediaObjectInstance, notFound, type TrackDescription } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { queueRemovals } from '../cleanup/removals.ts'
import { getMediaObjectRow } from '../clips/get-media-object.ts'
import { toInstance } from '../clips/to-media-object.ts'
import { sortForDownload } from '../policy.ts'
import {
  deleteInstanceRow,
  deleteTracks,
  findInstanceRow,
  insertInstance,
  insertTracks,
  listTrackRows,
  listInstanceRows as selectInstances,
  updateInstanceRow,
} from '../store.ts'
import type { MediaInstanceRow } from '../tables.ts'

/** What may be found out of an instance after it was added; members that are left out stay as they are. */
export interface InstanceFacts {
  /** By content, never by a name: it decides whether a browser may show the bytes. */
  mimeType?: string
  durationMs?: number | null
  mediaInfo?: Record<string, unknown>
  materialInfo?: Record<string, unknown>
  /** Takes the place of all tracks. */
  tracks?: readonly TrackDescription[]
  /** In hexadecimal, as it is still to be compared; null: it was, or nothing was announced. */
  announcedHash?: string | null
}

/** A file of a clip; its blob is in the store already. */
export interface NewInstance extends InstanceFacts {
  mediaObjectId: number
  type: InstanceType
  blobKey: string
  mimeType: string
  size: number
  fileName?: string | undefined
  description?: string
  profile?: string
  quality?: NonNullable<MediaObjectInstance['quality']>
  sourceInstanceId?: number
}

/** Adds a file to a clip of the production; the caller emits the event. */
export async function addInstance(
  ctx: Transaction,
  productionId: number,
  given: NewInstance,
): Promise<MediaInstanceRow> {
  const columns = newResourceColumns(ctx)
  const row = await insertInstance(ctx.db, {
    ...columns,
    production_id: productionId,
    media_object_id: given.mediaObjectId,
    type: given.type,
    blob_key: given.blobKey,
    mime_type: given.mimeType,
    size: given.size,
    file_name: given.fileName ?? null,
    description: given.description ?? null,
    profile: given.profile ?? null,
    quality: given.quality ?? null,
    duration_ms: given.durationMs ?? null,
    material_upload_complete: columns.created,
    material_info: JSON.stringify(given.materialInfo ?? {}),
    media_info: JSON.stringify(given.mediaInfo ?? {}),
    source_instance_id: given.sourceInstanceId ?? null,
    announced_hash: given.announcedHash ?? null,
  })
  await addTracks(ctx, row, given.tracks ?? [])
  return row
}

/** Records what was found out of an instance; 404 when it is gone. */
export async function updateInstanceFacts(
  ctx: Transaction,
  id: number,
  facts: InstanceFacts,
): Promise<MediaInstanceRow> {
  const row = await updateInstanceRow(ctx.db, id, {
    ...changedResourceColumns(ctx),
    ...(facts.mimeType === undefined ? {} : { mime_type: facts.mimeType }),
    ...(facts.durationMs === undefined ? {} : { duration_ms: facts.durationMs }),
    ...(facts.mediaInfo === undefined ? {} : { media_info: JSON.stringify(facts.mediaInfo) }),
    ...(facts.materialInfo === undefined ? {} : { material_info: JSON.stringify(facts.materialInfo) }),
    ...(facts.announcedHash === undefined ? {} : { announced_hash: facts.announcedHash }),
  })
  if (!row) throw notFound('MediaObjectInstance', id)
  if (facts.tracks !== undefined) {
    await deleteTracks(ctx.db, id)
    await addTracks(ctx, row, facts.tracks)
  }
  return row
}

async function addTracks(
  ctx: Transaction,
  instance: MediaInstanceRow,
  tracks: readonly TrackDescription[],
): Promise<void> {
  const columns = newResourceColumns(ctx)
  await insertTracks(
    ctx.db,
    tracks.map((track, position) => ({
      ...columns,
      production_id: instance.production_id,
      media_instance_id: instance.id,
      position,
      description: JSON.stringify(track),
    })),
  )
}

/** Removes a file of a clip: its row now, its blob after the commit. */
export async function removeInstance(ctx: Transaction, row: MediaInstanceRow): Promise<void> {
  await queueRemovals(ctx, [{ kind: 'blob', name: row.blob_key }])
  await deleteInstanceRow(ctx.db, row.id)
}

/** The instances of a clip, oldest first. */
export function listInstanceRows(db: Database, mediaObjectId: number): Promise<MediaInstanceRow[]> {
  return selectInstances(db, [mediaObjectId])
}

/** The newest instance of a type, if the clip has one. */
export async function findInstance(
  db: Database,
  mediaObjectId: number,
  type: InstanceType,
): Promise<MediaInstanceRow | undefined> {
  return (await selectInstances(db, [mediaObjectId], type)).at(-1)
}

/** A file of any clip of this production; else 404. */
export async function getInstanceOfProduction(
  db: Database,
  productionId: number,
  id: number,
): Promise<MediaInstanceRow> {
  const row = await findInstanceRow(db, id)
  if (row?.production_id !== productionId) throw notFound('MediaObjectInstance', id)
  return row
}

/** The picture of a clip of this production, when it has one. */
export async function findPoster(
  db: Database,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaInstanceRow | undefined> {
  const row = await findInstance(db, mediaObjectId, 'THUMB')
  return row?.production_id === productionId ? row : undefined
}

/** An instance of this clip of this production; else 404. */
export async function getInstanceRow(
  db: Database,
  productionId: number,
  mediaObjectId: number,
  id: number,
): Promise<MediaInstanceRow> {
  await getMediaObjectRow(db, productionId, mediaObjectId)
  const row = await findInstanceRow(db, id)
  if (row?.media_object_id !== mediaObjectId) throw notFound('MediaObjectInstance', id)
  return row
}

/** The instances of these clips with their tracks, as they stand on the wire. */
export async function listInstances(ctx: Context, mediaObjectIds: readonly number[]): Promise<MediaObjectInstance[]> {
  if (mediaObjectIds.length === 0) return []
  const rows = await selectInstances(ctx.db, mediaObjectIds)
  const tracks = await listTrackRows(
    ctx.db,
    rows.map(row => row.id),
  )
  return rows.map(row => toInstance(ctx, row, tracks))
}

/** The instances of a clip of this production, what the caller may download first; 404 when there is no such clip. */
export async function listInstancesOfClip(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObjectInstance[]> {
  await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  return sortForDownload(ctx.actor, await listInstances(ctx, [mediaObjectId]))
}

export async function getInstance(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  id: number,
): Promise<MediaObjectInstance> {
  const row = await getInstanceRow(ctx.db, productionId, mediaObjectId, id)
  return toInstance(ctx, row, await listTrackRows(ctx.db, [id]))
}
