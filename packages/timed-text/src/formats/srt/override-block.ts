import { readOverrideBlock, type OverrideTag as SharedTag } from '../ass/text/override-tags.ts'

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
const flagTags = { bold: 'b', italic: 'i', underline: 'u', strikeThrough: 's' } as const

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
  const { tags } = readOverrideBlock(body)
  const known = tags.map(toTag).filter(tag => tag !== undefined)
  return { kind: 'overrides', tags: known, isPartial: known.length < tags.length, length: whole.length }
}

/** The tag of SubRip that says the same; undefined where there is none. */
function toTag(tag: SharedTag): OverrideTag | undefined {
  const font = (attributes: string): OverrideTag => ({ kind: 'open', name: 'font', attributes })
  switch (tag.kind) {
    case 'flag':
      return tag.isOn
        ? { kind: 'open', name: flagTags[tag.name], attributes: '' }
        : { kind: 'close', name: flagTags[tag.name] }
    case 'alignment':
      return { kind: 'alignment', digit: tag.digit }
    case 'reset':
      return { kind: 'reset' }
    case 'colour':
      return tag.of === 'text' && tag.rgb !== undefined ? font(` color="#${tag.rgb}"`) : undefined
    case 'font':
      return tag.name === undefined || /["<>]/.test(tag.name) ? undefined : font(` face="${tag.name}"`)
    case 'size':
      return tag.size === undefined ? undefined : font(` size="${tag.size}"`)
    default:
      return undefined
  }
}
