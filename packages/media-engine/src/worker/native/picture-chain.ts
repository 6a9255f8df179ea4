import type { Frame } from 'node-av/lib'
import { type PicturePlan, toBars } from '../../plan/picture-size.ts'
import type { Rational } from '../../rational.ts'
import { FilterChain } from './filter-chain.ts'

/** The filters that give a picture of any size and shape the one that is planned. */
export const describePicture =
  ({ filter, aspect }: Pick<PicturePlan, 'filter' | 'aspect'>) =>
  ({ width, height, sampleAspectRatio: { num, den } }: Frame): string =>
    [...toBars({ width, height, ...(num > 0 && den > 0 && { pixelAspect: { num, den } }) }, aspect), filter].join()

/**
 * The filters of a film: the first give all pictures one size, and are built again where that of the film changes; the
 * others have one form of picture from beginning to end, so that their times go on.
 */
export class PictureChain {
  readonly #scale: FilterChain
  readonly #rest: FilterChain

  constructor(plan: PicturePlan, timeBase: Rational) {
    this.#scale = new FilterChain(describePicture(plan), timeBase, plan.colourTable)
    this.#rest = new FilterChain(plan.rest, timeBase)
  }

  /** As `FilterChain.filter`. */
  *filter(frame: Frame | null, time?: bigint): Generator<Frame, void> {
    for (const scaled of this.#scale.filter(frame, time)) yield* this.#rest.filter(scaled, scaled.pts)
    if (!frame) yield* this.#rest.filter(null)
  }
}
