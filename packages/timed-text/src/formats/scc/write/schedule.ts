import type { Frames } from '@rushes/timebase'
import { controls } from '../line21/codes.ts'
import { twice, type Unit } from './words.ts'

/** Pairs from a frame on, one a frame. */
export interface Transmission {
  readonly frame: Frames
  readonly pairs: number[]
}

/** What becomes of a caption: the frame that it appears at, or nothing where it is not loaded before it is over. */
export type Outcome = Frames | undefined

const [erase] = twice(controls.eraseDisplayedMemory) as [number]
const [show] = twice(controls.endOfCaption) as [number]

/** Frames of the units and of what is sent between them. */
interface Placed {
  readonly slots: readonly (readonly [frame: Frames, unit: Unit])[]
  /** First frame after them. */
  readonly end: Frames
}

/**
 * Sends captions so that they appear and disappear at their frames: each is loaded ahead, while the one before it is
 * still shown. One pair is sent a frame.
 */
export class Schedule {
  readonly #transmissions: Transmission[] = []
  /** First frame at which nothing is sent. */
  #free: Frames = 0
  /** When the screen is to be erased, which has not been sent yet. */
  #erasure: Frames | undefined
  #isShowing = false

  /** The screen is empty from a frame on. */
  clear(at: Frames): void {
    if (this.#isShowing) this.#erasure = Math.max(at, this.#free)
    this.#isShowing = false
  }

  /**
   * A caption is on the screen from one frame until another, when something else is. With `endsBefore`, nothing of the
   * caption before it is in it: that one is erased in time where the new one is late.
   */
  show(load: readonly Unit[], start: Frames, end: Frames, endsBefore: boolean): Outcome {
    const length = load.reduce((sum, unit) => sum + unit.length, 0)
    // What erases the screen, and the frame that it may leave free before it, shift the load to earlier.
    let placed: Placed | undefined
    for (let first = start - length; !placed && first >= start - length - 3; first--) {
      if (first < this.#free) break
      const fit = this.#place(load, first)
      if (fit.end <= start) placed = fit
    }
    if (!placed && endsBefore) this.clear(start)
    placed ??= this.#place(load, this.#free)
    const appears = Math.max(start, placed.end)
    if (appears >= end) return undefined
    for (const [frame, unit] of placed.slots) this.#send(frame, unit)
    this.#flushErasure(appears)
    this.#send(appears, appears + 1 < end ? [show, show] : [show])
    this.#isShowing = true
    return appears
  }

  /** Everything that is sent, in order. */
  finish(): readonly Transmission[] {
    this.#flushErasure(Number.POSITIVE_INFINITY)
    return this.#transmissions
  }

  /** Puts units one after the other from a frame on, with the frames left out in which the screen is erased. */
  #place(load: readonly Unit[], first: Frames): Placed {
    const erasure = this.#erasure
    let frame = first
    if (erasure !== undefined && frame > erasure && frame < erasure + 2) frame = erasure + 2
    const slots = load.map(unit => {
      if (erasure !== undefined && frame <= erasure && frame + unit.length > erasure) frame = erasure + 2
      const slot = [frame, unit] as const
      frame += unit.length
      return slot
    })
    return { slots, end: erasure !== undefined && frame === erasure + 1 ? erasure + 2 : frame }
  }

  /** Sends units in the order of their frames, and what erases the screen once its frame has come. */
  #send(frame: Frames, unit: Unit): void {
    this.#flushErasure(frame)
    const last = this.#transmissions.at(-1)
    if (last && last.frame + last.pairs.length === frame) last.pairs.push(...unit)
    else this.#transmissions.push({ frame, pairs: [...unit] })
    this.#free = frame + unit.length
  }

  /** Erases the screen where that is due before a frame; once only, where there is no second frame for it. */
  #flushErasure(before: Frames): void {
    const at = this.#erasure
    if (at === undefined || at >= before) return
    this.#erasure = undefined
    this.#send(at, at + 1 < before ? [erase, erase] : [erase])
  }
}
