/** A tag of an override block, `{\i1\c&H00FFFF&}`; a value that is absent is that of the style. */
export type OverrideTag =
  | { readonly kind: 'flag'; readonly name: FlagName; readonly isOn: boolean | undefined }
  /** The text itself is painted, or its outline. */
  | { readonly kind: 'colour'; readonly of: 'text' | 'outline'; readonly rgb: string | undefined }
  /** 0 is opaque, 255 transparent. */
  | { readonly kind: 'alpha'; readonly of: 'text' | 'outline' | 'all'; readonly alpha: number | undefined }
  | { readonly kind: 'font'; readonly name: string | undefined }
  | { readonly kind: 'size'; readonly size: number | undefined }
  /** A place as on a numeric keypad. */
  | { readonly kind: 'alignment'; readonly digit: number }
  | { readonly kind: 'position'; readonly x: number; readonly y: number }
  | { readonly kind: 'reset'; readonly style: string }
  | { readonly kind: 'drawing'; readonly isOn: boolean }
  | { readonly kind: 'wrap'; readonly style: number }
  /** Anything else: animations, karaoke, clips. */
  | { readonly kind: 'other'; readonly name: string }

export type FlagName = 'bold' | 'italic' | 'underline' | 'strikeThrough'

const flagNames: Readonly<Record<string, FlagName>> = { b: 'bold', i: 'italic', u: 'underline', s: 'strikeThrough' }

/** The places of `\a` and of the styles of SSA v4, as on a numeric keypad. */
export const olderPlaces: Readonly<Record<string, number>> = {
  1: 1,
  2: 2,
  3: 3,
  5: 7,
  6: 8,
  7: 9,
  9: 4,
  10: 5,
  11: 6,
}

/** The tags of a block, without its braces; `comment` is what is before the first. */
export function readOverrideBlock(body: string): { readonly tags: readonly OverrideTag[]; readonly comment: string } {
  const [comment = '', ...texts] = splitTags(body)
  return { tags: texts.map(text => readTag(text.trim())), comment }
}

/** Splits at backslashes, but not inside of parentheses: `\t(0,5,\fs40)` is one tag. */
function splitTags(body: string): string[] {
  const texts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < body.length; index++) {
    const character = body[index]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === '\\' && depth === 0) {
      texts.push(body.slice(start, index))
      start = index + 1
    }
  }
  texts.push(body.slice(start))
  return texts
}

const positionPattern = /^pos\(\s*(-?\d{1,6}(?:\.\d{1,9})?)\s*,\s*(-?\d{1,6}(?:\.\d{1,9})?)\s*\)?$/

function readTag(text: string): OverrideTag {
  const [, flag = '', weight = ''] = /^([bius])(\d{0,3})$/.exec(text) ?? []
  const flagName = flagNames[flag]
  if (flagName) return { kind: 'flag', name: flagName, isOn: weight === '' ? undefined : isFlagOn(flag, weight) }
  const place = /^an([1-9])$/.exec(text)?.[1] ?? olderPlaces[/^a(\d{1,2})$/.exec(text)?.[1] ?? '']
  if (place !== undefined) return { kind: 'alignment', digit: Number(place) }
  const [, x, y] = positionPattern.exec(text) ?? []
  if (x !== undefined) return { kind: 'position', x: Number(x), y: Number(y) }
  return readPaint(text) ?? readFont(text) ?? readState(text) ?? { kind: 'other', name: findName(text) }
}

function isFlagOn(flag: string, value: string): boolean {
  return value === '1' || (flag === 'b' && Number(value) >= 600)
}

function readPaint(text: string): OverrideTag | undefined {
  const colour = /^([13]?)c(?:&?H?([\da-f]{1,8})&?)?$/i.exec(text)
  if (colour) return { kind: 'colour', of: colour[1] === '3' ? 'outline' : 'text', rgb: colour[2] && toRgb(colour[2]) }
  const [whole, part, alpha] = /^(1a|3a|alpha)(?:&?H?([\da-f]{1,8})&?)?$/i.exec(text) ?? []
  if (whole === undefined) return undefined
  const of = part === '1a' ? 'text' : part === '3a' ? 'outline' : 'all'
  return { kind: 'alpha', of, alpha: alpha === undefined ? undefined : Number.parseInt(alpha.slice(-2), 16) }
}

/** Red, green and blue of hexadecimal digits in which blue comes first. */
export function toRgb(digits: string): string {
  const [, blue = '', green = '', red = ''] = /(..)(..)(..)$/.exec(digits.toLowerCase().padStart(6, '0')) ?? []
  return red + green + blue
}

function readFont(text: string): OverrideTag | undefined {
  if (text.startsWith('fn')) {
    const name = text.slice(2).trim()
    return { kind: 'font', name: name === '' || name === '0' ? undefined : name }
  }
  const [whole, size = ''] = /^fs(\d{0,5}(?:\.\d{1,9})?)$/.exec(text) ?? []
  return whole === undefined ? undefined : { kind: 'size', size: Number(size) || undefined }
}

function readState(text: string): OverrideTag | undefined {
  if (text.startsWith('r')) return { kind: 'reset', style: text.slice(1).trim() }
  const [, name, value] = /^([pq])(\d{1,3})$/.exec(text) ?? []
  if (name === 'p') return { kind: 'drawing', isOn: Number(value) > 0 }
  return name === 'q' ? { kind: 'wrap', style: Number(value) } : undefined
}

function findName(text: string): string {
  return /^\d?[a-z]{1,9}/i.exec(text)?.[0] ?? ''
}
