import type { ComputedStyle } from '../styles/computed-style.ts'
import type { Styles } from '../styles/style-values.ts'
import { isBefore, type Moment } from '../times/moment.ts'
import type { Interval } from './read-times.ts'

/*
 * `set` (TTML1, 11.1.1): for a time, an element has other styles. What is shown is cut into times in which nothing
 * changes, as TTML makes its intermediate documents.
 */

/** The styles that an element has for a time. */
export interface SetAnimation extends Pick<Interval, 'begin' | 'end'> {
  readonly styles: Styles
}

export function isActive({ begin, end }: SetAnimation, moment: Moment): boolean {
  return !isBefore(moment, begin) && (end === undefined || isBefore(moment, end))
}

/** An element of the body as its style follows from those around it. */
export interface StyledElement {
  readonly outer: StyledElement | undefined
  readonly specified: Styles
  readonly isSpan: boolean
  sets: SetAnimation[] | undefined
}

/** A file with more than this many changes times texts in one paragraph is made to cost time. */
const mostSteps = 100_000

/** The moments between a begin and an end at which an animation changes something; undefined where they are too many. */
export function listChanges(
  elements: Iterable<StyledElement>,
  { begin, end }: Pick<Interval, 'begin' | 'end'>,
  textCount: number,
): Moment[] | undefined {
  const changes: Moment[] = []
  const seen = new Set<StyledElement>()
  for (const first of elements) {
    for (let element: StyledElement | undefined = first; element && !seen.has(element); element = element.outer) {
      seen.add(element)
      for (const set of element.sets ?? []) {
        for (const moment of [set.begin, set.end]) {
          if (moment === undefined || !isBefore(begin, moment)) continue
          if (end === undefined || isBefore(moment, end)) changes.push(moment)
        }
      }
      if (changes.length * Math.max(1, textCount) > mostSteps) return undefined
    }
  }
  changes.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
  return changes.filter((moment, index) => index === 0 || isBefore(changes[index - 1]!, moment))
}

/** The styles of elements in one region at one moment. */
export class StylesAt {
  readonly #ofRegion: ComputedStyle
  readonly #moment: Moment | undefined
  readonly #known = new Map<StyledElement, ComputedStyle>()

  /** Without a moment, animations do not count. */
  constructor(ofRegion: ComputedStyle, moment: Moment | undefined) {
    this.#ofRegion = ofRegion
    this.#moment = moment
  }

  find(element: StyledElement | undefined): ComputedStyle {
    if (!element) return this.#ofRegion
    let style = this.#known.get(element)
    if (!style) {
      const outer = this.find(element.outer)
      const specified = this.#specify(element)
      style = element.isSpan ? outer.deriveSpan(specified) : outer.derive(specified)
      this.#known.set(element, style)
    }
    return style
  }

  /** Whether text in an element is seen. */
  isShown(element: StyledElement): boolean {
    if (this.find(element).values.visibility === 'hidden') return false
    for (let around: StyledElement | undefined = element; around; around = around.outer) {
      if (this.find(around).values.display === 'none') return false
    }
    return this.#ofRegion.values.display !== 'none'
  }

  #specify({ specified, sets }: StyledElement): Styles {
    const moment = this.#moment
    if (!sets || moment === undefined) return specified
    const active = sets.filter(set => isActive(set, moment))
    return active.length === 0 ? specified : Object.assign({}, specified, ...active.map(({ styles }) => styles))
  }
}
