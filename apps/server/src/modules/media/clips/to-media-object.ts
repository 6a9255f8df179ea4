import type {
  MediaObject,
  MediaObjectInstance,
  MediaObjectTrack,
  SampleRate as SampleRateWire,
  SMPTETimePoint,
} from '@rushes/contract'
import {
  createSampleRate,
  type FrameClock,
  findTimecodeBase,
  formatTimecode,
  mayDropFrame,
  type SampleRate,
} from '@rushes/timebase'
import type { Context } from '../../../platform/context.ts'
import { toResourceFields } from '../../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import type { MediaInstanceRow, MediaObjectRow, MediaTrackRow } from '../tables.ts'

/** What may be shown with a clip. */
interface MediaObjectParts {
  instances?: MediaObjectInstance[]
}

/** A clip on the wire; `tracks` are those of its original. */
export function toMediaObject(ctx: Context, row: MediaObjectRow, parts: MediaObjectParts = {}): MediaObject {
  const rate = findRate(row)
  const href = toHref(ctx, row.production_id, row.id)
  const { instances } = parts
  return {
    ...toResourceFields(row),
    ...withoutNulls({
      umid: row.umid,
      packageId: row.package_id,
      duration: row.duration_ms === null ? null : Math.round(row.duration_ms / 1000),
      durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1000,
      sampleRate: rate && toSampleRate(rate, row.drop_frame),
      timecode: rate && findTimePoint(row, rate),
      timecodeFrames: row.timecode_frames,
      keyFrame: row.key_frame,
      workflowId: row.workflow_id,
      createdByShareId: row.created_by_share_id,
      createdBySharedUserId: row.created_by_shared_user_id,
      mediaObjectInstances: instances,
      tracks: instances?.find(instance => instance.type === 'RAW')?.tracks,
    }),
    objectType: 'MediaObject',
    productionId: row.production_id,
    name: row.name,
    type: row.type,
    growing: row.growing,
    proxyOnline: row.proxy_online,
    href,
    hrefs: { self: href, moi: `${href}/moi`, moa: `${href}/moa` },
  }
}

/** The clip's rate, once it is known. */
function findRate(row: Pick<MediaObjectRow, 'rate_num' | 'rate_den'>): SampleRate | undefined {
  if (row.rate_num === null || row.rate_den === null) return undefined
  return createSampleRate(row.rate_num, row.rate_den)
}

/** A rate in the spelling of the original service. */
export function toSampleRate(rate: SampleRate, dropFrame = false): SampleRateWire {
  return { numerator: rate.num, denumerator: rate.den, drop_frame: dropFrame }
}

/** The timecode of a frame of a clip, counted from its start timecode by its clock; undefined while that is not known. */
export function writeTimecode(
  row: Pick<MediaObjectRow, 'timecode_frames' | 'drop_frame'>,
  clock: FrameClock | undefined,
  frame: number,
): string | undefined {
  return clock && toTimePoint((row.timecode_frames ?? 0) + clock.toLabel(frame), clock.rate, row.drop_frame).text
}

/** The timecode of the first frame, where the clip has one. */
function findTimePoint(
  { timecode_frames, drop_frame }: Pick<MediaObjectRow, 'timecode_frames' | 'drop_frame'>,
  rate: SampleRate,
): SMPTETimePoint | undefined {
  return timecode_frames === null ? undefined : toTimePoint(timecode_frames, rate, drop_frame)
}

function toTimePoint(frames: number, rate: SampleRate, dropFrame: boolean): SMPTETimePoint {
  const point = { frames, sampleRate: toSampleRate(rate, dropFrame), dropFrame }
  if (findTimecodeBase(rate) === undefined || (dropFrame && !mayDropFrame(rate))) return point
  return { ...point, text: formatTimecode(frames, { rate, dropFrame }) }
}

export function toInstance(ctx: Context, row: MediaInstanceRow, tracks: readonly MediaTrackRow[]): MediaObjectInstance {
  const href = `${toHref(ctx, row.production_id, row.media_object_id)}/moi/${row.id}`
  return {
    ...toResourceFields(row),
    ...withoutNulls({
      fileName: row.file_name,
      description: row.description,
      profile: row.profile,
      quality: row.quality,
      duration: row.duration_ms === null ? null : row.duration_ms / 1000,
      sourceMediaObjectInstanceId: row.source_instance_id,
    }),
    objectType: 'MediaObjectInstance',
    productionId: row.production_id,
    mediaObjectId: row.media_object_id,
    type: row.type,
    mimeType: row.mime_type,
    size: row.size,
    materialUploadComplete: row.material_upload_complete,
    materialInfo: row.material_info,
    mediaInfo: row.media_info,
    tracks: tracks.filter(track => track.media_instance_id === row.id).map(toTrack),
    href,
    hrefs: { self: href, downloadLink: `${href}/downloadLink` },
  }
}

function toTrack(row: MediaTrackRow): MediaObjectTrack {
  return {
    ...row.description,
    ...toResourceFields(row),
    objectType: 'Track',
    productionId: row.production_id,
    mediaObjectInstanceId: row.media_instance_id,
  }
}

function toHref(ctx: Context, productionId: number, id: number): string {
  return `${ctx.platform.publicUrl}/production/${productionId}/mo/${id}`
}
