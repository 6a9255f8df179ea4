import type { Colour } from '../document/document.ts'
import { namedColours } from './colour-names.ts'

/** No colour is spelled longer. */
const longest = 100

/**
 * A colour as HTML and CSS write it: a name, `#rgb`, `#rrggbb` or these with an opacity, the `#` being optional, `rgb()`
 * or `rgba()`.
 */
export function findColour(text: string): Colour | undefined {
  if (text.length > longest) return undefined
  const value = text.trim().toLowerCase()
  const named = namedColours.get(value)
  if (named) return named
  if (value.startsWith('rgb')) return findFunction(value)
  const digits = value.startsWith('#') ? value.slice(1) : value
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  // Without the `#`, four digits are as well a number.
  if (digits.length === 4 && digits === value) return undefined
  return digits.length > 4 ? `#${digits}` : `#${digits.replace(/./g, '$&$&')}`
}

const part = String.raw`\s*(\d{1,3}(?:\.\d{1,9})?%?)\s*`
const opacity = String.raw`\s*((?:\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})%?)\s*`
/** CSS Color 4, section 5.1: numbers or percentages, with commas or with spaces between, and an opacity from 0 to 1. */
const functionPattern = new RegExp(
  String.raw`^rgba?\((?:${part},${part},${part}(?:,${opacity})?|${part}\s${part}\s${part}(?:/${opacity})?)\)$`,
)

function findFunction(value: string): Colour | undefined {
  const match = functionPattern.exec(value)
  if (!match) return undefined
  const [red = '', green = '', blue = '', alpha] = match[1] === undefined ? match.slice(5) : match.slice(1)
  const toByte = (text: string, whole: number) => {
    const share = text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text) / whole
    return Math.round(Math.min(1, share) * 255)
  }
  const bytes = [red, green, blue].map(text => toByte(text, 255))
  if (alpha !== undefined && toByte(alpha, 1) < 255) bytes.push(toByte(alpha, 1))
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The nearest colour whose channels are full or empty. A dark one goes to its bright shade, since black text is not seen. */
export function toFullColour(colour: Colour): Colour {
  const channels = [1, 3, 5].map(index => Number.parseInt(colour.slice(index, index + 2), 16))
  const threshold = Math.min(128, Math.max(1, Math.max(...channels) / 2))
  return `#${channels.map(channel => (channel >= threshold ? 'ff' : '00')).join('')}`
}

/** Whether a value is a colour as documents hold it. */
export function isColour(value: string): value is Colour {
  return /^#[\da-f]{6}(?:[\da-f]{2})?$/.test(value)
}
