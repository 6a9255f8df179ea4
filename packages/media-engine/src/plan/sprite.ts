import { type ColourPlan, planColour } from '../colour/colour.ts'
import type { ColourSource } from '../colour/colour-table.ts'
import type { Track } from '../probe/report.ts'
import { VIDEO_ENCODING } from './encoding.ts'
import { fitWithin, type PictureSize } from './picture-size.ts'

/** Small pictures of a clip side by side, row by row; every picture shows one known frame. */
export interface SpriteLayout {
  /** Pixels of one picture. */
  readonly tile: PictureSize
  readonly columns: number
  readonly rows: number
  /** Pictures; the last row may not be full. */
  readonly count: number
  /** Picture n shows frame n times this. */
  readonly everyFrames: number
}

/** A sprite to be made. */
export interface SpritePlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  /** Takes the key frames alone, gives the one picture. */
  readonly filter: string
  /** The table that the filters read, if any. */
  readonly colourTable: ColourSource | undefined
}

const mostTiles = 200
const mostColumns = 10
const tileLimit = { maxWidth: 160, maxHeight: 160 }

/** Lays out the pictures of a proxy: its key frames are as regular as its encoder was asked to make them, so the others need not be decoded. */
export function layOutSprite(picture: PictureSize, frameCount: number): SpriteLayout {
  const gop = VIDEO_ENCODING.gopFrames
  const everyFrames = gop * Math.max(1, Math.ceil(frameCount / (gop * mostTiles)))
  const count = Math.max(1, Math.ceil(frameCount / everyFrames))
  const columns = Math.min(mostColumns, count)
  return { tile: fitWithin(picture, tileLimit), columns, rows: Math.ceil(count / columns), count, everyFrames }
}

/** Plans the filters that make the one picture of the key frames of a proxy. */
export function planSprite(video: Track, { tile, columns, rows, everyFrames }: SpriteLayout): ColourPlan {
  const everyKeyFrames = everyFrames / VIDEO_ENCODING.gopFrames
  const { filters, ...plan } = planColour(video, 'VIDEO', tile, 'picture')
  return {
    ...plan,
    filters: [`select=not(mod(n\\,${everyKeyFrames}))`, ...filters, 'setsar=1', `tile=${columns}x${rows}`],
  }
}
