import type { StreamTally } from './raw.ts'

/** One packet, as far as counting goes; times in time base units. */
export interface CountedPacket {
  readonly pts: number | undefined
  readonly durationTicks: number
  /** The demuxer hands it out for decoding only (edit lists); no player shows it. */
  readonly isDiscarded: boolean
  /** It completes the picture of the packet before it (`FieldPairs`). */
  readonly isSecondField?: boolean
}

/** Counts the packets of one stream: headers lie in truncated and growing files, packets do not. */
export class PacketTally {
  readonly index: number
  #keepsTimes: boolean
  #shown = 0
  #all = 0
  #fieldPairs = 0
  #shownTicks = 0
  #start = Number.POSITIVE_INFINITY
  #end = Number.NEGATIVE_INFINITY
  #times: number[] = []

  constructor(index: number, keepsTimes: boolean) {
    this.index = index
    this.#keepsTimes = keepsTimes
  }

  add(packet: CountedPacket): void {
    if (packet.isSecondField) {
      this.#fieldPairs += 1
      // of its times, only the end counts: many containers give a picture one time
      if (packet.pts !== undefined && !packet.isDiscarded)
        this.#end = Math.max(this.#end, packet.pts + packet.durationTicks)
      return
    }
    this.#all += 1
    if (packet.isDiscarded) return
    this.#shown += 1
    this.#shownTicks += packet.durationTicks
    if (packet.pts === undefined) {
      this.#keepsTimes = false
      return
    }
    this.#start = Math.min(this.#start, packet.pts)
    this.#end = Math.max(this.#end, packet.pts + packet.durationTicks)
    if (this.#keepsTimes) this.#times.push(packet.pts)
  }

  toTally(): StreamTally {
    const hasTimes = this.#start <= this.#end
    return {
      index: this.index,
      shownPackets: this.#shown,
      allPackets: this.#all,
      shownTicks: this.#shownTicks,
      ...(this.#fieldPairs > 0 && { fieldPairs: this.#fieldPairs }),
      ...(hasTimes && { startPts: this.#start, endPts: this.#end }),
      ...(this.#keepsTimes && { times: Float64Array.from(this.#times).sort() }),
    }
  }
}
