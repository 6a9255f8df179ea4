/*
 * The character code tables 00 to 04 that the text of an STL file is written in.
 *
 * Table 00 is the Latin one after ISO 6937: an accent stands before its letter. The others are parts 5 to 8 of
 * ISO 8859. Bytes below 20 and from 80 to 9F are controls in all of them.
 */

import { toCanonicalLanguage } from '../../language.ts'

/** Latin, Cyrillic, Arabic, Greek, Hebrew. */
export type CodeTable = '00' | '01' | '02' | '03' | '04'

export interface Characters {
  /** The character of each byte; empty for controls, accents and what is not defined. */
  readonly decode: readonly string[]
  /** The combining mark of each byte that is an accent. */
  readonly marks: readonly (string | undefined)[]
  /** The letter of an accent and the byte that follows it. */
  readonly combine: (accent: number, letter: number) => string
  /** The byte of a character, or two as 256 × accent + letter. */
  readonly encode: ReadonlyMap<string, number>
  /** The accent of a combining mark. */
  readonly accents: ReadonlyMap<string, number>
}

/** Bytes A0 to FF of table 00; a space where there is nothing, or an accent. */
const latinUpper =
  '\u00a0¡¢£$¥ § ‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿                ―¹®©™♪¬¦    ⅛⅜⅝⅞ΩÆĐạĦ ĲĿŁØŒọÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u00ad'

/** Accents of table 00, from C1; a space where there is none. */
const latinMarks = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308 \u030a\u0327\u0331\u030b\u0328\u030c'
/** What an accent before a space is, in the same order. */
const spacingAccents = '`´^~¯˘˙¨ ˚¸ˍ˝˛ˇ'
const firstMark = 0xc1
const space = 0x20

/** Languages that write ª and º, where others have ạ and ọ: the table was printed so that both were read into it. */
const ordinalLanguages: ReadonlySet<string> = new Set(['ca', 'es', 'gl', 'it', 'oc', 'pt'])
const ordinals: readonly (readonly [byte: number, ordinal: string])[] = [
  [0xe3, 'ª'],
  [0xeb, 'º'],
]

/** Characters with the same shape as one of the table. */
const latinTwins: readonly (readonly [twin: string, byte: number])[] = [
  ['Ð', 0xe2],
  ['μ', 0xb5],
]

const isoLabels = { '01': 'iso-8859-5', '02': 'iso-8859-6', '03': 'iso-8859-7', '04': 'iso-8859-8' } as const

const known = new Map<string, Characters>()

/** The characters of a code table; the language (BCP 47) decides about ª and º in table 00. */
export function getCharacters(codeTable: CodeTable, language?: string): Characters {
  const hasOrdinals = codeTable === '00' && ordinalLanguages.has(toCanonicalLanguage(language ?? '').split('-', 1)[0]!)
  const key = `${codeTable}${hasOrdinals}`
  let characters = known.get(key)
  if (!characters) {
    characters = codeTable === '00' ? createLatin(hasOrdinals) : createIso(isoLabels[codeTable])
    known.set(key, characters)
  }
  return characters
}

function createLatin(hasOrdinals: boolean): Characters {
  const decode = createAscii()
  decode[0x24] = '¤'
  for (let byte = 0xa0; byte <= 0xff; byte++) {
    const character = latinUpper[byte - 0xa0]!
    decode[byte] = character === ' ' ? '' : character
  }
  if (hasOrdinals) for (const [byte, ordinal] of ordinals) decode[byte] = ordinal
  const marks: (string | undefined)[] = Array.from({ length: 256 }, () => undefined)
  const accents = new Map<string, number>()
  const encode = invert(decode)
  for (const [index, mark] of Array.from(latinMarks).entries()) {
    if (mark === ' ') continue
    const byte = firstMark + index
    marks[byte] = mark
    accents.set(mark, byte)
    const spacing = spacingAccents[index]!
    if (!encode.has(spacing)) encode.set(spacing, byte * 256 + space)
  }
  for (const [twin, byte] of latinTwins) encode.set(twin, byte)
  return { decode, marks, combine: createCombine(decode, marks), encode, accents }
}

/** Letters with an accent, made once for each pair of bytes. */
function createCombine(
  decode: readonly string[],
  marks: readonly (string | undefined)[],
): (accent: number, letter: number) => string {
  const made: (string | undefined)[] = Array.from({ length: 16 * 256 }, () => undefined)
  const make = (accent: number, letter: number) => {
    if (letter === space) return spacingAccents[accent - firstMark]!
    const base = decode[letter]!
    // Latvian's g has its cedilla above; files have an acute accent for it, and nobody needs ǵ.
    if (accent === 0xc2 && base === 'g') return 'ģ'
    return (base + marks[accent]!).normalize('NFC')
  }
  return (accent, letter) => {
    const index = (accent - 0xc0) * 256 + letter
    made[index] ??= make(accent, letter)
    return made[index]
  }
}

function createIso(label: string): Characters {
  const decode = createAscii()
  const text = new TextDecoder(label).decode(Uint8Array.from({ length: 96 }, (_, index) => 0xa0 + index))
  for (const [index, character] of Array.from(text).entries()) decode[0xa0 + index] = character.replace('\ufffd', '')
  const none = Array.from({ length: 256 }, () => undefined)
  return { decode, marks: none, combine: () => '', encode: invert(decode), accents: new Map() }
}

function createAscii(): string[] {
  const isPrintable = (byte: number) => byte >= space && byte < 0x7f
  return Array.from({ length: 256 }, (_, byte) => (isPrintable(byte) ? String.fromCharCode(byte) : ''))
}

function invert(decode: readonly string[]): Map<string, number> {
  const encode = new Map<string, number>()
  for (const [byte, character] of decode.entries()) if (character !== '') encode.set(character, byte)
  return encode
}
