import type { Colour } from '../../../document/document.ts'
import { findColour } from '../../../text/colour.ts'

/** Styles of TTML2 and IMSC that documents have no member for, and that IMSC alone is written with, by their prefixes. */
const imscNames = {
  tts: [
    'rubyAlign',
    'rubyPosition',
    'rubyReserve',
    'textCombine',
    'textEmphasis',
    'textOutline',
    'textShadow',
    'shear',
    'fontVariant',
    'opacity',
    'luminanceGain',
    'disparity',
  ],
  itts: ['forcedDisplay'],
} as const

/** The styling attributes that we know, by their prefixes. */
const styleNames = {
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
    'visibility',
    'ruby',
    'origin',
    'extent',
    'displayAlign',
    'writingMode',
    'showBackground',
    'overflow',
    'position',
    ...imscNames.tts,
  ],
  ebutts: ['multiRowAlign', 'linePadding'],
  itts: ['fillLineGap', ...imscNames.itts],
} as const

export type StyleName = (typeof styleNames)[keyof typeof styleNames][number]

export const imscStyles: readonly StyleName[] = [...imscNames.tts, ...imscNames.itts]

/** Where the value of each attribute is to be found, by its name in a file. */
export const styleAttributes: ReadonlyMap<string, StyleName> = new Map(
  Object.entries(styleNames).flatMap(([prefix, names]) =>
    names.map((name): [string, StyleName] => [`${prefix}:${name}`, name]),
  ),
)

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
  visibility: 'visible',
  rubyAlign: 'center',
  rubyPosition: 'outside',
  rubyReserve: 'none',
  textCombine: 'none',
  textEmphasis: 'none',
  textOutline: 'none',
  textShadow: 'none',
  shear: '0%',
  fontVariant: 'normal',
  opacity: '1',
  luminanceGain: '1.0',
  disparity: '0px',
  forcedDisplay: 'false',
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
  display: ['auto', 'none', 'inlineBlock'],
  visibility: ['visible', 'hidden'],
  ruby: ['none', 'container', 'base', 'baseContainer', 'text', 'textContainer', 'delimiter'],
  displayAlign: ['before', 'center', 'after'],
  writingMode: ['lrtb', 'rltb', 'tbrl', 'tblr', 'lr', 'rl', 'tb'],
  showBackground: ['always', 'whenActive'],
  overflow: ['visible', 'hidden'],
  multiRowAlign: ['start', 'center', 'end', 'auto'],
  fillLineGap: ['true', 'false'],
  forcedDisplay: ['true', 'false'],
  rubyAlign: ['start', 'center', 'end', 'spaceAround', 'spaceBetween', 'withBase'],
  rubyPosition: ['before', 'after', 'outside'],
  textCombine: ['none', 'all'],
  fontVariant: ['normal', 'super', 'sub'],
}
const length = String.raw`[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:%|px|c|em|rw|rh)`
const positionPart = `center|left|right|top|bottom|${length}`
const paint = String.raw`(?:#[\da-fA-F]{6,8}|[a-z]{3,12}|rgba?\(\d{1,3}(?:, ?\d{1,3}){2,3}\))`
const shadow = `${length} ${length}(?: ${length})?(?: ${paint})?`
const patterns: { readonly [Name in StyleName]?: RegExp } = {
  fontSize: new RegExp(`^${length}(?: ${length})?$`),
  lineHeight: new RegExp(`^(?:normal|${length})$`),
  padding: new RegExp(`^${length}(?: ${length}){0,3}$`),
  linePadding: new RegExp(`^${length}$`),
  origin: new RegExp(`^(?:auto|${length} ${length})$`),
  extent: new RegExp(`^(?:auto|contain|cover|${length} ${length})$`),
  position: new RegExp(`^(?:${positionPart})(?: (?:${positionPart})){0,3}$`),
  rubyReserve: new RegExp(`^(?:none|(?:both|before|after|outside)(?: ${length})?)$`),
  textEmphasis: /^[\w#"' ]{1,60}$/,
  textOutline: new RegExp(`^(?:none|(?:${paint} )?${length}(?: ${length})?)$`),
  textShadow: new RegExp(`^(?:none|${shadow}(?:, ?${shadow}){0,3})$`),
  shear: /^-?\d{1,3}(?:\.\d{1,6})?%$/,
  opacity: /^(?:0|1|[01]?\.\d{1,6})$/,
  luminanceGain: /^\d{1,4}(?:\.\d{1,6})?$/,
  disparity: new RegExp(`^${length}$`),
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
