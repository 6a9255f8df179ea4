/** How fast bytes are sent. */

interface Sample {
  readonly at: number
  readonly bytes: number
}

/** A chunk takes up to some 20 seconds, so that less than a minute says little. */
const windowMs = 60_000

export class Rate {
  #begun: number
  #samples: readonly Sample[] = []

  /** Times are in milliseconds, of one clock. */
  constructor(begun: number) {
    this.#begun = begun
  }

  add(bytes: number, at: number): void {
    this.#samples = [...this.#listRecent(at), { at, bytes }]
  }

  /** Bytes per second over the last minute; nothing before the first have arrived. */
  perSecond(at: number): number | undefined {
    const recent = this.#listRecent(at)
    if (recent.length === 0) return undefined
    const since = Math.max(this.#begun, at - windowMs)
    return (recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / Math.max(1, at - since)
  }

  #listRecent(at: number): readonly Sample[] {
    return this.#samples.filter(sample => sample.at > at - windowMs)
  }
}

/** Seconds until the rest is sent; nothing where that cannot be known. */
export function countSecondsLeft(bytesLeft: number, perSecond: number | undefined): number | undefined {
  return perSecond === undefined || perSecond <= 0 ? undefined : bytesLeft / perSecond
}
