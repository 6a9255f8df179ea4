import type { Frames } from '@rushes/timebase'
import type { Cue, FrameDocument, Region } from '../document/document.ts'

/*
 * Cues keep their distance from the cues in the same half of the picture: a sign at the top may be shown together
 * with what is said at the bottom. Comments that are not for transmission keep their times and count for nobody.
 */

/** The times of a cue, for a pass to change. */
export interface MutableSpan {
  start: Frames
  end: Frames
}

export interface LaneCue {
  readonly cue: Cue<Frames>
  readonly span: MutableSpan
}

/** The same document with the times that `adjust` gives to the cues of each half, which it gets in order of their starts. */
export function adjustLanes(document: FrameDocument, adjust: (lane: readonly LaneCue[]) => void): FrameDocument {
  const entries = document.cues.map(cue => ({ cue, span: { start: cue.start, end: cue.end } }))
  const isAtTop = createHalfFinder(document)
  const shown = entries.filter(({ cue }) => !cue.hidden).sort((a, b) => a.span.start - b.span.start)
  for (const isTop of [true, false]) adjust(shown.filter(({ cue }) => isAtTop(cue) === isTop))
  if (entries.every(({ cue, span }) => isAt(cue, span))) return document
  return { ...document, cues: entries.map(({ cue, span }) => (isAt(cue, span) ? cue : { ...cue, ...span })) }
}

function isAt(cue: Cue<Frames>, span: MutableSpan): boolean {
  return cue.start === span.start && cue.end === span.end
}

/** Whether a cue is in the upper half: by its line, else by its region, else by the name of that. */
export function createHalfFinder({
  regions = [],
}: FrameDocument): (cue: Pick<Cue<Frames>, 'region' | 'layout'>) => boolean {
  const byId = new Map(regions.map(region => [region.id, region]))
  return ({ region, layout }) => {
    // Pictures have some fifteen lines of text; lines below zero count from the bottom.
    if (layout?.line) {
      const { unit, value } = layout.line
      return unit === 'percent' ? value < 50 : value >= 0 && value < 8
    }
    const known = region === undefined ? undefined : byId.get(region)
    return (known && isRegionAtTop(known)) ?? region?.startsWith('top') ?? false
  }
}

function isRegionAtTop({ origin, extent, displayAlign, viewportAnchor }: Region): boolean | undefined {
  if (origin && extent) {
    const share = displayAlign === 'before' ? 0 : displayAlign === 'center' ? 0.5 : 1
    return origin.y + share * extent.height < 50
  }
  return viewportAnchor && viewportAnchor.y < 50
}
