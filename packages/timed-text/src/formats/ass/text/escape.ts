/*
 * `\N` breaks a line, `\n` only where lines are not wrapped, `\h` is U+00A0. Braces are escaped by a backslash, and a
 * backslash that would be read as the begin of any of these by U+2060, which is not seen, after it: players do not agree
 * on a better way.
 */

const joiner = '\u2060'

/** Text between override blocks as it is meant. */
export function unescapeText(text: string, wrapStyle: number): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\([Nnh{}\u2060])/g, (_, code: string) => {
    if (code === 'N') return '\n'
    if (code === 'n') return wrapStyle === 2 ? '\n' : ' '
    if (code === 'h') return '\u00a0'
    return code === joiner ? '\\' : code
  })
}

/** Text with its escapes; newlines become `\N`. */
export function escapeText(text: string): string {
  if (!/[\\{\n]/.test(text)) return text
  return text
    .replace(/\\(?=[Nnh{}\u2060]|$)/g, `\\${joiner}`)
    .replaceAll('{', '\\{')
    .replaceAll('\n', '\\N')
}
