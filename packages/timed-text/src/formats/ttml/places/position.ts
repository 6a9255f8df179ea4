import { type Grid, parsePair } from './grid.ts'

type Axis = 'x' | 'y'
const edges: Readonly<Record<string, { readonly axis: Axis; readonly isFar: boolean }>> = {
  left: { axis: 'x', isFar: false },
  right: { axis: 'x', isFar: true },
  top: { axis: 'y', isFar: false },
  bottom: { axis: 'y', isFar: true },
}

/** An edge, the middle, or a distance from an edge. */
interface Placed {
  readonly axis?: Axis
  readonly isFar: boolean
  readonly offset: string
}

/**
 * The corner of a box that `tts:position` places (TTML2): as `background-position` of CSS, of one to four parts,
 * where percentages are those of the room that the box leaves. Undefined for what says no place.
 */
export function parsePosition(
  text: string,
  [width, height]: readonly [number, number],
  grid: Grid,
): readonly [x: number, y: number] | undefined {
  const placed: Placed[] = []
  for (const part of text.split(' ')) {
    const edge = Object.hasOwn(edges, part) ? edges[part] : undefined
    const last = placed.at(-1)
    if (edge) placed.push({ ...edge, offset: '0%' })
    else if (part === 'center') placed.push({ isFar: false, offset: '50%' })
    else if (last?.axis && last.offset === '0%' && text.split(' ').length > 2) {
      placed[placed.length - 1] = { ...last, offset: part }
    } else placed.push({ isFar: false, offset: part })
  }
  const [first, second = { isFar: false, offset: '50%' }] = placed
  if (!first || placed.length > 2) return undefined
  const isTurned = first.axis === 'y' || second.axis === 'x'
  const [across, down] = isTurned ? [second, first] : [first, second]
  if (across.axis === 'y' || down.axis === 'x') return undefined
  const x = toOffset(across, 0, width, grid)
  const y = toOffset(down, 1, height, grid)
  return x === undefined || y === undefined ? undefined : [x, y]
}

function toOffset({ isFar, offset }: Placed, index: 0 | 1, size: number, grid: Grid): number | undefined {
  const length = parsePair(`${offset} ${offset}`, grid)?.[index]
  if (length === undefined) return undefined
  const from = offset.endsWith('%') ? ((100 - size) * length) / 100 : length
  return isFar ? 100 - size - from : from
}
