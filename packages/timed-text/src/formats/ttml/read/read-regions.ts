import type { Cue, Region } from '../../../document/document.ts'
import type { Attributes } from '../namespaces.ts'
import { type Grid, parsePair } from '../places/grid.ts'
import { boxToLayout, idToLayout, isSameBox, ittBoxes, layoutToBox, regionToBox, toPercent } from '../places/places.ts'
import { parsePosition } from '../places/position.ts'
import { ComputedStyle } from '../styles/computed-style.ts'
import type { StyleTable } from '../styles/style-table.ts'
import { initialValues, type StyleName, type Styles } from '../styles/style-values.ts'
import type { TimeParameters } from '../times/time-expression.ts'
import { AnimatedRegion, pickAnimated } from './animated-region.ts'
import type { SetAnimation } from './animation.ts'
import { always, type Interval, readInterval } from './read-times.ts'

/** A region as cues need it. */
export interface ReadRegion {
  /** Absent where the layout says it all. */
  readonly region?: Region
  readonly layout: ReturnType<typeof boxToLayout>
  /** What text in the region inherits. */
  readonly style: ComputedStyle
  /** When the region is there; absent where it always is. */
  readonly interval?: Interval
  /** What it is at each moment; absent where that never changes. */
  readonly animation?: AnimatedRegion<ReadRegion>
}

/** A `region` element as it was read. */
export interface RegionElement {
  readonly attributes: Attributes
  /** What the `style` elements inside it say. */
  readonly inner: Styles[]
  /** The `set` elements inside it. */
  readonly sets: { readonly attributes: Attributes; readonly styles: Styles }[]
  readonly at: number
}

/** What of the document decides how its regions are read. */
export interface RegionContext {
  readonly table: StyleTable
  readonly grid: Grid
  readonly time: TimeParameters
  /** The names of the regions so far; new ones are added. */
  readonly ids: Set<string>
}

/** What regions say beyond their place. */
const kept: readonly StyleName[] = [
  'writingMode',
  'padding',
  'showBackground',
  'overflow',
  'backgroundColor',
  'opacity',
  'luminanceGain',
  'disparity',
]

/** Makes a region of its element; undefined, and reported, without an id. */
export function readRegion(
  { attributes, inner, sets, at }: RegionElement,
  context: RegionContext,
  report: (problem: string) => void,
): readonly [string, ReadRegion] | undefined {
  const id = attributes['xml:id']
  if (!id) {
    report('A region without xml:id was ignored')
    return undefined
  }
  context.ids.add(id)
  const { table, time } = context
  const styles: Styles = Object.assign({}, table.initial, ...inner, table.specify(attributes, at))
  const interval = readInterval(always, attributes, time, problem => report(`${problem}; it was ignored`)) ?? always
  const animations = sets.flatMap(({ attributes, styles }): SetAnimation[] => {
    const animated = pickAnimated(styles)
    if (!animated) report('Animation is not supported where a region fades, and was ignored')
    const set = animated && readInterval(interval, attributes, time, problem => report(`${problem}; it was ignored`))
    return set ? [{ begin: set.begin, end: set.end, styles: animated }] : []
  })
  const timed = interval === always ? {} : { interval }
  const still: ReadRegion = { ...placeRegion(id, styles, context, report), ...timed }
  if (animations.length === 0) return [id, still]
  const create = (animated: Styles): ReadRegion => {
    const state = placeRegion(id, { ...styles, ...animated }, context, report)
    const isPlaced = JSON.stringify([state.region, state.layout]) !== JSON.stringify([still.region, still.layout])
    if (!isPlaced) return { ...still, style: state.style }
    return { ...placeRegion(findFreeId(id, context.ids), { ...styles, ...animated }, context, report), ...timed }
  }
  return [id, { ...still, animation: new AnimatedRegion(animations, create) }]
}

/** A name for a region that another one is for a time. */
function findFreeId(id: string, ids: Set<string>): string {
  let number = 2
  while (ids.has(`${id}-${number}`)) number++
  ids.add(`${id}-${number}`)
  return `${id}-${number}`
}

/** A region of an id by its styles. */
function placeRegion(
  id: string,
  styles: Styles,
  { grid }: RegionContext,
  report: (problem: string) => void,
): ReadRegion {
  const toPair = (text: string | undefined, fallback: readonly [number, number]) => {
    const pair = text === undefined || text === 'auto' ? fallback : parsePair(text, grid)
    if (!pair) report(`The place of the region "${id.slice(0, 40)}" cannot be told from "${text}"`)
    return pair ?? fallback
  }
  // TTML2, tts:position counts, and origin where there is none.
  const size = styles.position === undefined ? undefined : toPair(styles.extent, [100, 100])
  const placed = size && styles.position !== undefined ? parsePosition(styles.position, size, grid) : undefined
  if (size && !placed) report(`The place of the region "${id.slice(0, 40)}" cannot be told from "${styles.position}"`)
  const [x, y] = (placed ?? toPair(styles.origin, [0, 0])).map(toPercent) as [number, number]
  const [width, height] = toPair(styles.extent, [100 - x, 100 - y]).map(toPercent) as [number, number]
  const rest: Record<string, string> = {}
  for (const name of kept) {
    const value = styles[name]
    if (value !== undefined && value !== initialValues[name]) rest[name] = value
  }
  const region: Region = {
    id,
    origin: { x, y },
    extent: { width: toPercent(Math.min(width, 100 - x)), height: toPercent(Math.min(height, 100 - y)) },
    displayAlign: (styles.displayAlign as Region['displayAlign']) ?? 'before',
    ...(Object.keys(rest).length > 0 && { ext: { ttml: { style: rest } } }),
  }
  const style = new ComputedStyle(styles)
  const box = regionToBox(region, grid.rows)!
  const spelled = idToLayout(id)
  const isSpelled = spelled && isSameBox(layoutToBox(spelled, grid.rows), box)
  const { writingMode, ...others } = rest
  if (isSpelled && Object.keys(others).length === 0 && (writingMode === undefined || box.writingMode)) {
    const { textAlign: _, ...place } = spelled
    return { layout: place, style }
  }
  if ((id === 'top' || id === 'bottom') && isSameBox(ittBoxes[id], box) && Object.keys(rest).length === 0) {
    return { layout: spelled ?? {}, style }
  }
  return { region, layout: boxToLayout(box), style }
}

/** The place of a cue; centred is what all formats do without being told, at the start what TTML does in a region. */
export function toLayout(region: ReadRegion | undefined, textAlign: string | undefined): Cue['layout'] {
  const align = textAlign ?? (region ? 'start' : 'center')
  const isNamed = align === 'start' || align === 'end' || align === 'left' || align === 'right'
  const layout = { ...region?.layout, ...(isNamed && { textAlign: align }) }
  return Object.keys(layout).length > 0 ? (layout as Cue['layout']) : undefined
}
