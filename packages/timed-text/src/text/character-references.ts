import { decodeHTML, decodeHTMLStrict } from 'entities/decode'

/** Replaces HTML's character references; a name that is unknown, or without its semicolon, stays as it is. */
export const decodeReferences = (text: string): string => decodeHTMLStrict(text)

/** The same as HTML reads text: a semicolon may be missing after numbers and old names. */
export const decodeHtmlReferences = (text: string): string => decodeHTML(text)

/** Escapes only those ampersands that {@link decodeReferences} would read as the start of a reference. */
export function escapeReferences(text: string): string {
  return text.replace(/&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi, reference =>
    decodeReferences(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
  )
}
