import { findLibraries } from '#libraries'
import type { Report } from '../document/diagnostics.ts'

/** Replaces HTML's character references; a name that is unknown, or without its semicolon, stays as it is. */
export const decodeReferences = (text: string): string =>
  findLibraries()?.decodeHTMLStrict(text) ?? decodeFrequent(text)

/** The same as HTML reads text: a semicolon may be missing after numbers and old names. */
export const decodeHtmlReferences = (text: string): string => findLibraries()?.decodeHTML(text) ?? decodeFrequent(text)

/** Escapes only those ampersands that {@link decodeReferences} would read as the start of a reference. */
export function escapeReferences(text: string): string {
  return text.replace(/&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi, reference =>
    decodeReferences(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
  )
}

/** Names that files need: those of XML, and those of WebVTT. */
const frequent: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
])

function decodeFrequent(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return frequent.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

/** Reports names that are not known yet, in a browser that has not loaded them. */
export function reportUnknownNames(text: string, report: Report): void {
  if (findLibraries()) return
  const names = text.match(/&[a-z][a-z\d]*;?/gi) ?? []
  if (names.every(name => frequent.has(name.replace(/[&;]/g, '')))) return
  report('IMPORT_MARKUP_REPAIRED', 'error', 'Names of characters stayed as they are: loadLibraries() loads them')
}
