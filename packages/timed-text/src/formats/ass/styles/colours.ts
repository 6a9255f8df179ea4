import type { Colour } from '../../../document/document.ts'
import { toRgb } from '../text/override-tags.ts'

/** A colour of a style: `rgb` as in `#rrggbb`, and how transparent it is, from 0 to 255. */
export interface Paint {
  readonly rgb: string
  readonly alpha: number
}

/** Reads `&HAABBGGRR`, or the same as a decimal number, as SSA v4 has it. */
export function readPaint(text: string): Paint | undefined {
  const hex = /^&?H([\da-f]{1,8})&?$/i.exec(text)?.[1] ?? toHex(text)
  if (hex === undefined) return undefined
  const digits = hex.padStart(8, '0')
  return { rgb: toRgb(digits), alpha: Number.parseInt(digits.slice(0, 2), 16) }
}

function toHex(text: string): string | undefined {
  return /^-?\d{1,10}$/.test(text) ? (Number(text) >>> 0).toString(16) : undefined
}

/** `#rrggbb`, with the opacity where there is one. */
export function toColour({ rgb, alpha }: Paint): Colour {
  return alpha === 0 ? `#${rgb}` : `#${rgb}${toTwoDigits(255 - alpha).toLowerCase()}`
}

export function toPaint(colour: Colour): Paint {
  const opacity = colour.length > 7 ? Number.parseInt(colour.slice(7), 16) : 255
  return { rgb: colour.slice(1, 7), alpha: 255 - opacity }
}

/** `&HBBGGRR&` of an override tag. */
export function formatRgb({ rgb }: Paint): string {
  return `&H${toRgb(rgb).toUpperCase()}&`
}

/** `&HAA&` of an override tag. */
export function formatAlpha({ alpha }: Paint): string {
  return `&H${toTwoDigits(alpha)}&`
}

function toTwoDigits(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0')
}
