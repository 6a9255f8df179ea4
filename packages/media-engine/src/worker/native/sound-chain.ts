import type { Frame } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import type { SoundPlan } from '../../plan/sound/sound.ts'
import { MAX_CHANNELS, toMixFilter } from '../../plan/sound/sound-mix.ts'
import type { Rational } from '../../rational.ts'
import { FilterChain } from './filter-chain.ts'

/**
 * The filters of a sound track: the first mix its channels, and are built again where these change; the others have
 * one form of sound from beginning to end, so that its times go on.
 */
export class SoundChain {
  readonly #mix: FilterChain
  readonly #rest: FilterChain

  constructor(
    { channels, samplingFrequency, filter }: Pick<SoundPlan, 'channels' | 'samplingFrequency'> & { filter: string },
    timeBase: Rational,
  ) {
    const form = `aresample=${samplingFrequency},aformat=sample_fmts=fltp:channel_layouts=${channels}`
    const describe = ({ channelLayout }: Frame): string => {
      const { nbChannels } = channelLayout
      if (nbChannels > MAX_CHANNELS)
        throw new MediaError(
          'UNSUPPORTED',
          `A sound track has at most ${MAX_CHANNELS} channels; this one has ${nbChannels}.`,
        )
      return `${toMixFilter(channelLayout, channels)},${form}`
    }
    this.#mix = new FilterChain(describe, timeBase)
    this.#rest = new FilterChain(filter, { num: 1, den: samplingFrequency })
  }

  /** As `FilterChain.filter`. */
  *filter(frame: Frame | null): Generator<Frame, void> {
    for (const mixed of this.#mix.filter(frame)) yield* this.#rest.filter(mixed, mixed.pts)
    if (!frame) yield* this.#rest.filter(null)
  }

  close(): void {
    this.#mix.close()
    this.#rest.close()
  }
}
