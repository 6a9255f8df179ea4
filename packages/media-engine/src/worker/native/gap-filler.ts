import { AV_NOPTS_VALUE, AV_PKT_FLAG_DISCARD } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { timeOf } from './decoder.ts'
import { createFieldPairs, isSecondField } from './fields.ts'

/**
 * Repeats the frame before each one that could not be decoded, so that the frames after the damage keep their numbers.
 * What should be shown is known from the times of the packets; a file without times is left as it is decoded.
 */
export class GapFiller {
  readonly #fields: ReturnType<typeof createFieldPairs>
  readonly #write: (frame: Frame, time: bigint) => void
  /** Times of packets that no frame was shown for yet, rising. */
  #expected: bigint[] = []
  #hasTimes = true
  #last: Frame | undefined
  #lastTime = 0n
  #shownTime = 0n
  #packets = 0
  #repeated = 0

  constructor(stream: Stream, write: (frame: Frame, time: bigint) => void) {
    this.#fields = createFieldPairs(stream)
    this.#write = (frame, time) => {
      write(frame, time)
      this.#shownTime = time
    }
  }

  /** Frames that stand for others. */
  get repeated(): number {
    return this.#repeated
  }

  /** Packets that began a picture, as `Track.packetCount` counts them. */
  get packets(): number {
    return this.#packets
  }

  /** When the last frame that was written is shown. */
  get shownTime(): bigint {
    return this.#shownTime
  }

  expect(packet: Packet): void {
    const { pts, flags } = packet
    if (isSecondField(this.#fields, packet)) return
    this.#packets += 1
    if ((flags & AV_PKT_FLAG_DISCARD) !== 0) return
    if (pts === AV_NOPTS_VALUE) this.#hasTimes = false
    // Packets are in decoding order, a few places from where they are shown.
    let place = this.#expected.length
    while (place > 0 && (this.#expected[place - 1] ?? pts) > pts) place -= 1
    this.#expected.splice(place, 0, pts)
  }

  write(frame: Frame): void {
    const time = timeOf(frame)
    // After damage a decoder may give a frame whose time has another one by now: time never goes back in a file.
    if (this.#last && this.#hasTimes && time < this.#lastTime) return
    const current = frame.clone()
    // Before the first frame that can be decoded there is nothing else to show.
    this.#repeat(this.#last ?? current, this.#take(time))
    this.#write(frame, time)
    this.#lastTime = time
    this.#last?.free()
    this.#last = current ?? undefined
  }

  /** What is missing at the end, and then the last frame for so many more, whose times are `ticks` apart. */
  *finish(heldFrames: number, ticks: number): Generator<void> {
    this.#repeat(this.#last, this.#expected)
    this.#expected = []
    for (let held = 1; held <= heldFrames && this.#last; held += 1) {
      this.#writeCopy(this.#last, this.#lastTime + BigInt(Math.round(held * ticks)))
      yield
    }
    this.#last?.free()
    this.#last = undefined
  }

  /** The times before that of a frame for which none was decoded. */
  #take(time: bigint): readonly bigint[] {
    const end = this.#expected.findIndex(expected => expected >= time)
    const missed = this.#expected.splice(0, end < 0 ? this.#expected.length : end)
    // Two packets of one time make one frame.
    while (this.#expected[0] === time) this.#expected.shift()
    return missed
  }

  #repeat(frame: Frame | null | undefined, times: readonly bigint[]): void {
    if (!frame || !this.#hasTimes) return
    for (const time of times) {
      this.#writeCopy(frame, time)
      this.#lastTime = time
      this.#repeated += 1
    }
  }

  /** The filters take what they are given. */
  #writeCopy(frame: Frame, time: bigint): void {
    const copy = frame.clone()
    if (!copy) return
    this.#write(copy, time)
    copy.free()
  }
}
