/** Strokes as paths of a picture that is 100 high and `100 * ratio` wide. Pure. */

import type { Point, Stroke } from './strokes.ts'

/** The `d` of a stroke; nothing for texts. */
export function toPath({ kind, points, width }: Stroke, ratio: number): string {
  const scaled = points.map(([x, y]): Point => [x * ratio, y])
  const [first, last] = [scaled[0], scaled.at(-1)]
  if (!first || !last || kind === 'text') return ''
  if (kind === 'box') return `M${write(first)}H${round(last[0])}V${round(last[1])}H${round(first[0])}Z`
  if (kind === 'line') return `M${write(first)}L${write(last)}`
  if (kind === 'arrow') return `M${write(first)}L${write(last)}${toHead(first, last, width)}`
  return toCurve(scaled)
}

/** Through the middles of the parts of a free line, each of its points pulling it; a dot where there is one alone. */
function toCurve(points: readonly Point[]): string {
  const [first, ...others] = points
  if (!first) return ''
  if (others.length === 0) return `M${write(first)}h0.01`
  const curve = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? point
    return `Q${write(point)} ${write([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}`
  })
  return `M${write(first)}${curve.join('')}L${write(others.at(-1) ?? first)}`
}

/** The two short lines at the end of an arrow. */
function toHead([x, y]: Point, [tipX, tipY]: Point, width: number): string {
  const length = Math.min(Math.hypot(tipX - x, tipY - y) * 0.6, width * 5)
  const angle = Math.atan2(tipY - y, tipX - x)
  const end = (turn: number) => write([tipX - length * Math.cos(angle + turn), tipY - length * Math.sin(angle + turn)])
  return `M${end(0.5)}L${write([tipX, tipY])}L${end(-0.5)}`
}

function write([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
