import type { Colour, TextStyle } from '../../document/document.ts'

/** The eight colours of teletext, in the order of their codes. */
export const colours = [
  '#000000',
  '#ff0000',
  '#00ff00',
  '#ffff00',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#ffffff',
] as const satisfies readonly Colour[]

export const black = 0
export const white = 7

/*
 * The state of text while it is read or written is one number:
 *
 *   bits 0–2 foreground   3–5 background   6 double height   7 italic   8 underline   9 box of open subtitles
 */
export const backgroundShift = 3
export const doubleHeightBit = 1 << 6
export const italicBit = 1 << 7
export const underlineBit = 1 << 8
export const boxBit = 1 << 9
export const plainState = white | (black << backgroundShift)

const styles: (TextStyle | undefined)[] = Array.from({ length: 1 << 10 }, (_, state) => createStyle(state))

/** The style that a state means; undefined for plain white text. */
export function getStyle(state: number): TextStyle | undefined {
  return styles[state]
}

export function getForeground(state: number): number {
  return state & 7
}

export function getBackground(state: number): number {
  return (state >> backgroundShift) & 7
}

/** White text on black is what every player shows, so that only other colours are written; so is a box of open subtitles. */
function createStyle(state: number): TextStyle | undefined {
  const foreground = getForeground(state)
  const background = getBackground(state)
  const style: TextStyle = {
    ...(state & italicBit && { italic: true }),
    ...(state & underlineBit && { underline: true }),
    ...(foreground !== white && { colour: colours[foreground]! }),
    ...(background !== black
      ? { backgroundColour: colours[background]! }
      : state & boxBit && { backgroundColour: colours[black] }),
    ...(state & doubleHeightBit && { doubleHeight: true }),
  }
  return Object.keys(style).length > 0 ? Object.freeze(style) : undefined
}
