import type { NextSection } from '../snapshot/sections.ts'

/** Whole numbers of 32 bits, one behind the other; grows by doubling. */
export class IntList {
  values = new Int32Array(16)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.values = enlarge(this.values, this.length * 2)
    this.values[this.length++] = value
  }

  /** What is in it, without the room behind. */
  view(): Int32Array {
    return this.values.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}

type TypedArray = Int32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array

/** The same values with more room. */
export function enlarge<Values extends TypedArray>(values: Values, room: number): Values {
  const larger = new (values.constructor as new (length: number) => Values)(room)
  larger.set(values as never)
  return larger
}

const chunkBits = 20
const chunkSize = 2 ** chunkBits
const chunkMask = chunkSize - 1

/** Short lists in a few large pieces of memory; each stays where it was put, and none is ever moved. */
export class IntArena {
  readonly #chunks: Int32Array[] = []
  #used = chunkSize

  static async restore(next: NextSection): Promise<IntArena> {
    const arena = new IntArena()
    const { chunks, used } = await next<{ chunks: number; used: number }>()
    while (arena.#chunks.length < chunks) arena.#chunks.push(await next<Int32Array>())
    arena.#used = used
    return arena
  }

  /** For `restore`. */
  *save(): Generator<unknown> {
    yield { chunks: this.#chunks.length, used: this.#used }
    yield* this.#chunks
  }

  /** Bytes that it holds. */
  get bytes(): number {
    return this.#chunks.length * chunkSize * 4
  }

  /** Puts a list down, cut to what one piece holds; returns where. */
  add(list: Int32Array): number {
    const length = Math.min(list.length, chunkSize)
    if (this.#used + length > chunkSize) {
      this.#chunks.push(new Int32Array(chunkSize))
      this.#used = 0
    }
    const at = this.#used
    this.#chunks.at(-1)!.set(length === list.length ? list : list.subarray(0, length), at)
    this.#used += length
    return (this.#chunks.length - 1) * chunkSize + at
  }

  /** The piece of memory that a place lies in, and where in it. */
  chunk(place: number): Int32Array {
    return this.#chunks[place >>> chunkBits]!
  }

  offset(place: number): number {
    return place & chunkMask
  }
}
