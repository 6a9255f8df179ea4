import { WAVEFORM } from '../plan/waveform.ts'

const BYTES_PER_SAMPLE = 2

/** Takes 16 bit little-endian samples in chunks of any length; gives the lowest and the highest of each stretch, in 8 bits. */
export class PeakMeter {
  readonly #points: number[] = []
  #rest: Buffer = Buffer.alloc(0)
  #min = 0
  #max = 0
  #samples = 0

  add(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const end = bytes.length - (bytes.length % BYTES_PER_SAMPLE)
    for (let offset = 0; offset < end; offset += BYTES_PER_SAMPLE) this.#addSample(bytes.readInt16LE(offset))
    this.#rest = Buffer.from(bytes.subarray(end))
  }

  #addSample(sample: number): void {
    if (this.#samples === 0 || sample < this.#min) this.#min = sample
    if (this.#samples === 0 || sample > this.#max) this.#max = sample
    this.#samples += 1
    if (this.#samples === WAVEFORM.samplesPerPoint) this.#endPoint()
  }

  #endPoint(): void {
    if (this.#samples === 0) return
    this.#points.push(this.#min >> 8, this.#max >> 8)
    this.#samples = 0
  }

  /** Lowest and highest in turn, from -128 to 127; the last stretch may be short. */
  finish(): Int8Array {
    this.#endPoint()
    return Int8Array.from(this.#points)
  }
}
