import type { ProbeReport, Track } from '../probe/report.ts'
import { toNumber } from '../rational.ts'
import { type ColourPlan, type ColourTarget, planColour } from './colour.ts'

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
