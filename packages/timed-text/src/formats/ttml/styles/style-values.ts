import type { Colour } from '../../../document/document.ts'
import { findColour } from '../../../text/colour.ts'

/** The styling attributes that we know, by their names without prefix, and where each one's value is to be found. */
export const styleAttributes: ReadonlyMap<string, StyleName> = new Map(
  Object.entries({
    tts: [
      'color',
      'backgroundColor',
      'fontFamily',
      'fontSize',
      'fontStyle',
      'fontWeight',
      'textDecoration',
      'textAlign',
      'lineHeight',
      'direction',
      'unicodeBidi',
      'wrapOption',
      'padding',
      'display',
      'ruby',
      'origin',
      'extent',
      'displayAlign',
      'writingMode',
      'showBackground',
      'overflow',
    ],
    ebutts: ['multiRowAlign', 'linePadding'],
    itts: ['fillLineGap'],
  } as const).flatMap(([prefix, names]) => names.map((name): [string, StyleName] => [`${prefix}:${name}`, name])),
)

export type StyleName =
  | 'color'
  | 'backgroundColor'
  | 'fontFamily'
  | 'fontSize'
  | 'fontStyle'
  | 'fontWeight'
  | 'textDecoration'
  | 'textAlign'
  | 'lineHeight'
  | 'direction'
  | 'unicodeBidi'
  | 'wrapOption'
  | 'padding'
  | 'display'
  | 'ruby'
  | 'origin'
  | 'extent'
  | 'displayAlign'
  | 'writingMode'
  | 'showBackground'
  | 'overflow'
  | 'multiRowAlign'
  | 'linePadding'
  | 'fillLineGap'

/** What an attribute says that says nothing. */
export const initialValues: Styles = {
  backgroundColor: '#00000000',
  fontStyle: 'normal',
  fontWeight: 'normal',
  textDecoration: 'none',
  lineHeight: 'normal',
  direction: 'ltr',
  unicodeBidi: 'normal',
  wrapOption: 'wrap',
  multiRowAlign: 'auto',
  linePadding: '0c',
  fillLineGap: 'false',
  writingMode: 'lrtb',
  padding: '0%',
  showBackground: 'always',
  overflow: 'visible',
}

/** Values of styling attributes of the file, checked and in one spelling. */
export type Styles = { readonly [Name in StyleName]?: string }

const words: { readonly [Name in StyleName]?: readonly string[] } = {
  fontStyle: ['normal', 'italic', 'oblique'],
  fontWeight: ['normal', 'bold'],
  textAlign: ['left', 'center', 'right', 'start', 'end', 'justify'],
  direction: ['ltr', 'rtl'],
  unicodeBidi: ['normal', 'embed', 'bidiOverride'],
  wrapOption: ['wrap', 'noWrap'],
  display: ['auto', 'none'],
  ruby: ['none', 'container', 'base', 'baseContainer', 'text', 'textContainer', 'delimiter'],
  displayAlign: ['before', 'center', 'after'],
  writingMode: ['lrtb', 'rltb', 'tbrl', 'tblr', 'lr', 'rl', 'tb'],
  showBackground: ['always', 'whenActive'],
  overflow: ['visible', 'hidden'],
  multiRowAlign: ['start', 'center', 'end', 'auto'],
  fillLineGap: ['true', 'false'],
}
const length = String.raw`[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:%|px|c|em|rw|rh)`
const patterns: { readonly [Name in StyleName]?: RegExp } = {
  fontSize: new RegExp(`^${length}(?: ${length})?$`),
  lineHeight: new RegExp(`^(?:normal|${length})$`),
  padding: new RegExp(`^${length}(?: ${length}){0,3}$`),
  linePadding: new RegExp(`^${length}$`),
  origin: new RegExp(`^(?:auto|${length} ${length})$`),
  extent: new RegExp(`^(?:auto|contain|cover|${length} ${length})$`),
  textDecoration:
    /^(?:none|(?:no)?(?:underline|lineThrough|overline)(?: (?:no)?(?:underline|lineThrough|overline)){0,5})$/i,
}

/** A value in its usual spelling; undefined when it is none that TTML knows. */
export function normaliseStyle(name: StyleName, text: string): string | undefined {
  if (name === 'color' || name === 'backgroundColor') return parseColour(text)
  if (text.length > 200) return undefined
  const value = text.trim().replace(/[\t\n\r ]+/g, ' ')
  if (name === 'fontFamily') return value === '' ? undefined : value
  const known = words[name]
  return (known ? known.includes(value) : patterns[name]!.test(value)) ? value : undefined
}

const rgbPattern = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d{1,3})\s*)?\)$/

/** A colour in any form of TTML: a name, `#rrggbb` with or without an opacity, `rgb()`, `rgba()` with 0 to 255. */
export function parseColour(text: string): Colour | undefined {
  if (text.length > 100) return undefined
  const value = text.trim()
  const rgb = rgbPattern.exec(value)
  if (rgb) {
    const parts = rgb.slice(1).flatMap(part => (part === undefined ? [] : [Number(part)]))
    if (parts.some(part => part > 255) || (parts.length === 4) !== value.startsWith('rgba')) return undefined
    return withoutFullOpacity(`#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`)
  }
  if (value.toLowerCase() === 'transparent') return '#00000000'
  const colour = findColour(value)
  return colour && withoutFullOpacity(colour)
}

function withoutFullOpacity(colour: Colour): Colour {
  return colour.length === 9 && colour.endsWith('ff') ? `#${colour.slice(1, 7)}` : colour
}

/** A length such as `12.5%` as its number and its unit. */
export function parseLength(text: string): { readonly value: number; readonly unit: string } | undefined {
  const match = /^([+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))(%|px|c|em|rw|rh)$/.exec(text)
  return match ? { value: Number(match[1]), unit: match[2]! } : undefined
}

/** A number without an exponent and without needless zeros, to 6 decimals. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}
