/** Drawings on a frame as comments hold them: strokes in percent of the picture. Pure. */

import type { Box } from './spatial.ts'

export const strokeKinds = ['pen', 'arrow', 'line', 'box', 'text'] as const
export type StrokeKind = (typeof strokeKinds)[number]

export type Point = readonly [x: number, y: number]

/** Widths are in percent of the height of the picture. */
export interface Stroke {
  readonly kind: StrokeKind
  readonly color: string
  readonly width: number
  readonly points: readonly Point[]
  readonly text?: string
}

/** What the service accepts of one comment. */
export const maxStrokes = 64
const maxPoints = 2000
/** Points of one stroke: so many strokes as long as this one fit. */
const maxPointsOfStroke = 240

/** Green, amber, red, blue, white: each is seen on bright and on dark pictures. */
export const strokeColors = ['#3ecf8e', '#ffb224', '#ff5c5c', '#4aa8ff', '#ffffff'] as const
export const strokeWidth = 0.8

const colorPattern = /^#[\da-f]{3,8}$|^[a-z]+$|^(?:rgb|hsl|oklch|oklab)a?\([\d\s.,%/a-z-]*\)$/i

/** The strokes of a stored comment; what is not one, or in a colour that is none, is left out or drawn in amber. */
export function readStrokes(value: unknown): Stroke[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((stroke: unknown) => {
    const { kind, color, width, points, text } = Object(stroke) as Record<string, unknown>
    const read = readPoints(points)
    if (read.length === 0) return []
    return [
      {
        kind: strokeKinds.find(known => known === kind) ?? 'pen',
        color: typeof color === 'string' && colorPattern.test(color) ? color : strokeColors[1],
        width: typeof width === 'number' && width > 0 && width < 50 ? width : strokeWidth,
        points: read,
        ...(typeof text === 'string' && { text }),
      },
    ]
  })
}

/** Pairs, or their numbers in one list. */
function readPoints(value: unknown): Point[] {
  if (!Array.isArray(value)) return []
  if (typeof value[0] === 'number') {
    const numbers = value.filter(number => typeof number === 'number')
    return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
      numbers[index * 2] ?? 0,
      numbers[index * 2 + 1] ?? 0,
    ])
  }
  return value.flatMap((point: unknown) =>
    Array.isArray(point) && typeof point[0] === 'number' && typeof point[1] === 'number'
      ? [[point[0], point[1]] as const]
      : [],
  )
}

/** Whether one more stroke fits into a comment. */
export function hasRoom(strokes: readonly Stroke[]): boolean {
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
  return strokes.length < maxStrokes && points + maxPointsOfStroke <= maxPoints
}

/** Two decimals are a fifth of a pixel in high definition. */
export function roundPoint([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100]
}

/** A free line with fewer points: those that lie nearer than `tolerance` to the line without them are left out. */
export function simplify(points: readonly Point[], tolerance = 0.15): Point[] {
  const simple = reduce(points, tolerance)
  return simple.length <= maxPointsOfStroke ? simple : simplify(points, tolerance * 1.6)
}

function reduce(points: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return [...points]
  let farthest = 0
  let distance = 0
  for (let index = 1; index < points.length - 1; index++) {
    const away = measure(points[index] ?? first, first, last)
    if (away > distance) [farthest, distance] = [index, away]
  }
  if (distance <= tolerance) return [first, last]
  return [
    ...reduce(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...reduce(points.slice(farthest), tolerance),
  ]
}

/** How far a point is from a line. */
function measure([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return Math.hypot(x - ax, y - ay)
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
}

/** The box around all strokes, for clients that know boxes only. */
export function findBounds(strokes: readonly Stroke[]): Box | undefined {
  const points = strokes.flatMap(stroke => stroke.points)
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)].map(value => Math.min(100, Math.max(0, value)))
  return {
    x: left ?? 0,
    y: top ?? 0,
    width: Math.max(0, Math.min(100, Math.max(...xs)) - (left ?? 0)),
    height: Math.max(0, Math.min(100, Math.max(...ys)) - (top ?? 0)),
  }
}

/** What a box of older comments, or of other clients, looks like as strokes; a dot where it has no extent. */
export function boxToStrokes({ x, y, width, height }: Box): Stroke[] {
  const look = { color: strokeColors[1], width: strokeWidth }
  if (width < 1 && height < 1) return [{ ...look, kind: 'pen', width: 2.4, points: [[x, y]] }]
  return [
    {
      ...look,
      kind: 'box',
      points: [
        [x, y],
        [x + width, y + height],
      ],
    },
  ]
}
