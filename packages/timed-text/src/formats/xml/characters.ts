/** What XML 1.0 has no place for: most control characters, two that are none, and halves of surrogate pairs. */
const foreign = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const suspicious = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** Whether XML has a place for every character of a text. */
export function isXmlText(text: string): boolean {
  return !suspicious.test(text) && text.isWellFormed()
}

/** The first character of a text that XML has no place for. */
export function findForeignCharacter(text: string): string | undefined {
  return foreign.exec(text)?.[0]
}

/** White space of XML, by character code. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

const asciiNames = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:') {
  asciiNames[character.charCodeAt(0)] = 1
}

/** Whether a character may be of a name; beyond ASCII all are taken, and {@link isName} decides. */
export function isNameCode(code: number): boolean {
  return code < 128 ? asciiNames[code] === 1 : code >= 128
}

/** Whether a character may begin a name, as {@link isNameCode} is about it. */
export function isNameStart(code: number): boolean {
  return isNameCode(code) && !(code >= 0x2d && code <= 0x39)
}

const nameStart =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}' +
  '\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}'
const localName = `[${nameStart}][${nameStart}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*`
const namePattern = new RegExp(`^${localName}(?::${localName})?$`, 'u')
const plainNamePattern = new RegExp(`^${localName}$`, 'u')

/** Whether a text is a name, with a prefix or without. */
export function isName(text: string): boolean {
  return namePattern.test(text)
}

/** Whether a text is a name without a prefix, as those of instructions are. */
export function isPlainName(text: string): boolean {
  return plainNamePattern.test(text)
}
