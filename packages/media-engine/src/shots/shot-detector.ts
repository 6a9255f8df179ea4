/**
 * Finds cuts: frames whose picture differs from the one before by more than a threshold, as the mean change of hue,
 * saturation and value (each from 0 to 255, hue to 180). A flash, where the picture from before comes back within a few
 * frames, is no cut; nor is what follows a cut too closely.
 */

/** Frames that a shot has at least. */
const shortestShotFrames = 15
/** A picture that is back after fewer frames was only interrupted. */
const longestFlashFrames = 4

export const DEFAULT_SHOT_THRESHOLD = 27

interface Candidate {
  /** First frame of the new picture. */
  readonly frame: number
  /** The picture before it. */
  readonly before: Uint8Array
}

export class ShotDetector {
  readonly #threshold: number
  readonly #cuts: number[] = []
  #frame = 0
  #last: Uint8Array | undefined
  #candidate: Candidate | undefined
  /** Of a flash that is over, the last jump is back to the old picture. */
  #settled = 0

  constructor(threshold = DEFAULT_SHOT_THRESHOLD) {
    this.#threshold = threshold
  }

  /** Takes the next picture: three bytes for each pixel, red, green, blue. */
  add(rgb: Uint8Array): void {
    const picture = toHsv(rgb)
    const { frame, before } = this.#candidate ?? {}
    if (before && frame !== undefined && this.#frame - frame <= longestFlashFrames) {
      if (compare(picture, before) < this.#threshold) {
        this.#candidate = undefined
        this.#settled = this.#frame
      }
    } else this.#confirm()
    if (this.#last && this.#settled !== this.#frame && !this.#candidate) {
      if (compare(picture, this.#last) >= this.#threshold) this.#candidate = { frame: this.#frame, before: this.#last }
    }
    this.#last = picture
    this.#frame += 1
  }

  #confirm(): void {
    if (!this.#candidate) return
    const { frame } = this.#candidate
    if (frame - (this.#cuts.at(-1) ?? 0) >= shortestShotFrames) this.#cuts.push(frame)
    this.#candidate = undefined
  }

  /** First frames of the shots, without the first shot's 0. */
  finish(): number[] {
    this.#confirm()
    return [...this.#cuts]
  }
}

/** Mean difference of two pictures over all channels. */
function compare(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += Math.abs(one[index]! - other[index]!)
  return one.length === 0 ? 0 : sum / one.length
}

/** Hue from 0 to 179, saturation and value from 0 to 255. */
function toHsv(rgb: Uint8Array): Uint8Array {
  const hsv = new Uint8Array(rgb.length)
  for (let index = 0; index + 2 < rgb.length; index += 3) {
    const red = rgb[index]!
    const green = rgb[index + 1]!
    const blue = rgb[index + 2]!
    const value = Math.max(red, green, blue)
    const chroma = value - Math.min(red, green, blue)
    hsv[index] = toHue(red, green, blue, value, chroma)
    hsv[index + 1] = value === 0 ? 0 : (chroma * 255) / value
    hsv[index + 2] = value
  }
  return hsv
}

function toHue(red: number, green: number, blue: number, value: number, chroma: number): number {
  if (chroma === 0) return 0
  if (value === red) return ((30 * (green - blue)) / chroma + 180) % 180
  if (value === green) return 60 + (30 * (blue - red)) / chroma
  return 120 + (30 * (red - green)) / chroma
}
