import {
  brokenRule,
  Flag,
  FreeForm,
  Id,
  Instant,
  instanceTypes,
  Long,
  mediaObjectTypes,
  Name,
  oneOf,
  Text,
  trackFields,
} from '@rushes/contract'
import Type from 'typebox'
import {
  type ArchivePart,
  type ArchiveSource,
  type ArchiveTarget,
  archivedFields,
  archiveTable,
  fromArchived,
  remember,
  toArchived,
} from '../../platform/archive/index.ts'
import { readProductionRows } from '../../platform/database/whole-rows.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { countOriginals, listBytesWithoutUploads } from './archive-store.ts'
import { assertQuota } from './clips/quota.ts'
import { checkName, growingProfile, toFileName } from './policy.ts'
import type { MediaInstanceRow } from './tables.ts'

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Optional(Whole)

const clipTable = archiveTable({
  name: 'clips',
  table: 'media_object',
  shape: Type.Object(
    {
      ...archivedFields,
      name: Name,
      type: oneOf(...mediaObjectTypes),
      umid: Type.Optional(Name),
      packageId: Type.Optional(Id),
      fileName: Type.Optional(Name),
      originalBytes: Whole,
      durationMs: Count,
      rate: Type.Optional(
        Type.Object(
          {
            num: Type.Integer({ minimum: 1, maximum: 1e9 }),
            den: Type.Integer({ minimum: 1, maximum: 1e9 }),
            dropFrame: Flag,
          },
          { additionalProperties: false },
        ),
      ),
      frameCount: Count,
      timecodeFrames: Type.Optional(Long),
      keyFrame: Type.Optional(Long),
      proxyOnline: Flag,
      createdByShareId: Type.Optional(Id),
      createdBySharedUserId: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({
    ...toArchived(row, source),
    name: row.name,
    type: row.type,
    originalBytes: row.original_bytes,
    proxyOnline: row.proxy_online && source.holds('PROXY'),
    ...withoutNulls({
      umid: row.umid,
      packageId: row.package_id,
      fileName: row.file_name,
      durationMs: row.duration_ms,
      frameCount: row.frame_count,
      timecodeFrames: row.timecode_frames,
      keyFrame: row.key_frame,
      createdByShareId: row.created_by_share_id,
      createdBySharedUserId: row.created_by_shared_user_id,
    }),
    ...(row.rate_num !== null &&
      row.rate_den !== null && { rate: { num: row.rate_num, den: row.rate_den, dropFrame: row.drop_frame } }),
  }),
  toRow: async (item, into, ctx) => ({
    ...fromArchived('clips', item, into, ctx),
    production_id: into.productionId,
    name: checkName(item.name),
    type: item.type,
    umid: item.umid ?? null,
    // Those of a package that stays behind stay together; its id there is that of something else here.
    package_id: await into.ids.getOrTake('clips', item.packageId),
    file_name: item.fileName === undefined ? null : toFileName(item.fileName),
    original_bytes: item.originalBytes,
    duration_ms: item.durationMs ?? null,
    rate_num: item.rate?.num ?? null,
    rate_den: item.rate?.den ?? null,
    drop_frame: item.rate?.dropFrame ?? false,
    frame_count: item.frameCount ?? null,
    timecode_frames: item.timecodeFrames ?? null,
    growing: false,
    key_frame: item.keyFrame ?? null,
    proxy_online: item.proxyOnline,
    workflow_id: null,
    staging_name: null,
    created_by_share_id: await into.ids.getOrTake('shares', item.createdByShareId),
    created_by_shared_user_id: await into.ids.getOrTake('shared-users', item.createdBySharedUserId),
  }),
})

/** Clips. What is still being uploaded is not in the archive, and does not count where it is imported. */
const clipArchive: typeof clipTable = {
  ...clipTable,
  async *read(ctx, source) {
    const uploading = await listBytesWithoutUploads(ctx.db, source.productionId)
    for await (const item of clipTable.read(ctx, source)) {
      yield { ...item, originalBytes: uploading.get(item.id) ?? item.originalBytes }
    }
  },
}

/** Whether a file goes into the archive: not the preview that is made of a clip during its upload. */
function isArchived(row: MediaInstanceRow, source: ArchiveSource): boolean {
  return source.holds(row.type) && row.profile !== growingProfile
}

function findKnown({ ids }: ArchiveTarget, id: number | undefined): number | undefined {
  return id === undefined || ids.find('instances', id) === undefined ? undefined : id
}

/** The member of an archive that holds the bytes of an instance; its name opens with the program that its kind needs. */
function toMember(row: MediaInstanceRow): string {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(row.file_name ?? '')?.[1]?.toLowerCase()
  return `media/${row.id}${extension === undefined ? '' : `.${extension}`}`
}

/** The files that have gone into an archive. */
const getArchived = remember<ArchiveSource, Set<number>>(() => new Set())

const instanceTable = archiveTable({
  name: 'instances',
  table: 'media_instance',
  shape: Type.Object(
    {
      ...archivedFields,
      clipId: Id,
      type: oneOf(...instanceTypes),
      file: Type.String({ maxLength: 100 }),
      mimeType: Name,
      size: Whole,
      fileName: Type.Optional(Name),
      description: Type.Optional(Text),
      profile: Type.Optional(Name),
      quality: Type.Optional(oneOf('LOW', 'MEDIUM', 'HIGH', 'ULTRA')),
      durationMs: Count,
      materialUploadComplete: Instant,
      materialInfo: FreeForm,
      mediaInfo: FreeForm,
      sourceId: Type.Optional(Id),
      announcedHash: Type.Optional(Type.String({ pattern: '^(?:[0-9a-f]{32}|[0-9a-f]{64})$' })),
    },
    { additionalProperties: false },
  ),
  parent: 'source_instance_id',
  toItem(row, source) {
    if (!isArchived(row, source)) return undefined
    getArchived(source).add(row.id)
    return {
      ...toArchived(row, source),
      clipId: row.media_object_id,
      type: row.type,
      file: toMember(row),
      mimeType: row.mime_type,
      size: row.size,
      ...withoutNulls({
        fileName: row.file_name,
        description: row.description,
        profile: row.profile,
        quality: row.quality,
        durationMs: row.duration_ms,
        sourceId: row.source_instance_id,
        announcedHash: row.announced_hash,
      }),
      materialUploadComplete: row.material_upload_complete,
      materialInfo: row.material_info,
      mediaInfo: row.media_info,
    }
  },
  toRow(item, into, ctx) {
    const { materialInfo, mediaInfo } = item
    assertStorable({ materialInfo, mediaInfo })
    if (!/^[\w.+-]+\/[\w.+-]+(?:;[^\p{Cc}]*)?$/u.test(item.mimeType)) throw brokenRule('/mimeType', 'is no media type')
    const columns = fromArchived('instances', item, into, ctx)
    const clipId = into.ids.get('clips', item.clipId, '/clipId')
    const blobKey = `${into.productionId}/${clipId}/${columns.id}`
    into.adopt(item, item.size, blobKey)
    return {
      ...columns,
      production_id: into.productionId,
      media_object_id: clipId,
      type: item.type,
      blob_key: blobKey,
      mime_type: item.mimeType,
      size: item.size,
      file_name: item.fileName === undefined ? null : toFileName(item.fileName),
      description: item.description ?? null,
      profile: item.profile ?? null,
      quality: item.quality ?? null,
      duration_ms: item.durationMs ?? null,
      material_upload_complete: item.materialUploadComplete,
      material_info: materialInfo,
      media_info: mediaInfo,
      // What it was made of may have stayed behind.
      source_instance_id: into.ids.getEarlier('instances', findKnown(into, item.sourceId), '/sourceId'),
      announced_hash: item.announcedHash ?? null,
    }
  },
})

/** The files of clips, each with its bytes, within the quota of the production. */
const instanceArchive: typeof instanceTable = {
  ...instanceTable,
  async finish(ctx, { productionId }) {
    await countOriginals(ctx.db, productionId)
    await assertQuota(ctx, productionId)
  },
  async *files(ctx, source) {
    const rows = readProductionRows<MediaInstanceRow>(ctx.db, 'media_instance', source.productionId)
    for await (const row of rows) {
      if (isArchived(row, source)) yield { name: toMember(row), size: row.size, content: { blobKey: row.blob_key } }
    }
  },
}

const trackArchive = archiveTable({
  name: 'tracks',
  table: 'media_track',
  shape: Type.Object(
    { ...trackFields, ...archivedFields, instanceId: Id, position: Type.Integer({ minimum: 0, maximum: 100_000 }) },
    { additionalProperties: false },
  ),
  toItem(row, source) {
    if (!getArchived(source).has(row.media_instance_id)) return undefined
    return {
      ...row.description,
      ...toArchived(row, source),
      instanceId: row.media_instance_id,
      position: row.position,
    }
  },
  toRow(item, into, ctx) {
    const { id, version, created, creatorId, lastUpdated, instanceId, position, ...description } = item
    return {
      ...fromArchived('tracks', item, into, ctx),
      production_id: into.productionId,
      media_instance_id: into.ids.get('instances', instanceId, '/instanceId'),
      position,
      description,
    }
  },
})

const maxMs = 2 ** 31 - 1
const Time = Type.Integer({ minimum: 0, maximum: maxMs })

/** When the pictures of clips with a variable rate are shown. */
const frameTimesArchive = archiveTable({
  name: 'frame-times',
  table: 'media_frame_times',
  shape: Type.Object(
    { clipId: Id, times: Type.Array(Time, { minItems: 1 }), end: Time },
    { additionalProperties: false },
  ),
  order: ['media_object_id'],
  toItem: row => ({ clipId: row.media_object_id, times: row.times, end: row.end_ms }),
  toRow({ clipId, times, end }, { ids, productionId }) {
    const isRising = times.every((time, frame) => time >= (times[frame - 1] ?? 0))
    if (times[0] !== 0 || !isRising || end < times.at(-1)!) throw brokenRule('/times', 'must rise from 0 to the end')
    return {
      media_object_id: ids.get('clips', clipId, '/clipId'),
      production_id: productionId,
      times,
      end_ms: end,
    }
  },
})

/** Clips with the times of their frames, their files and the tracks of those. */
export const mediaArchives: readonly ArchivePart[] = [clipArchive, frameTimesArchive, instanceArchive, trackArchive]
