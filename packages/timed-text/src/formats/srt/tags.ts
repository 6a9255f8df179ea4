import type { TextStyle } from '../../document/document.ts'
import { decodeReferences } from '../../text/character-references.ts'
import { findColour } from '../../text/colour.ts'

import { findOverrideBlock, type OverrideBlock, type StyleTagName } from './override-block.ts'

/** Something in the text that is not text, and how long it is. */
export type Tag =
  | { readonly kind: 'open'; readonly name: StyleTagName; readonly attributes: string; readonly length: number }
  | { readonly kind: 'close'; readonly name: StyleTagName; readonly length: number }
  | { readonly kind: 'break'; readonly length: number }
  /** A tag of WebVTT, which has no meaning here. */
  | { readonly kind: 'foreign'; readonly length: number }
  | { readonly kind: 'alignment'; readonly digit: number; readonly length: number }
  | OverrideBlock

const braceTags = /\{(?:\\an([1-9])|(\/?)([bius]))\}/iy
/** Where a tag in braces may begin. */
const braceBegins = /\{(?:\\[1-9a-z]|\/?[bius]\})/iy
const angleTags = /<(\/?)(?:(b|i|u|s|strike|font|br)(?=[\s/>])|(?:ruby|rt|lang|[cv])(?=[\s/>.]))/iy

/** The tag that begins at an index, where a `<` or `{` stands; undefined when it is plain text. */
export function findTag(text: string, index: number): Tag | undefined {
  return text[index] === '{' ? findBraceTag(text, index) : findAngleTag(text, index)
}

/**
 * Whether a `<` or `{` must be escaped to be read as text. A `<b ` counts before its `>` is found: what is escaped
 * after it must not make it whole.
 */
export function beginsLikeTag(text: string, index: number): boolean {
  const pattern = text[index] === '{' ? braceBegins : angleTags
  pattern.lastIndex = index
  return pattern.test(text)
}

function findBraceTag(text: string, index: number): Tag | undefined {
  braceTags.lastIndex = index
  const match = braceTags.exec(text)
  if (!match) return findOverrideBlock(text, index)
  const length = braceTags.lastIndex - index
  if (match[1]) return { kind: 'alignment', digit: Number(match[1]), length }
  const name = match[3]!.toLowerCase() as StyleTagName
  return match[2] ? { kind: 'close', name, length } : { kind: 'open', name, attributes: '', length }
}

function findAngleTag(text: string, index: number): Tag | undefined {
  angleTags.lastIndex = index
  const match = angleTags.exec(text)
  if (!match) return undefined
  const start = angleTags.lastIndex
  // A tag ends on its line and before the next "<", so that reading stays linear whatever the text.
  let end = start
  while (end < text.length && text[end] !== '>' && text[end] !== '<' && text[end] !== '\n') end++
  if (text[end] !== '>') return undefined
  const length = end + 1 - index
  if (match[2] === undefined) return { kind: 'foreign', length }
  const name = match[2].toLowerCase().replace('strike', 's')
  if (name === 'br') return { kind: 'break', length }
  if (match[1]) return { kind: 'close', name: name as StyleTagName, length }
  return { kind: 'open', name: name as StyleTagName, attributes: text.slice(start, end), length }
}

const attributePattern = /[\s/]*([a-z]{1,20})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/iy

/** The style of an opening tag; `report` is called with what cannot be used. */
export function toStylePatch(name: StyleTagName, attributes: string, report: (problem: string) => void): TextStyle {
  if (name === 'b') return { bold: true }
  if (name === 'i') return { italic: true }
  if (name === 'u') return { underline: true }
  if (name === 's') return { strikeThrough: true }
  let style: TextStyle = {}
  attributePattern.lastIndex = 0
  while (attributePattern.lastIndex < attributes.length) {
    const from = attributePattern.lastIndex
    const match = attributePattern.exec(attributes)
    if (!match) {
      if (/[^\s/]/.test(attributes.slice(from))) report('An attribute of <font> could not be read')
      break
    }
    style = { ...style, ...toFontPatch(match[1]!, match[2] ?? match[3] ?? match[4]!, report) }
  }
  return style
}

function toFontPatch(attribute: string, raw: string, report: (problem: string) => void): TextStyle {
  const value = decodeReferences(raw)
  switch (attribute.toLowerCase()) {
    case 'color': {
      const colour = findColour(value)
      if (!colour) report('A colour of <font> is not known')
      return colour ? { colour } : {}
    }
    case 'face':
      return { fontFamily: value }
    case 'size':
      return { fontSize: value }
    default:
      report('<font> has an attribute that is not color, face or size')
      return {}
  }
}
