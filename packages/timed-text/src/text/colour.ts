import type { Colour } from '../document/document.ts'

/** The sixteen colours of HTML 4 with the aliases and extras that subtitle editors write. */
const namedColours: ReadonlyMap<string, Colour> = new Map<string, Colour>([
  ['black', '#000000'],
  ['silver', '#c0c0c0'],
  ['gray', '#808080'],
  ['grey', '#808080'],
  ['white', '#ffffff'],
  ['maroon', '#800000'],
  ['red', '#ff0000'],
  ['purple', '#800080'],
  ['fuchsia', '#ff00ff'],
  ['magenta', '#ff00ff'],
  ['green', '#008000'],
  ['lime', '#00ff00'],
  ['olive', '#808000'],
  ['yellow', '#ffff00'],
  ['navy', '#000080'],
  ['blue', '#0000ff'],
  ['teal', '#008080'],
  ['aqua', '#00ffff'],
  ['cyan', '#00ffff'],
  ['orange', '#ffa500'],
  ['gold', '#ffd700'],
  ['pink', '#ffc0cb'],
  ['brown', '#a52a2a'],
])

/** A colour as HTML writes it: a name, `#rgb`, `#rrggbb` or `#rrggbbaa`, the `#` being optional. */
export function findColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase()
  const named = namedColours.get(value)
  if (named) return named
  const digits = value.startsWith('#') ? value.slice(1) : value
  if (!/^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  if (digits.length > 3) return `#${digits}`
  const [red = '', green = '', blue = ''] = digits
  return `#${red}${red}${green}${green}${blue}${blue}`
}

/** Whether a value is a colour as documents hold it. */
export function isColour(value: string): value is Colour {
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/.test(value)
}
