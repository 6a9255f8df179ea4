import type { ColourSource } from '../colour/colour-table.ts'
import type { Rational } from '../rational.ts'

/** One frame to be decoded. */
export interface StillPlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  /** Counted from 0 in presentation order. */
  readonly frame: number
  /** Set if every frame n is at exactly n / this, from 0 on: then no frames need be counted to find it. */
  readonly regularRate?: Rational | undefined
  /** As in `PicturePlan`. */
  readonly aspect: number
  /** Filters that give the wanted size and pixel format. */
  readonly filter: string
  /** The table that the filters read, if any. */
  readonly colourTable: ColourSource | undefined
  readonly encoding: 'jpeg' | 'raw'
}

/** The answer: a JPEG file, or the planes of a raw picture one after the other without padding. */
export interface StillPicture {
  readonly bytes: Uint8Array
}
