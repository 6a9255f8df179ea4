import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue } from '../../../document/document.ts'
import { type Box, ittBoxes, layoutToBox } from '../places/places.ts'
import { type PlaceWriter, writeRegion } from './write-regions.ts'

/** The two regions of iTunes Timed Text: a cue is at the top or at the bottom, centred. */
export class IttRegionWriter implements PlaceWriter {
  readonly #rows: number
  readonly #regions: ReadonlyMap<string, Box>
  readonly #log: LossLog

  /** `regions` are those of the document, with their places. */
  constructor(regions: ReadonlyMap<string, Box>, rows: number, log: LossLog) {
    this.#regions = regions
    this.#rows = rows
    this.#log = log
  }

  place({ region, layout }: Cue<number>, cueIndex: number): string {
    const known = region === undefined ? undefined : this.#regions.get(region)
    const { textAlign: _, ...place } = layout ?? {}
    const box = layout ? layoutToBox(layout, this.#rows) : (known ?? layoutToBox({}, this.#rows))
    const middle = box.displayAlign === 'before' ? box.y : box.displayAlign === 'after' ? box.y + box.height : 50
    const id = middle < 50 ? 'top' : 'bottom'
    const isTop = place.line?.unit === 'lines' && place.line.value === 0 && Object.keys(place).length === 1
    const isExact = region === undefined && (id === 'top' ? isTop : Object.keys(place).length === 0)
    if (!isExact) {
      this.#log.lose('POSITION_APPROXIMATED', 'warning', 'iTT has texts at the top and at the bottom alone', cueIndex)
    }
    return id
  }

  getBox(id: string): Box {
    return id === 'top' ? ittBoxes.top : ittBoxes.bottom
  }

  write(): string {
    const rest = ' tts:textAlign="center"'
    return writeRegion('top', ittBoxes.top, rest) + writeRegion('bottom', ittBoxes.bottom, rest)
  }
}
