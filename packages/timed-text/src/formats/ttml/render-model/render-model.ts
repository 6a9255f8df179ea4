/*
 * The hypothetical render model of IMSC (IMSC-HRM, W3C 2024): how long a player that draws each letter, and copies those
 * that it has drawn just before, takes for each picture of subtitles. It measures complexity, and no player.
 */

/** A letter as it is drawn; the same letter in the same look is drawn once. */
export interface Glyph {
  readonly codePoint: number
  /** All that makes letters differ, by a number: colour, font, size, decoration. */
  readonly look: number
  /** Size of the font as a share of the height of the picture. */
  readonly size: number
}

/** What is shown from a moment until the next picture. */
export interface Picture {
  readonly milliseconds: number
  readonly glyphs: readonly Glyph[]
  /** Sum of the areas of regions, each times the backgrounds in it, as a share of the picture. */
  readonly backgroundArea: number
}

/** What a picture takes. */
export interface Rendering {
  /** Seconds to draw it, and seconds that there are. */
  readonly needed: number
  readonly available: number
  /** What the cache of glyphs has to hold, of 1. */
  readonly cache: number
}

/** Seconds before a picture at which drawing may begin. */
const initialPaintingDelay = 1
/** Pictures a second that backgrounds are painted of. */
const backgroundSpeed = 12

const codePointCount = 0x110000

/** Draws pictures in their order. */
export class RenderModel {
  #cached: ReadonlySet<number> = new Set()
  #last = Number.NEGATIVE_INFINITY

  draw({ milliseconds, glyphs, backgroundArea }: Picture): Rendering {
    const drawn = new Set<number>()
    let seconds = 0
    let cache = 0
    for (const { codePoint, look, size } of glyphs) {
      const key = look * codePointCount + codePoint
      const area = size * size
      const isKnown = drawn.has(key) || this.#cached.has(key)
      seconds += area / (isKnown ? findSpeeds(codePoint).copy : findSpeeds(codePoint).draw)
      if (!drawn.has(key)) cache += area
      drawn.add(key)
    }
    const available = Math.min(initialPaintingDelay, (milliseconds - this.#last) / 1000)
    this.#cached = drawn
    this.#last = milliseconds
    return { needed: (1 + backgroundArea) / backgroundSpeed + seconds, available, cache }
  }
}

const simple = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Common}]$/u
const dense = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Bopomofo}\p{Script=Hangul}]$/u

interface Speeds {
  readonly copy: number
  readonly draw: number
}

const known = new Map<number, Speeds>()

function findSpeeds(codePoint: number): Speeds {
  let speeds = known.get(codePoint)
  if (!speeds) {
    const character = String.fromCodePoint(codePoint)
    speeds = { copy: simple.test(character) ? 12 : 3, draw: dense.test(character) ? 0.6 : 1.2 }
    if (known.size < 10_000) known.set(codePoint, speeds)
  }
  return speeds
}
