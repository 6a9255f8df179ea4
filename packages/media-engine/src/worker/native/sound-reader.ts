import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { type FormatContext, Frame, type Packet, type Stream } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import type { SoundPlan } from '../../plan/sound/sound.ts'
import { toTrackFilter } from '../../plan/sound/sound-mix.ts'
import { Decoder } from './decoder.ts'
import { FilterChain } from './filter-chain.ts'
import { getStream } from './input.ts'
import { SoundChain } from './sound-chain.ts'

const BLOCK_SAMPLES = 1024
/** A track that is so far behind the others is silent there: it has ended, or is badly interleaved. */
const MAX_WAIT_SECONDS = 10

const BYTES_PER_FLOAT = 4

/** A track that is heard, with what of it waits for the others. */
interface Part {
  readonly decoder: Decoder
  readonly filters: SoundChain
  blocks: Float32Array[]
  /** Blocks that were mixed without it. */
  missed: number
}

/** Decodes and mixes the sound of a plan: of one track as its filters give it, of several when all have come to a time. */
export class SoundReader {
  readonly #parts: ReadonlyMap<number, Part>
  readonly #channels: number
  readonly #samplingFrequency: number
  readonly #form: FilterChain | undefined
  #samples = 0

  /** Throws `UNSUPPORTED` if none of its tracks can be read. */
  constructor(input: FormatContext, plan: SoundPlan) {
    const count = plan.streams.length
    const isMixed = count > 1
    const open = (stream: Stream, track: number): Part => {
      const gain = isMixed ? `${toTrackFilter(track, count, plan.channels)},` : ''
      const form = isMixed ? `asetnsamples=n=${BLOCK_SAMPLES}:p=0,aformat=sample_fmts=flt` : plan.form
      const filters = new SoundChain({ ...plan, filter: `${gain}${plan.clock},${form}` }, stream.timeBase)
      return { decoder: new Decoder(stream), filters, blocks: [], missed: 0 }
    }
    const parts = new Map<number, Part>()
    let obstacle: unknown
    for (const [track, index] of plan.streams.entries()) {
      try {
        parts.set(index, open(getStream(input, index), track))
      } catch (error) {
        if (!(error instanceof MediaError) || error.code !== 'UNSUPPORTED') throw error
        obstacle = error
      }
    }
    if (parts.size === 0) throw obstacle
    this.#parts = parts
    this.#channels = plan.channels === 'stereo' ? 2 : 1
    this.#samplingFrequency = plan.samplingFrequency
    this.#form = isMixed ? new FilterChain(plan.form, { num: 1, den: plan.samplingFrequency }) : undefined
  }

  /** Tracks that are decoded. */
  get streams(): readonly number[] {
    return [...this.#parts.keys()]
  }

  /** The sound that a packet of one of the tracks completes. The frame is reused. */
  *read(packet: Packet): Generator<Frame, void> {
    const part = this.#parts.get(packet.streamIndex)
    if (!part) return
    for (const frame of part.decoder.decode(packet)) yield* this.#filter(part, frame)
  }

  /** What is left at the end of the file. */
  *finish(): Generator<Frame, void> {
    for (const part of this.#parts.values()) {
      for (const frame of part.decoder.decode(null)) yield* this.#filter(part, frame)
      yield* this.#filter(part, null)
    }
    if (!this.#form) return
    while (this.#countWaiting() > 0) yield* this.#mix(this.#form)
    yield* this.#form.filter(null)
  }

  *#filter(part: Part, frame: Frame | null): Generator<Frame, void> {
    for (const sound of part.filters.filter(frame)) {
      if (!this.#form) {
        yield sound
        continue
      }
      if (part.missed > 0) {
        part.missed -= 1
        continue
      }
      part.blocks.push(this.#copy(sound))
      if (this.#isComplete()) yield* this.#mix(this.#form)
    }
  }

  #copy({ data, nbSamples }: Frame): Float32Array {
    const bytes = data?.[0]?.subarray(0, nbSamples * this.#channels * BYTES_PER_FLOAT) ?? Buffer.alloc(0)
    return new Float32Array(Uint8Array.from(bytes).buffer)
  }

  #countWaiting = (): number => this.#parts.values().reduce((most, { blocks }) => Math.max(most, blocks.length), 0)

  #isComplete(): boolean {
    const maxWaiting = (MAX_WAIT_SECONDS * this.#samplingFrequency) / BLOCK_SAMPLES
    return this.#parts.values().every(({ blocks }) => blocks.length > 0) || this.#countWaiting() > maxWaiting
  }

  *#mix(form: FilterChain): Generator<Frame, void> {
    const sum = new Float32Array(BLOCK_SAMPLES * this.#channels)
    let length = 0
    for (const part of this.#parts.values()) {
      const block = part.blocks.shift()
      if (!block) part.missed += 1
      for (const [place, value] of block?.entries() ?? []) sum[place]! += value
      length = Math.max(length, block?.length ?? 0)
    }
    const nbSamples = length / this.#channels
    using frame = Frame.fromAudioBuffer(Buffer.from(sum.buffer, 0, length * BYTES_PER_FLOAT), {
      nbSamples,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: this.#samplingFrequency,
      channelLayout: {
        nbChannels: this.#channels,
        order: AV_CHANNEL_ORDER_NATIVE,
        mask: this.#channels === 2 ? 3n : 4n,
      },
      timeBase: { num: 1, den: this.#samplingFrequency },
      pts: BigInt(this.#samples),
    })
    this.#samples += nbSamples
    yield* form.filter(frame, frame.pts)
  }
}
