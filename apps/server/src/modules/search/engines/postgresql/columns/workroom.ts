/** The most that is kept for the next answer. */
const mostBytes = 128 * 2 ** 20

/**
 * Memory that one answer works in, and then the next. Lists as long as the library that were allocated for each
 * search would have everything collected every few searches, which takes longer than most of them.
 *
 * What it gives is good until it is cleared: nothing of it may be used behind an `await`.
 */
export class Workroom {
  #buffer = new ArrayBuffer(0)
  #used = 0

  get bytes(): number {
    return this.#buffer.byteLength
  }

  /** Takes back all that was given. */
  clear(): void {
    if (this.#used > this.#buffer.byteLength) this.#buffer = new ArrayBuffer(Math.min(this.#used, mostBytes))
    this.#used = 0
  }

  /** So many bytes, all 0. */
  bytesOf(length: number): Uint8Array {
    const at = this.#take(length)
    return at === undefined ? new Uint8Array(length) : new Uint8Array(this.#buffer, at, length).fill(0)
  }

  /** So many whole numbers of 32 bits, all 0. */
  intsOf(length: number): Int32Array {
    const at = this.#take(length * 4)
    return at === undefined ? new Int32Array(length) : new Int32Array(this.#buffer, at, length).fill(0)
  }

  /** So many numbers of 64 bits, all 0. */
  floatsOf(length: number): Float64Array {
    const at = this.#take(length * 8)
    return at === undefined ? new Float64Array(length) : new Float64Array(this.#buffer, at, length).fill(0)
  }

  /** Where there is room; undefined where there is none, until it is known how much is needed. */
  #take(bytes: number): number | undefined {
    const at = this.#used
    this.#used = at + Math.ceil(bytes / 8) * 8
    return this.#used <= this.#buffer.byteLength ? at : undefined
  }
}
