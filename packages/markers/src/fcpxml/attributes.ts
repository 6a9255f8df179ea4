/** Attributes of an element, each with a space before it; those without a value are left out. */
export function toAttributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeValue(value)}"`))
    .join('')
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Text as an attribute's value: line breaks and tabs as references, since a reader turns plain ones into spaces; what
 * XML 1.0 cannot hold at all as U+FFFD.
 */
export function escapeValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"\t\n\r\u0085\u2028]/g, character => references[character] ?? `&#${character.charCodeAt(0)};`)
}
