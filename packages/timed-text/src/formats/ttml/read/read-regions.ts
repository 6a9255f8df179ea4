import type { Cue, Region } from '../../../document/document.ts'
import type { Attributes } from '../namespaces.ts'
import { type Grid, parsePair } from '../places/grid.ts'
import { boxToLayout, idToLayout, isSameBox, layoutToBox, regionToBox, toPercent } from '../places/places.ts'
import { ComputedStyle } from '../styles/computed-style.ts'
import type { StyleTable } from '../styles/style-table.ts'
import { initialValues, type StyleName, type Styles } from '../styles/style-values.ts'
import type { TimeParameters } from '../times/time-expression.ts'
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
}

/** What of the document decides how its regions are read. */
export interface RegionContext {
  readonly table: StyleTable
  readonly grid: Grid
  readonly time: TimeParameters
}

/** What regions say beyond their place. */
const kept: readonly StyleName[] = ['writingMode', 'padding', 'showBackground', 'overflow', 'backgroundColor']

/** Makes a region of its attributes and of the `style` elements inside it; undefined, and reported, without an id. */
export function readRegion(
  attributes: Attributes,
  inner: readonly Styles[],
  { table, grid, time }: RegionContext,
  at: number,
  report: (problem: string) => void,
): readonly [string, ReadRegion] | undefined {
  const id = attributes['xml:id']
  if (!id) {
    report('A region without xml:id was ignored')
    return undefined
  }
  const styles: Styles = Object.assign({}, table.initial, ...inner, table.specify(attributes, at))
  const toPair = (text: string | undefined, fallback: readonly [number, number]) => {
    const pair = text === undefined || text === 'auto' ? fallback : parsePair(text, grid)
    if (!pair) report(`The place of the region "${id.slice(0, 40)}" cannot be told from "${text}"`)
    return pair ?? fallback
  }
  const [x, y] = toPair(styles.origin, [0, 0]).map(toPercent) as [number, number]
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
  const interval = readInterval(always, attributes, time, problem => report(`${problem}; it was ignored`)) ?? always
  const timed = interval === always ? {} : { interval }
  const box = regionToBox(region, grid.rows)!
  const spelled = idToLayout(id)
  const isSpelled = spelled && isSameBox(layoutToBox(spelled, grid.rows), box)
  const { writingMode, ...others } = rest
  if (isSpelled && Object.keys(others).length === 0 && (writingMode === undefined || box.writingMode)) {
    const { textAlign: _, ...place } = spelled
    return [id, { layout: place, style, ...timed }]
  }
  return [id, { region, layout: boxToLayout(box), style, ...timed }]
}

/** The place of a cue; centred is what all formats do without being told, at the start what TTML does in a region. */
export function toLayout(region: ReadRegion | undefined, textAlign: string | undefined): Cue['layout'] {
  const align = textAlign ?? (region ? 'start' : 'center')
  const isNamed = align === 'start' || align === 'end' || align === 'left' || align === 'right'
  const layout = { ...region?.layout, ...(isNamed && { textAlign: align }) }
  return Object.keys(layout).length > 0 ? (layout as Cue['layout']) : undefined
}
