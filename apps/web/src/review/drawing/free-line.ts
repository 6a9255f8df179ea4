/** The library for free lines, loaded with the drawing tool alone. */

import { getStrokePoints } from 'perfect-freehand'
import { type Point, roundPoint, simplify } from './strokes.ts'

/** What a hand drew as a calm line of few points. */
export function smooth(points: readonly Point[], ratio: number): Point[] {
  const scaled = points.map(([x, y]) => [x * ratio, y])
  const smoothed = getStrokePoints(scaled, { streamline: 0.45, size: 1, last: true })
  const line = smoothed.map(({ point: [x = 0, y = 0] }): Point => [x / ratio, y])
  return simplify(line.length === 0 ? points : line).map(roundPoint)
}
