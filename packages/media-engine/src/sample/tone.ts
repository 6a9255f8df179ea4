/** A steady sine. */
export interface Tone {
  readonly frequencyHz: number
  /** Relative to full scale; -18 dBFS is the European line-up level. */
  readonly levelDbfs?: number
}

/** How much of a tone is wanted, and in which shape. */
export interface ToneShape {
  readonly sampleCount: number
  readonly samplingFrequency: number
  readonly channels: number
}

/** Bytes of one sample of one channel. */
export const BYTES_PER_SAMPLE = 2

const FULL_SCALE = 32_767

/** The tone as interleaved 16 bit little-endian samples, the same in every channel. */
export function createTone({ frequencyHz, levelDbfs = -18 }: Tone, shape: ToneShape): Buffer {
  const { sampleCount, samplingFrequency, channels } = shape
  const amplitude = FULL_SCALE * 10 ** (levelDbfs / 20)
  const pcm = Buffer.alloc(sampleCount * channels * BYTES_PER_SAMPLE)
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const value = Math.round(amplitude * Math.sin((2 * Math.PI * frequencyHz * sample) / samplingFrequency))
    for (let channel = 0; channel < channels; channel += 1) {
      pcm.writeInt16LE(value, (sample * channels + channel) * BYTES_PER_SAMPLE)
    }
  }
  return pcm
}
