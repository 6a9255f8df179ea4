import type { LossLog } from '../../../document/diagnostics.ts'
import type { TextPart, TextStyle } from '../../../document/document.ts'
import { isColour } from '../../../text/colour.ts'
import { findGenericFont } from '../../../text/font-families.ts'
import { appendText, normaliseParts } from '../../../text/text-parts.ts'
import type { Context } from '../script.ts'
import { formatAlpha, formatRgb, toPaint } from '../styles/colours.ts'
import type { Style } from '../styles/style.ts'
import { escapeText } from '../text/escape.ts'
import type { FlagName } from '../text/override-tags.ts'
import { createState, toTextStyle } from '../text/run-state.ts'

/** The parts of a cue without what ASS cannot hold. */
export function keepSupported(parts: readonly TextPart<number>[], index: number, log: LossLog): TextPart<number>[] {
  const supported: TextPart<number>[] = []
  for (const part of normaliseParts(parts)) {
    if (part.type === 'lineBreak') {
      supported.push(part)
      continue
    }
    if (part.start !== undefined || part.end !== undefined) {
      log.lose('STYLE_UNSUPPORTED', 'warning', 'Times inside a cue were left out', index)
    }
    appendText(supported, part.content, part.style && keepStyle(part.style, index, log), undefined)
  }
  return supported
}

function keepStyle(style: TextStyle, index: number, log: LossLog): TextStyle | undefined {
  const { speaker: _speaker, language, classes, ruby, doubleHeight, ...supported } = style
  for (const [name, value] of Object.entries({ language, classes, ruby, doubleHeight })) {
    if (value !== undefined) log.lose('STYLE_UNSUPPORTED', 'warning', `ASS has no ${name}; it was left out`, index)
  }
  const kept: { -readonly [Name in keyof TextStyle]: TextStyle[Name] } = { ...supported }
  const drop = (name: keyof TextStyle, message: string) => {
    delete kept[name]
    log.lose('STYLE_UNSUPPORTED', 'warning', message, index)
  }
  for (const name of ['colour', 'backgroundColour'] as const) {
    const colour = kept[name]
    if (colour !== undefined && !isColour(colour)) drop(name, 'Colours that are not #rrggbb were left out')
  }
  const { fontFamily, fontSize } = kept
  const generic = fontFamily === undefined ? undefined : findGenericFont(fontFamily)
  if (generic !== undefined) {
    kept.fontFamily = generic
    log.lose('STYLE_UNSUPPORTED', 'info', 'A font was written for generic families', index)
  } else if (fontFamily !== undefined && !isFontName(fontFamily)) drop('fontFamily', 'A name of a font was left out')
  if (fontSize !== undefined && readPercent(fontSize) === undefined) {
    drop('fontSize', 'Sizes of fonts that are not in percent were left out')
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

function isFontName(name: string): boolean {
  return name !== '' && name !== '0' && name.trim() === name && !/[\\{}()\0\r\n]/.test(name)
}

function readPercent(size: string): number | undefined {
  const percent = Number(/^(\d{1,4}(?:\.\d{1,6})?)%$/.exec(size)?.[1])
  return percent >= 1 ? percent : undefined
}

/** Writes texts in a style; `plain` is one to which all can be reset. */
export function writeText(
  parts: readonly TextPart<number>[],
  lead: string,
  { style, plain }: { readonly style: Style; readonly plain: () => Style },
  { defaultStyle }: Context,
): string {
  const toWritten = (style: Style) => toTextStyle(createState(style, defaultStyle)) ?? {}
  const base = toWritten(style)
  let current = base
  let tags = lead
  let content = ''
  for (const part of parts) {
    if (part.type === 'lineBreak') {
      content += '\\N'
      continue
    }
    const wanted = part.style ?? {}
    const change = (from: TextStyle) => writeChange(from, wanted, defaultStyle.fontSize)
    tags += change(current) ?? prefix('\\r', change(base)) ?? `\\r${plain().name}${change({})}`
    current = wanted
    content += tags === '' ? '' : `{${tags}}`
    tags = ''
    content += escapeText(part.content)
  }
  return tags === '' ? content : `{${tags}}${content}`
}

function prefix(tag: string, tags: string | undefined): string | undefined {
  return tags === undefined ? undefined : tag + tags
}

const flagTags: readonly (readonly [FlagName, string])[] = [
  ['bold', 'b'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['strikeThrough', 's'],
]

/** The tags from one style to another; undefined where something would have to be as if nothing said it. */
function writeChange(from: TextStyle, to: TextStyle, wholeSize: number): string | undefined {
  let tags = ''
  for (const [name, tag] of flagTags) if (from[name] !== to[name]) tags += `\\${tag}${to[name] ? 1 : 0}`
  for (const name of ['colour', 'fontFamily', 'fontSize'] as const) {
    if (from[name] !== undefined && to[name] === undefined) return undefined
  }
  if (to.colour !== undefined && to.colour !== from.colour) {
    const paint = toPaint(to.colour)
    tags += `\\c${formatRgb(paint)}`
    if (paint.alpha !== (from.colour ? toPaint(from.colour).alpha : 0)) tags += `\\1a${formatAlpha(paint)}`
  }
  if (to.fontFamily !== undefined && to.fontFamily !== from.fontFamily) tags += `\\fn${to.fontFamily}`
  if (to.fontSize !== undefined && to.fontSize !== from.fontSize) {
    tags += `\\fs${formatNumber((readPercent(to.fontSize)! * wholeSize) / 100)}`
  }
  return tags + writeBox(from, to)
}

function writeBox({ backgroundColour: from }: TextStyle, { backgroundColour: to }: TextStyle): string {
  if (from === to) return ''
  if (to === undefined) return '\\3a&HFF&'
  const paint = toPaint(to)
  return `\\3c${formatRgb(paint)}\\3a${formatAlpha(paint)}`
}

/** To 6 decimals. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}
