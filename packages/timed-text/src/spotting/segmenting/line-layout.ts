import type { SpottingRules } from '../presets/preset.ts'
import type { Boundary } from './boundaries.ts'
import type { Token } from './tokens.ts'

/*
 * Breaks a subtitle into lines by dynamic programming. For one first token, the layouts of all subtitles that begin
 * with it come from each other, token by token: the best layout that ends with a line from token m to token k is the
 * best of the layouts that end before m, and that line. This is the inner loop of segmentation, hence the typed arrays.
 */

const costs = {
  /** Of a line break, as a part of what it costs to end a subtitle there. */
  breakShare: 0.5,
  /** Of the end of a sentence or a clause inside a subtitle, as a part of what that costs inside a line: what is saved. */
  innerShare: 0.9,
  line: 0.5,
  lineOverPreferred: 3,
  /** Of lines as different as can be. */
  imbalance: 2,
  heavySide: 0.6,
  /** For a line that is as long as it may be, where shorter ones are preferred. */
  overPreferred: 1.5,
} as const

export interface LayoutLimits
  extends Pick<
    SpottingRules,
    'preferredLineLength' | 'maximumLineLength' | 'preferredLineCount' | 'maximumLineCount' | 'lineBalance'
  > {
  readonly spaceWidth: number
  /** Columns before the words of a line that begins with this token, for a dash or a label. */
  readonly prefixWidth: (token: number, isFirstLine: boolean) => number
}

export interface LineLayouts {
  /** Begins with subtitles whose first token is this one. */
  readonly begin: (first: number) => void
  /**
   * What the best layout of the tokens until `last` costs, Infinity when they fit in no lines that are allowed. Must be
   * asked for each last token in turn. A single token always fits: tokens are no longer than a line.
   */
  readonly costUntil: (last: number) => number
  /** First tokens of the lines after the first. */
  readonly breaksUntil: (last: number) => number[]
}

/** Layouts of subtitles of at most `mostTokens` tokens. */
export function createLineLayouts(
  tokens: readonly Token[],
  boundaries: readonly Boundary[],
  limits: LayoutLimits,
  mostTokens: number,
): LineLayouts {
  const { maximumLineLength, maximumLineCount } = limits
  const { begins, ends } = measureTokens(tokens, limits.spaceWidth)
  const firstPrefixes = Float64Array.from(tokens, (_, token) => limits.prefixWidth(token, true))
  const prefixes = Float64Array.from(tokens, (_, token) => limits.prefixWidth(token, false))
  /** By number of lines less one, and last token less first: the cost, the width and the first token of the last line. */
  const layoutCosts = new Float64Array(maximumLineCount * mostTokens)
  const lastWidths = new Float64Array(maximumLineCount * mostTokens)
  const lastStarts = new Int32Array(maximumLineCount * mostTokens)
  let first = 0

  function offer(place: number, cost: number, width: number, start: number) {
    if (cost >= layoutCosts[place]!) return
    layoutCosts[place] = cost
    lastWidths[place] = width
    lastStarts[place] = start
  }

  function findBest(last: number): number {
    let best = last - first
    for (let count = 1; count < maximumLineCount; count++) {
      const place = count * mostTokens + last - first
      if (layoutCosts[place]! < layoutCosts[best]!) best = place
    }
    return best
  }

  return {
    begin(token) {
      first = token
    },
    costUntil(last) {
      for (let count = 0; count < maximumLineCount; count++) {
        layoutCosts[count * mostTokens + last - first] = Number.POSITIVE_INFINITY
      }
      for (let from = last; from >= first; from--) {
        const width = ends[last]! - begins[from]! + (from === first ? firstPrefixes : prefixes)[from]!
        if (width > maximumLineLength) break
        if (from === first) {
          offer(last - first, rateLine(width, 0, limits), width, from)
          break
        }
        const boundary = boundaries[from - 1]!
        for (let count = 1; count < maximumLineCount; count++) {
          const before = (count - 1) * mostTokens + from - 1 - first
          if (layoutCosts[before]! === Number.POSITIVE_INFINITY) continue
          const breakCost = rateBreak(lastWidths[before]!, width, boundary, limits)
          const cost = layoutCosts[before]! + breakCost + rateLine(width, count, limits)
          offer(count * mostTokens + last - first, cost, width, from)
        }
        if (boundary.isSpeakerChange) break
      }
      return layoutCosts[findBest(last)]!
    },
    breaksUntil(last) {
      const breaks: number[] = []
      let place = findBest(last)
      while (place >= mostTokens) {
        const start = lastStarts[place]!
        breaks.push(start)
        place = (Math.floor(place / mostTokens) - 1) * mostTokens + start - 1 - first
      }
      return breaks.reverse()
    },
  }
}

/** Where each token begins and ends if all were in one line. */
function measureTokens(tokens: readonly Token[], spaceWidth: number) {
  const begins = new Float64Array(tokens.length)
  const ends = new Float64Array(tokens.length)
  let column = 0
  for (const [index, { width, hasSpaceBefore }] of tokens.entries()) {
    begins[index] = column + (hasSpaceBefore ? spaceWidth : 0)
    column = begins[index]! + width
    ends[index] = column
  }
  return { begins, ends }
}

function rateLine(width: number, count: number, limits: LayoutLimits): number {
  const { preferredLineLength, maximumLineLength, preferredLineCount } = limits
  const excess = Math.max(0, width - preferredLineLength) / Math.max(1, maximumLineLength - preferredLineLength)
  return (
    (count === 0 ? 0 : costs.line) +
    (count >= preferredLineCount ? costs.lineOverPreferred : 0) +
    costs.overPreferred * excess
  )
}

function rateBreak(widthBefore: number, width: number, boundary: Boundary, limits: LayoutLimits): number {
  const cost = costs.breakShare * boundary.cost - costs.innerShare * boundary.innerCost
  // Two people's lines are as long as what they say.
  if (boundary.isSpeakerChange) return cost
  const difference = (widthBefore - width) / limits.maximumLineLength
  const wrong = limits.lineBalance === 'balanced' ? 0 : limits.lineBalance === 'bottomHeavy' ? difference : -difference
  return cost + costs.imbalance * difference * difference + costs.heavySide * Math.max(0, wrong)
}
