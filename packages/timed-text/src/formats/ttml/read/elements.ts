import type { Attributes } from '../namespaces.ts'
import type { SpanContext } from '../places/paragraph.ts'
import type { ComputedStyle } from '../styles/computed-style.ts'
import type { StyleTable } from '../styles/style-table.ts'
import type { TimeParameters } from '../times/time-expression.ts'
import type { StyledElement } from './animation.ts'
import type { ReadRegion } from './read-regions.ts'
import type { Interval } from './read-times.ts'

/** What the head of a document says, as far as its body needs it. */
export interface Head {
  readonly time: TimeParameters
  readonly styles: StyleTable
  readonly regions: ReadonlyMap<string, ReadRegion>
  /** Names of who speaks, by their ids. */
  readonly agents: ReadonlyMap<string, string>
  readonly language: string | undefined
  readonly keepsSpace: boolean
}

/** A body or a division that is open. */
export interface Frame extends StyledElement {
  readonly interval: Interval
  readonly keepsSpace: boolean
  readonly language: string | undefined
  readonly speaker: string | undefined
  readonly region: string | undefined
  readonly isDisplayed: boolean
  /** Whether it, or what is around it, has other styles for a time. */
  isAnimated: boolean
  /** The style that results, by the region it is shown in. */
  readonly styles: Map<ReadRegion | undefined, ComputedStyle>
  /** Where its image is, and the text that says the same. */
  imageAt: number | undefined
  alternative: string | undefined
}

export const skippedImage = 'An image or sound was skipped; only text is read'

/** What a paragraph with nothing but a name, a place, a style and times was found to be; the next one mostly is the same. */
export interface UsualParagraph {
  readonly names: readonly string[]
  readonly frame: Frame | undefined
  readonly styleIds: string | undefined
  readonly addedCount: number
  readonly regionId: string | undefined
  readonly region: ReadRegion | undefined
  readonly context: SpanContext
}

export const usualNames: ReadonlySet<string> = new Set(['xml:id', 'region', 'style', 'begin', 'end'])

/** Whether a name is the one that the writer gives to the paragraph of a number. */
export function isNumbered(id: string, number: number): boolean {
  // Text of numbers is dear to make, and from a wrong digit on it is known to be another.
  let rest = number
  let at = id.length - 1
  for (; rest > 0 && at > 2; at--) {
    const digit = rest % 10
    if (id.charCodeAt(at) !== 0x30 + digit) return false
    rest = (rest - digit) / 10
  }
  return rest === 0 && at === 2 && id.startsWith('sub')
}

/** Whether white space in an element is text. */
export function readSpace(attributes: Attributes, outer: boolean): boolean {
  const space = attributes['xml:space']
  return space === undefined ? outer : space === 'preserve'
}

/** The names of who speaks in an element, by the agents of the head. */
export function readSpeaker(attributes: Attributes, agents: Head['agents']): string | undefined {
  const ids = attributes['ttm:agent']?.trim()
  if (!ids) return undefined
  return ids
    .split(/[\t\n\r ]+/, 10)
    .map(id => agents.get(id) ?? id)
    .join(', ')
}
