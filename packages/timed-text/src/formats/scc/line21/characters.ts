import type { Characters } from '../../ebu-stl/layout/characters.ts'

/*
 * The characters of line 21 (47 CFR 15.119(g), CTA-608-E 4.2 and 6.4). Each has a number here: that of its byte where it
 * has one, else that of its set and its place in it:
 *
 *   20–7F   basic, one byte           90–9F   special, 11 30 to 11 3F
 *   A0–BF   Spanish and French, 12 20 to 12 3F         C0–DF   Portuguese, German and Danish, 13 20 to 13 3F
 *
 * Those of the last two sets replace the character before them, which is for decoders that do not have them.
 */

/** Bytes of the basic set that are not those of ASCII. */
const basicDifferences: readonly (readonly [byte: number, character: string])[] = [
  [0x2a, 'á'],
  [0x5c, 'é'],
  [0x5e, 'í'],
  [0x5f, 'ó'],
  [0x60, 'ú'],
  [0x7b, 'ç'],
  [0x7c, '÷'],
  [0x7d, 'Ñ'],
  [0x7e, 'ñ'],
  [0x7f, '█'],
]

/** A space is the transparent one. */
const special = '®°½¿™¢£♪à èâêîôû'
const extended = "ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»" + 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘'
/** Basic characters that are sent ahead of the extended ones. */
const substitutes = 'AEOUUu\'!.\'-cs.""AACEEEeIIiOUuU""' + "AaIIiOoOo()/'-!-AaOosY.!AaOo++++"

const firstSpecial = 0x90
const firstExtended = 0xa0
const setSize = 0x20

/** The characters as the encoder of text takes its tables. */
export const characters: Characters = createCharacters()

function createCharacters(): Characters {
  const decode = Array.from({ length: 256 }, (_, code) =>
    code >= 0x20 && code < 0x80 ? String.fromCharCode(code) : '',
  )
  for (const [byte, character] of basicDifferences) decode[byte] = character
  for (const [index, character] of Array.from(special).entries()) decode[firstSpecial + index] = character
  for (const [index, character] of Array.from(extended).entries()) decode[firstExtended + index] = character
  const encode = new Map<string, number>()
  // Of two codes for a character, the one of a single byte.
  for (const [code, character] of decode.entries()) {
    if (character !== '' && !encode.has(character)) encode.set(character, code)
  }
  return { decode, marks: Array.from({ length: 256 }, () => undefined), combine: () => '', encode, accents: new Map() }
}

/** A character of two bytes, and whether it replaces the one before it. */
export interface WideCharacter {
  readonly character: string
  readonly isExtended: boolean
}

/** The character of a pair, for all but the basic ones. */
export function readWideCharacter(pair: number): WideCharacter | undefined {
  const code = toCode(pair)
  return code === undefined ? undefined : { character: characters.decode[code]!, isExtended: code >= firstExtended }
}

function toCode(pair: number): number | undefined {
  const low = pair & 0x7f
  if (pair >= 0x1130 && pair < 0x1140) return firstSpecial + low - 0x30
  const set = (pair >> 8) - 0x12
  if ((set === 0 || set === 1) && low >= setSize && low < 2 * setSize)
    return firstExtended + set * setSize + low - setSize
  return undefined
}

/** How a character is sent: a byte, or a pair that may need a byte ahead of it. */
export type SentCharacter = { readonly byte: number } | { readonly pair: number; readonly substitute?: number }

export function writeCharacter(code: number): SentCharacter {
  if (code < 0x80) return { byte: code }
  if (code < firstExtended) return { pair: 0x1130 + code - firstSpecial }
  const index = code - firstExtended
  const set = Math.floor(index / setSize)
  return { pair: ((0x12 + set) << 8) + setSize + (index % setSize), substitute: substitutes.charCodeAt(index) }
}
