import type { MadeColours } from '../colour/colour.ts'
import { MediaError } from '../errors.ts'
import type { ProbeReport } from '../probe/report.ts'
import { type PictureSize, toDisplaySize } from './picture-size.ts'

export const watermarkPositions = [
  'topLeft',
  'top',
  'topRight',
  'left',
  'center',
  'right',
  'bottomLeft',
  'bottom',
  'bottomRight',
] as const
export type WatermarkPosition = (typeof watermarkPositions)[number]

/** How a picture is laid over another. */
export interface WatermarkLook {
  readonly position: WatermarkPosition
  /** From 0, not seen, to 1. */
  readonly opacity: number
  /** Width of the mark as a share of the picture's; less where it would be higher than the picture. */
  readonly size: number
}

/** A watermark whose file has been probed. */
export interface ProbedWatermark extends WatermarkLook {
  readonly path: string
  readonly report: ProbeReport
}

/** Place and size of a mark in a picture. */
interface Placed extends PictureSize {
  readonly demuxer: string
  readonly x: number
  readonly y: number
}

/** Marks have no reason to be larger, and must not take the memory of the worker. */
const mostPixels = 4096 * 4096
const demuxers = new Set(['png_pipe', 'jpeg_pipe', 'webp_pipe'])
/** Space to the edges as a share of the picture's height. */
const marginShare = 0.03

/**
 * The filters that lay the mark over what the filters before gave, as one graph with one open end at each side. Where a
 * time base is given the mark gets it too, so that the times of the pictures stay what they are. Throws `BAD_REQUEST` for
 * a mark that is no PNG, JPEG or WebP.
 */
export function layOver(
  before: readonly string[],
  watermark: ProbedWatermark,
  picture: PictureSize & { readonly made: MadeColours },
  timeBase?: string,
): string {
  const { made } = picture
  const { demuxer, width, height, x, y } = placeMark(watermark, picture)
  const mark = [
    `movie=filename=${escapeValue(watermark.path)}:format_name=${demuxer}`,
    `scale=${width}:${height}:flags=bicubic`,
    'format=rgba',
    `colorchannelmixer=aa=${watermark.opacity}`,
    // with the colours of the picture, which the library does not look at
    `scale=flags=accurate_rnd+full_chroma_int:out_color_matrix=${made.matrix}:out_range=${made.range}`,
    'format=yuva420p',
    ...(timeBase === undefined ? [] : [`settb=${timeBase}`]),
  ]
  return `${before.join()}[picture];${mark.join()}[mark];[picture][mark]overlay=${x}:${y}:format=auto`
}

function placeMark({ report, position, size: share }: ProbedWatermark, picture: PictureSize): Placed {
  const { kind, demuxer, video } = report
  if (kind !== 'IMAGE' || !video || demuxer === undefined || !demuxers.has(demuxer)) {
    throw new MediaError('BAD_REQUEST', 'A watermark is a PNG, a JPEG or a WebP.')
  }
  const own = toDisplaySize(video, 0)
  if (own.width * own.height > mostPixels) {
    throw new MediaError('TOO_LARGE', `A watermark has at most ${mostPixels} pixels.`)
  }
  const margin = Math.round(picture.height * marginShare)
  const scale = Math.min((picture.width * share) / own.width, (picture.height - 2 * margin) / own.height)
  const width = Math.max(1, Math.round(own.width * scale))
  const height = Math.max(1, Math.round(own.height * scale))
  const place = (length: number, marked: number, isFirst: boolean, isLast: boolean) =>
    Math.max(0, isFirst ? margin : isLast ? length - marked - margin : Math.round((length - marked) / 2))
  return {
    demuxer,
    width,
    height,
    x: place(picture.width, width, /left$/i.test(position), /right$/i.test(position)),
    y: place(picture.height, height, position.startsWith('top'), position.startsWith('bottom')),
  }
}

/** Escaped once as the value of an option and once as a part of a graph. */
export function escapeValue(text: string): string {
  return text.replaceAll(/[\\':]/g, '\\$&').replaceAll(/[\\'[\],;]/g, '\\$&')
}
