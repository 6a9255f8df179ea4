import type { SampleRate } from '@rushes/timebase'
import type { Diagnostic } from '../../document/diagnostics.ts'
import type { FrameDocument } from '../../document/document.ts'

/**
 * Caption data of a film as its picture carries it (`cc_data` of ATSC A/53 Part 4 and CTA-708-E 4.4): `triplets` has three
 * bytes for each construct, of which the first has `cc_valid` and `cc_type` in its lower three bits; `frames` has the frame of
 * each, in order.
 */
export interface CaptionData {
  readonly frames: ArrayLike<number>
  readonly triplets: ArrayLike<number>
}

/** The film that caption data is of. */
export interface CaptionFacts {
  readonly rate: SampleRate
  readonly frameCount: number
  /** Whether the picture is wider than 4:3, which positions of CTA-708 depend on. Default true. */
  readonly isWide?: boolean
}

/** Captions of one channel, in frames of the film. */
export interface CaptionChannel {
  /** `CC1` to `CC4` of CEA-608, `SERVICE1` to `SERVICE63` of CTA-708. */
  readonly name: string
  readonly document: FrameDocument
  readonly diagnostics: readonly Diagnostic[]
}

/** A construct of caption data: two bytes of one type, which are for a frame. */
export interface CaptionBytes {
  readonly frame: number
  readonly first: number
  readonly second: number
  /** Of a packet of CTA-708: whether it begins here. */
  readonly isStart: boolean
}
