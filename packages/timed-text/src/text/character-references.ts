import { bareEntities, htmlEntities } from './html-entities.ts'

let named: ReadonlyMap<string, string> | undefined

/** The characters of a name of HTML; the table is made when it is first asked for. */
function findNamed(name: string): string | undefined {
  named ??= new Map(
    htmlEntities.split(' ').map((entry): [string, string] => {
      const [name = '', codes = ''] = entry.split(':')
      return [name, String.fromCodePoint(...codes.split('+').map(code => Number.parseInt(code, 16)))]
    }),
  )
  return named.get(name)
}

const referencePattern = /&(?:#(\d{1,8})|#[xX]([\da-fA-F]{1,8})|([A-Za-z][A-Za-z\d]{1,31}));/g

/** Replaces HTML's character references; a name that is not known here, or without its semicolon, stays as it is. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(referencePattern, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return findNamed(name) ?? reference
    return toCharacter(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })
}

/** Escapes only those ampersands that {@link decodeReferences} would take for the start of a reference. */
export function escapeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(referencePattern, reference =>
    decodeReferences(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
  )
}

function toCharacter(codePoint: number): string {
  const isScalar = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
  return isScalar ? String.fromCodePoint(codePoint) : '\ufffd'
}

const htmlPattern = /&(?:#(\d+);?|#[xX]([\da-fA-F]+);?|([A-Za-z][A-Za-z\d]{1,31})(;?))/g
const bareNames: ReadonlySet<string> = new Set(bareEntities.split(' '))
const longestBareName = 6

/** Replaces character references as HTML has them in text: a semicolon may be missing behind numbers and old names. */
export function decodeHtmlReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    htmlPattern,
    (reference, decimal: string | undefined, hex: string | undefined, name = '', semicolon = '') => {
      if (decimal !== undefined) return toHtmlCharacter(Number(decimal))
      if (hex !== undefined) return toHtmlCharacter(Number.parseInt(hex, 16))
      const found = semicolon === '' ? undefined : findNamed(name)
      return found ?? decodeBareName(name, semicolon) ?? reference
    },
  )
}

/** The longest old name that a text begins with. */
function decodeBareName(text: string, semicolon: string): string | undefined {
  for (let length = Math.min(text.length, longestBareName); length >= 2; length--) {
    const name = text.slice(0, length)
    if (bareNames.has(name)) return `${findNamed(name)}${text.slice(length)}${semicolon}`
  }
  return undefined
}

/** Numbers of controls mean the characters that Windows has there. */
function toHtmlCharacter(codePoint: number): string {
  if (codePoint < 0x80 || codePoint > 0x9f) return toCharacter(codePoint)
  return new TextDecoder('windows-1252').decode(Uint8Array.of(codePoint))
}
