import type { Colour, TextStyle } from '../../../document/document.ts'
import type { Attribute } from './codes.ts'

/*
 * How text is shown is one number:
 *
 *   bits 0–2 colour   3 italic   4 underline   5 and above: background, 0 for the black one that all text has
 */

/** In the order of their codes; the last one is of CTA-608-E 6.2. */
export const colours = [
  '#ffffff',
  '#00ff00',
  '#0000ff',
  '#00ffff',
  '#ff0000',
  '#ffff00',
  '#ff00ff',
  '#000000',
] as const satisfies readonly Colour[]

export const plainState = 0
const colourMask = 7
const black = 7
export const italicBit = 8
export const underlineBit = 16
const backgroundShift = 5

/** Backgrounds by their number: none of its own, the colours opaque and half transparent in turn, and none at all. */
const backgrounds: readonly (Colour | undefined)[] = [
  undefined,
  ...colours.flatMap((colour): Colour[] => [colour, `${colour}80`]),
  '#00000000',
]
const noBackground = backgrounds.length - 1

export function getColour(state: number): number {
  return state & colourMask
}

/** The state at the beginning of what a preamble positions. */
export function toState({ colour = 0, isItalic, isUnderlined }: Attribute): number {
  return colour | (isItalic ? italicBit : 0) | (isUnderlined ? underlineBit : 0)
}

/** The state after a mid-row code: a colour ends italics, italics keep the colour. */
export function changeState(state: number, { colour, isUnderlined }: Attribute): number {
  const rest = state & ~(colourMask | italicBit | underlineBit)
  const shown = colour === undefined ? (state & colourMask) | italicBit : colour
  return rest | shown | (isUnderlined ? underlineBit : 0)
}

/** The state after a code of the extended attributes (CTA-608-E 6.2); undefined for any other pair. */
export function changeExtended(state: number, pair: number): number | undefined {
  const withBackground = (background: number) =>
    (state & ((1 << backgroundShift) - 1)) | (background << backgroundShift)
  if ((pair & 0x7ff0) === 0x1020) {
    const index = pair & 0xf
    // Opaque black is what all text has.
    return withBackground(index === 2 * black ? 0 : 1 + index)
  }
  if (pair === 0x172d) return withBackground(noBackground)
  if (pair !== 0x172e && pair !== 0x172f) return undefined
  return (state & ~(colourMask | italicBit | underlineBit)) | black | (pair === 0x172f ? underlineBit : 0)
}

/** The style that a state means; undefined for plain white text. */
export function toStyle(state: number): TextStyle | undefined {
  if (state === plainState) return undefined
  const colour = getColour(state)
  const background = backgrounds[state >> backgroundShift]
  return {
    ...(state & italicBit && { italic: true }),
    ...(state & underlineBit && { underline: true }),
    ...(colour > 0 && { colour: colours[colour]! }),
    ...(background && { backgroundColour: background }),
  }
}
