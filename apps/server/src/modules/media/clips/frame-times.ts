import { type FrameTimesMap, notFound } from '@rushes/contract'
import { createFrameClock, createSampleRate, type FrameClock, type FrameTimes } from '@rushes/timebase'
import type { Context, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { RawReply, toEntityTag } from '../../../platform/http/index.ts'
import type { MediaObjectRow } from '../tables.ts'
import { deleteFrameTimes, listFrameTimes, upsertFrameTimes } from './frame-times-store.ts'
import { getMediaObjectRow } from './get-media-object.ts'

type TimedClip = Pick<MediaObjectRow, 'id' | 'type' | 'rate_num' | 'rate_den'>

/** Stores when the frames of a clip are shown; without times, it has a constant rate. */
export async function setFrameTimes(
  ctx: Transaction,
  clip: { readonly mediaObjectId: number; readonly productionId: number },
  frameTimes: FrameTimes | undefined,
): Promise<void> {
  if (frameTimes) await upsertFrameTimes(ctx.db, clip, frameTimes)
  else await deleteFrameTimes(ctx.db, clip.mediaObjectId)
}

/** When the frames of a clip with a variable rate are shown; undefined for others. */
export async function findFrameTimes(db: Database, clip: TimedClip): Promise<FrameTimes | undefined> {
  return clip.type === 'VIDEO' ? (await listFrameTimes(db, [clip.id])).get(clip.id) : undefined
}

/** What frame numbers of a clip mean; undefined while its rate is not known. */
export async function findFrameClock(db: Database, clip: TimedClip): Promise<FrameClock | undefined> {
  const { rate_num: num, rate_den: den } = clip
  return num === null || den === null
    ? undefined
    : createFrameClock(createSampleRate(num, den), await findFrameTimes(db, clip))
}

/** What frame numbers of these clips mean, by their ids; of those whose rate is known. */
export async function listFrameClocks(
  db: Database,
  clips: readonly TimedClip[],
): Promise<ReadonlyMap<number, FrameClock>> {
  const films = clips.filter(({ type }) => type === 'VIDEO')
  const times =
    films.length > 0
      ? await listFrameTimes(
          db,
          films.map(({ id }) => id),
        )
      : new Map<number, FrameTimes>()
  return new Map(
    clips.flatMap(({ id, rate_num: num, rate_den: den }) =>
      num === null || den === null ? [] : [[id, createFrameClock(createSampleRate(num, den), times.get(id))]],
    ),
  )
}

/** Answers when each picture of a clip is shown, whether its rate is variable or not. Throws NotFoundError. */
export async function answerFrameTimes(ctx: Context, productionId: number, mediaObjectId: number): Promise<RawReply> {
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const json = JSON.stringify(await readFrameTimes(ctx.db, clip))
  return new RawReply(
    200,
    { 'content-type': 'application/json; charset=utf-8', etag: toEntityTag(clip.version, json) },
    json,
  )
}

async function readFrameTimes(db: Database, clip: MediaObjectRow): Promise<FrameTimesMap> {
  // A still is one picture, without a time of its own.
  if (clip.type === 'IMAGE') return { times: [0], end: 0 }
  const clock = clip.type === 'VIDEO' ? await findFrameClock(db, clip) : undefined
  if (!clock || !clip.frame_count) throw notFound('Frame times of the clip', clip.id)
  return {
    times: Array.from({ length: clip.frame_count }, (_, frame) => clock.toMilliseconds(frame)),
    end: clock.toMilliseconds(clip.frame_count),
  }
}
