import { imscStyles, type Styles } from '../styles/style-values.ts'
import type { Moment } from '../times/moment.ts'
import { isActive, type SetAnimation } from './animation.ts'

/** What fades, and would cut one subtitle into many that read alike. */
const fading: ReadonlySet<string> = new Set(imscStyles)

/** A region as it is at each moment: one with other styles for a time is another region then, or has other text in it. */
export class AnimatedRegion<Region> {
  readonly sets: readonly SetAnimation[]
  /** The regions that it is at some time, in the order in which they were needed. */
  readonly states: Region[] = []
  readonly #create: (styles: Styles) => Region
  readonly #known = new Map<string, Region>()

  constructor(sets: readonly SetAnimation[], create: (styles: Styles) => Region) {
    this.sets = sets
    this.#create = create
  }

  /** The region at a moment; `region` is what it is where nothing is set. */
  at(moment: Moment, region: Region): Region {
    const active = this.sets.flatMap((set, index) => (isActive(set, moment) ? [index] : []))
    if (active.length === 0) return region
    const key = active.join()
    let state = this.#known.get(key)
    if (!state) {
      state = this.#create(Object.assign({}, ...active.map(index => this.sets[index]!.styles)))
      this.#known.set(key, state)
      this.states.push(state)
    }
    return state
  }
}

/** What of a `set` counts in a region; undefined where nothing does. */
export function pickAnimated(styles: Styles): Styles | undefined {
  const picked = Object.entries(styles).filter(([name]) => !fading.has(name))
  return picked.length > 0 ? Object.fromEntries(picked) : undefined
}
