import { notFound } from '@rushes/contract'
import type { FrameClock } from '@rushes/timebase'
import type { Context } from '../../../platform/context.ts'
import { RawReply } from '../../../platform/http/index.ts'
import { createDownloadLink, findFrameClock, findInstance, getInstance, getMediaObjectRow } from '../../media/index.ts'

/** The layout of a sprite: pictures row by row, each for the same number of frames of the clip. */
interface SpriteLayout {
  readonly pictures: number
  readonly columns: number
  readonly width: number
  readonly height: number
  readonly everyFrames: number
}

/** Answers the index of a clip's sprite, for players that show a picture where the pointer rests. Throws NotFoundError. */
export async function answerSpriteIndex(ctx: Context, productionId: number, mediaObjectId: number): Promise<RawReply> {
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const sprite = await findInstance(ctx.db, mediaObjectId, 'STITCH')
  const clock = await findFrameClock(ctx.db, clip)
  if (!sprite || !clock) throw notFound('Sprite of the clip', mediaObjectId)
  const { tracks = [] } = await getInstance(ctx, productionId, mediaObjectId, sprite.id)
  const { stitchCount = 0, stitchX = 1, skip = 1, width = 0, height = 0 } = tracks[0] ?? {}
  const layout = { pictures: stitchCount, columns: stitchX, width, height, everyFrames: skip }
  const address = await createDownloadLink(ctx, productionId, mediaObjectId, sprite.id)
  const text = formatSpriteIndex(layout, { clock, frameCount: clip.frame_count ?? 0, address })
  return new RawReply(
    200,
    { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, max-age=3600' },
    text,
  )
}

/** WebVTT whose cues are the address of the sprite with the place of a picture in it, `#xywh=` (Media Fragments). */
function formatSpriteIndex(
  { pictures, columns, width, height, everyFrames }: SpriteLayout,
  { clock, frameCount, address }: { clock: FrameClock; frameCount: number; address: string },
): string {
  const toTime = (frame: number) => formatTime(clock.toMilliseconds(frame))
  const cues = Array.from({ length: pictures }, (_none, picture) => {
    const start = picture * everyFrames
    const end = picture === pictures - 1 ? Math.max(frameCount, start + 1) : start + everyFrames
    const [x, y] = [(picture % columns) * width, Math.floor(picture / columns) * height]
    return `${toTime(start)} --> ${toTime(end)}\n${address}#xywh=${x},${y},${width},${height}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** `hh:mm:ss.mmm` */
function formatTime(milliseconds: number): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const seconds = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(value => part(value))
  return `${clock.join(':')}.${part(milliseconds % 1000, 3)}`
}
