/** Where an edge of a subtitle sticks while it is dragged. Frames throughout. */

export type Side = 'start' | 'end' | 'both'

export interface Span {
  readonly start: number
  readonly end: number
}

/** A frame that an edge sticks to, and why. */
export interface SnapPoint {
  readonly edge: 'start' | 'end'
  readonly frame: number
  readonly kind: 'shot' | 'gap' | 'playhead'
}

export interface Surroundings {
  /** First frames of shots. */
  readonly shots: readonly number[]
  /** Frames between the end of a subtitle and a shot change. */
  readonly outGap: number
  readonly playhead: number
  /** Where the subtitle before ends, and the next begins. */
  readonly before: number | undefined
  readonly after: number | undefined
  /** Least frames between subtitles. */
  readonly gap: number
}

function listSnapPoints(side: Side, around: Surroundings): SnapPoint[] {
  const { shots, outGap, playhead, before, after, gap } = around
  const points: SnapPoint[] = []
  if (side !== 'end') {
    points.push(...shots.map(frame => ({ edge: 'start', frame, kind: 'shot' }) as const))
    points.push({ edge: 'start', frame: playhead, kind: 'playhead' })
    if (before !== undefined) points.push({ edge: 'start', frame: before + gap, kind: 'gap' })
  }
  if (side !== 'start') {
    points.push(...shots.map(frame => ({ edge: 'end', frame: frame - outGap, kind: 'shot' }) as const))
    points.push({ edge: 'end', frame: playhead, kind: 'playhead' })
    if (after !== undefined) points.push({ edge: 'end', frame: after - gap, kind: 'gap' })
  }
  return points
}

/** The point nearest to one of the edges, at most so many frames from it. */
function findNearest(span: Span, points: readonly SnapPoint[], within: number): SnapPoint | undefined {
  let nearest: SnapPoint | undefined
  let least = within
  for (const point of points) {
    const distance = Math.abs(point.frame - span[point.edge])
    // Of two at the same place the first counts: a shot before the playhead.
    if (nearest === undefined ? distance <= least : distance < least) {
      nearest = point
      least = distance
    }
  }
  return nearest
}

export interface Dragging {
  readonly side: Side
  /** As it was before. */
  readonly from: Span
  /** How far it was dragged. */
  readonly by: number
  readonly frameCount: number
  /** Nothing where it is dragged freely. */
  readonly around: Surroundings | undefined
  /** How near an edge sticks. */
  readonly within: number
}

/** Where a dragged subtitle is: in the clip, apart from its neighbours, at the point that it sticks to. */
export function dragSpan({ side, from, by, frameCount, around, within }: Dragging): Span & { point?: SnapPoint } {
  const length = from.end - from.start
  const last = frameCount > 0 ? frameCount : Number.MAX_SAFE_INTEGER
  // What overlapped before may go on doing so.
  const lowest = around?.before !== undefined && from.start >= around.before ? around.before + around.gap : 0
  const highest = around?.after !== undefined && from.end <= around.after ? around.after - around.gap : last
  const low = Math.min(lowest, from.start)
  const high = Math.max(highest, from.end)
  const place = (wanted: Span): Span => {
    if (side === 'both') {
      const start = Math.max(Math.min(Math.round(wanted.start), high - length), low)
      return { start, end: start + length }
    }
    if (side === 'start') {
      return { start: Math.min(Math.max(Math.round(wanted.start), low), from.end - 1), end: from.end }
    }
    return { start: from.start, end: Math.max(Math.min(Math.round(wanted.end), high), from.start + 1) }
  }
  const wanted = { start: from.start + (side === 'end' ? 0 : by), end: from.end + (side === 'start' ? 0 : by) }
  const point = around && findNearest(wanted, listSnapPoints(side, around), within)
  if (!point) return place(wanted)
  const more = point.frame - wanted[point.edge]
  const stuck = place({ start: wanted.start + more, end: wanted.end + more })
  return stuck[point.edge] === point.frame ? { ...stuck, point } : place(wanted)
}
