/** A value of one version, and how much of the cache it takes. */
export interface Versioned<Value> {
  readonly version: number
  readonly value: Value
  readonly size: number
}

/** Values by id, each of one version, up to a sum of their sizes: the least recently used are dropped first. */
export class VersionedCache<Value> {
  readonly #values = new Map<number, Versioned<Value>>()
  readonly #maxSize: number
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** The cached value, of whichever version; asking for it is no use of it. */
  get(id: number): Versioned<Value> | undefined {
    return this.#values.get(id)
  }

  /** Caches a value as the most recently used one, unless a later version of it is cached. */
  set(id: number, versioned: Versioned<Value>): void {
    const before = this.#values.get(id)
    if (before && before.version > versioned.version) return
    this.#values.delete(id)
    this.#values.set(id, versioned)
    this.#size += versioned.size - (before?.size ?? 0)
    for (const [oldest, { size }] of this.#values) {
      if (this.#size <= this.#maxSize) break
      this.#values.delete(oldest)
      this.#size -= size
    }
  }
}
