import type { SubtitleLayout } from '@rushes/contract'
import type { Cue, CueLayout } from '@rushes/timed-text'

/*
 * An entry has a region and, when a file said more, a place in it. Files know lines instead of our regions:
 *
 *   topRegion     line 0, the first         {\an8} in SubRip, `line:0` in WebVTT
 *   bottomRegion  nothing: the default
 *   any other     its name, for the formats that know regions
 *
 * The region counts more than the line: moving an entry to the other half of the picture needs one change.
 */
const topRegion = 'topRegion'
const bottomRegion = 'bottomRegion'
const firstLine = { unit: 'lines', value: 0 } as const

type Place = Pick<Cue<number>, 'region' | 'layout'>

/** Where a cue of a file is to stand for an entry's region and layout. */
export function toCuePlace(region: string | undefined, layout: SubtitleLayout | undefined): Place {
  if (region !== undefined && region !== topRegion && region !== bottomRegion) {
    return { region, ...(layout && { layout }) }
  }
  const { line, ...others } = layout ?? {}
  const isTop = region === topRegion
  const keeps = line !== undefined && (region === undefined || isInUpperHalf(line) === isTop)
  const place = { ...others, ...(keeps ? { line } : isTop ? { line: firstLine } : {}) }
  return Object.keys(place).length > 0 ? { layout: place } : {}
}

/** The region of a cue, of those that there are, and what it says beyond. */
export function toEntryPlace(
  { region, layout }: Place,
  regions: ReadonlySet<string>,
): { region?: string; layout?: SubtitleLayout } {
  if (region !== undefined && regions.has(region)) return { region, ...(layout && { layout }) }
  const half = layout?.line && isInUpperHalf(layout.line) ? topRegion : bottomRegion
  if (!regions.has(half)) return layout ? { layout } : {}
  const rest = half === topRegion ? withoutFirstLine(layout) : layout
  return { region: half, ...(rest && { layout: rest }) }
}

function withoutFirstLine(layout: CueLayout | undefined): CueLayout | undefined {
  const { line, ...others } = layout ?? {}
  if (line === undefined || line.unit !== 'lines' || line.value !== 0 || line.align !== undefined) return layout
  return Object.keys(others).length > 0 ? others : undefined
}

/** Pictures have some fifteen lines of text; lines below zero count from the bottom. */
function isInUpperHalf({ unit, value }: NonNullable<CueLayout['line']>): boolean {
  return unit === 'percent' ? value < 50 : value >= 0 && value < 8
}
