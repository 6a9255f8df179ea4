import { type ColourPlan, type ColourTarget, planColour } from '../colour/colour.ts'
import type { ColourSource } from '../colour/colour-table.ts'
import type { ProbeReport, Track } from '../probe/report.ts'
import { type Rational, toNumber } from '../rational.ts'

/** Pixels, square. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const toEven = (value: number): number => Math.max(2, Math.round(value / 2) * 2)

/** The size a viewer sees: rotation applied, pixels made square. */
export function toDisplaySize(track: Track, rotation: ProbeReport['rotation']): PictureSize {
  const width = (track.width ?? 2) * toNumber(track.pixelAspect ?? { num: 1, den: 1 })
  const height = track.height ?? 2
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The largest even size of the same shape within the limits; never larger than the picture. */
export function fitWithin(
  size: PictureSize,
  limit: { readonly maxWidth?: number; readonly maxHeight?: number },
): PictureSize {
  const scale = Math.min(1, (limit.maxWidth ?? size.width) / size.width, (limit.maxHeight ?? size.height) / size.height)
  return { width: toEven(size.width * scale), height: toEven(size.height * scale) }
}

/** Pictures that are filtered. */
export interface PicturePlan {
  /** Gives pictures of one size and form, whatever it receives. */
  readonly filter: string
  /** The table that it reads, if any. */
  readonly colourTable: ColourSource | undefined
  /** Width by height as seen, before the picture is turned; pictures of another shape get bars. */
  readonly aspect: number
  /** Filters after that, which know the pictures before. */
  readonly rest: string
}

/** Width by height of a picture as seen, before it is turned. */
export const toAspect = ({ width = 2, height = 2, pixelAspect = UNIT }: Shape): number =>
  (width * toNumber(pixelAspect)) / height

const UNIT: Rational = { num: 1, den: 1 }

type Shape = { readonly [Key in 'width' | 'height' | 'pixelAspect']?: Track[Key] }

/** Shapes that differ by less are the same, coded with other rounding. */
const ASPECT_TOLERANCE = 0.02

/** The filters that give a picture of another shape black bars, so that it is not stretched. */
export function toBars(shape: Shape, aspect: number): readonly string[] {
  const own = toAspect(shape)
  const { width = 2, height = 2 } = shape
  if (Math.abs(own / aspect - 1) < ASPECT_TOLERANCE) return []
  const size = own > aspect ? { width, height: (height * own) / aspect } : { width: (width * aspect) / own, height }
  return [`pad=${toEven(size.width)}:${toEven(size.height)}:(ow-iw)/2:(oh-ih)/2`]
}

const TURNS: Readonly<Record<ProbeReport['rotation'], readonly string[]>> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

/** Plans the filters that turn, scale and convert a picture; the library does not turn it automatically. */
export function planPicture(
  video: Track,
  { kind, rotation, mirrored }: Pick<ProbeReport, 'kind' | 'rotation' | 'mirrored'>,
  size: PictureSize,
  target: ColourTarget,
): ColourPlan {
  const { filters, ...plan } = planColour(video, kind, size, target)
  return { ...plan, filters: [...(mirrored ? ['hflip'] : []), ...TURNS[rotation], ...filters, 'setsar=1'] }
}
