export type StyleTagName = 'b' | 'i' | 'u' | 's' | 'font'

/** One tag of a block; `reset` ends all of them. */
export type OverrideTag =
  | { readonly kind: 'open'; readonly name: StyleTagName; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: StyleTagName }
  | { readonly kind: 'alignment'; readonly digit: number }
  | { readonly kind: 'reset' }

/** A block of ASS, `{\i1\c&H00FFFF&}`, which players read in SubRip, too. */
export interface OverrideBlock {
  readonly kind: 'overrides'
  readonly tags: readonly OverrideTag[]
  /** Whether it has tags without a meaning here: positions, fades, karaoke. */
  readonly isPartial: boolean
  readonly length: number
}

const blockPattern = /\{(\\[1-9a-z][^{}\n]*)\}/iy
const anyOther = /\{\\(?!an?\d{1,2}\})[1-9a-z][^{}\n]*\}/i
/** Places of the older `\a`, as on a numeric keypad. */
const olderPlaces: Readonly<Record<string, number>> = { 1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6 }

/** Whether a text has a block that does more than to place it: then `\N` and `\h` are controls, too. */
export function hasOverrides(text: string): boolean {
  return text.includes('{\\') && anyOther.test(text)
}

/** Replaces the line breaks and spaces of ASS. */
export function replaceControls(text: string): string {
  return text.replace(/\\[Nnh]/g, control => (control === '\\h' ? '\u00a0' : '\n'))
}

export function findOverrideBlock(text: string, index: number): OverrideBlock | undefined {
  blockPattern.lastIndex = index
  const [whole, body = ''] = blockPattern.exec(text) ?? []
  if (whole === undefined) return undefined
  // What is animated, `\t(…)`, is in parentheses.
  const [, ...names] = body.replace(/\([^()]*\)/g, '()').split('\\')
  const tags = names.map(readTag)
  const known = tags.filter(tag => tag !== undefined)
  return { kind: 'overrides', tags: known, isPartial: known.length < tags.length, length: whole.length }
}

function readTag(text: string): OverrideTag | undefined {
  const place = /^an([1-9])$/.exec(text)?.[1] ?? olderPlaces[/^a(\d{1,2})$/.exec(text)?.[1] ?? '']
  if (place !== undefined) return { kind: 'alignment', digit: Number(place) }
  const [, name, value] = /^([bius])(\d{0,3})$/.exec(text) ?? []
  if (name !== undefined) {
    const isOn = value === '1' || (name === 'b' && Number(value) >= 600)
    return isOn
      ? { kind: 'open', name: name as StyleTagName, attributes: '' }
      : { kind: 'close', name: name as StyleTagName }
  }
  return text.startsWith('r') ? { kind: 'reset' } : readFont(text)
}

function readFont(text: string): OverrideTag | undefined {
  const font = (attributes: string): OverrideTag => ({ kind: 'open', name: 'font', attributes })
  const colour = /^1?c&?H?([\da-f]{1,8})&?$/i.exec(text)?.[1]?.padStart(6, '0').slice(-6)
  // Blue comes first.
  if (colour !== undefined) return font(` color="#${colour.slice(4)}${colour.slice(2, 4)}${colour.slice(0, 2)}"`)
  const face = /^fn([^"<>]+)$/.exec(text)?.[1]
  if (face !== undefined) return font(` face="${face}"`)
  const size = /^fs(\d{1,3}(?:\.\d{1,3})?)$/.exec(text)?.[1]
  return size === undefined ? undefined : font(` size="${size}"`)
}
