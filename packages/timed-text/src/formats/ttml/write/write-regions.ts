import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, CueLayout, Region } from '../../../document/document.ts'
import { type Box, boxToLayout, layoutToBox, layoutToId, regionToBox } from '../places/places.ts'
import type { Profile } from '../profiles.ts'
import { formatNumber, normaliseStyle, parseLength } from '../styles/style-values.ts'
import { escapeAttribute, type IdRegistry } from './escape.ts'
import type { StyleWriter } from './write-styles.ts'

/** Decides in which region a cue stands, and writes those regions. */
export interface PlaceWriter {
  /** The id of the region in which a cue stands. */
  place(cue: Cue<number>, cueIndex: number): string
  /** Where a region is that was given an id here. */
  getBox(id: string): Box
  write(): string
}

interface WrittenRegion {
  readonly id: string
  readonly box: Box
  readonly layout: CueLayout
}

/** The regions of a file that is written: those of the document, and one for each place where other cues stand. */
export class RegionWriter implements PlaceWriter {
  readonly #profile: Profile
  readonly #ids: IdRegistry
  readonly #rows: number
  readonly #log: LossLog
  readonly #styles: StyleWriter
  readonly #regions = new Map<string, WrittenRegion>()
  readonly #places = new Map<string, string>()
  readonly #idsOfLayouts = new WeakMap<CueLayout, string>()
  readonly #boxes = new Map<string, Box>()
  /** The lines that follow from regions: a cue that has one of them has moved with its region. */
  readonly #lines = new Set<string>()
  #default: string | undefined
  #content = ''

  constructor(
    regions: readonly Region[],
    rows: number,
    context: { profile: Profile; ids: IdRegistry; styles: StyleWriter; log: LossLog },
  ) {
    this.#profile = context.profile
    this.#ids = context.ids
    this.#styles = context.styles
    this.#log = context.log
    this.#rows = rows
    for (const region of regions) this.#addRegion(region)
  }

  /** The id of the region in which a cue stands. */
  place({ region, layout }: Cue<number>, cueIndex: number): string {
    const known = region === undefined ? undefined : this.#regions.get(region)
    if (region !== undefined && !known) this.#lose('Cues left a region that the document does not have', cueIndex)
    if (!layout) {
      if (known) return known.id
      this.#default ??= this.#placeLayout({})
      return this.#default
    }
    if (known) {
      const { line, position, size } = layout
      const isMoved = line && !this.#lines.has(toKey(line))
      if (!isMoved) {
        const derived = known.layout
        const isExact = !position && size === undefined
        if (!isExact && JSON.stringify([position, size]) !== JSON.stringify([derived.position, derived.size])) {
          this.#lose(`${this.#profile.name} has no position inside a region; it was left out`, cueIndex)
        }
        return known.id
      }
    }
    const placed = this.#idsOfLayouts.get(layout)
    if (placed !== undefined) return placed
    const { writingMode, line, position, size } = layout
    if (writingMode && (line || position || size !== undefined)) {
      this.#lose('Vertical text is in one place whatever its line', cueIndex)
    }
    const id = this.#placeLayout(layout)
    this.#idsOfLayouts.set(layout, id)
    return id
  }

  /** Where a region is that was given an id here. */
  getBox(id: string): Box {
    return this.#boxes.get(id) ?? layoutToBox({}, this.#rows)
  }

  write(): string {
    if (this.#content === '') this.#placeLayout({})
    return this.#content
  }

  #lose(problem: string, cueIndex?: number): void {
    this.#log.lose('POSITION_APPROXIMATED', 'warning', problem, cueIndex)
  }

  #placeLayout(layout: CueLayout): string {
    const name = layoutToId(layout)
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const id = this.#ids.claim(name) ? name : this.#ids.create('r', 1)
    this.#places.set(name, id)
    const box = layoutToBox(layout, this.#rows)
    this.#boxes.set(id, box)
    this.#content += writeRegion(id, box, ' tts:overflow="visible"')
    return id
  }

  #addRegion(region: Region): void {
    if (this.#regions.has(region.id)) return
    const box = regionToBox(region, this.#rows)
    if (!region.origin || !region.extent) {
      this.#lose(`${this.#profile.name} has regions by origin and extent; those of other formats were laid there`)
    }
    if (region.scroll) this.#lose(`${this.#profile.name} has no scrolling regions`)
    const isKept = this.#ids.claim(region.id)
    if (!isKept) {
      const message = 'Regions whose id is no name in XML, or is used twice, were given another'
      this.#log.lose('IDENTIFIER_DROPPED', 'warning', message)
    }
    const id = isKept ? region.id : this.#ids.create('r', 1)
    const place = box ?? layoutToBox({}, this.#rows)
    const layout = boxToLayout(place)
    this.#regions.set(region.id, { id, box: place, layout })
    this.#boxes.set(id, place)
    if (layout.line) this.#lines.add(toKey(layout.line))
    const kept = region.ext?.ttml?.style
    const style = this.#styles.toRegion(kept)
    this.#content += writeRegion(id, place, `${this.#writeKept(kept)}${style ? ` style="${style}"` : ''}`)
  }

  /** What the region of a file said beyond its place, as far as the format has it. */
  #writeKept(kept: unknown): string {
    const find = (name: 'overflow' | 'showBackground' | 'writingMode' | 'padding') => {
      const text: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined
      return typeof text === 'string' ? normaliseStyle(name, text) : undefined
    }
    const mode = find('writingMode')
    const isHorizontal = mode !== undefined && /^(?:lr|rl)/.test(mode)
    const shown = find('showBackground')
    const padding = find('padding')
    const lengths = padding?.split(' ').map(parseLength)
    const isPadded = lengths?.every(length => length && length.unit === '%' && length.value >= 0)
    if (lengths && !isPadded) this.#lose('The padding of a region that is not in percent was left out')
    const percents = lengths?.map(length => `${formatNumber(length?.value ?? 0)}%`).join(' ')
    return [
      isPadded && ` tts:padding="${percents}"`,
      isHorizontal && ` tts:writingMode="${mode}"`,
      shown && ` tts:showBackground="${shown}"`,
      ` tts:overflow="${find('overflow') ?? 'visible'}"`,
    ]
      .filter(Boolean)
      .join('')
  }
}

function toKey({ unit, value, align = 'start' }: NonNullable<CueLayout['line']>): string {
  return `${unit} ${value} ${align}`
}

export function writeRegion(id: string, { x, y, width, height, displayAlign, writingMode }: Box, rest: string): string {
  const pair = (first: number, second: number) => `${formatNumber(first)}% ${formatNumber(second)}%`
  return (
    `<tt:region xml:id="${escapeAttribute(id)}" tts:origin="${pair(x, y)}" tts:extent="${pair(width, height)}"` +
    ` tts:displayAlign="${displayAlign}"${writingMode ? ` tts:writingMode="${writingMode}"` : ''}${rest}/>\n`
  )
}
