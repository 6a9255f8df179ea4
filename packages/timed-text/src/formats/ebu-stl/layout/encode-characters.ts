import type { Characters } from './characters.ts'

/** What is written for characters that a table does not have, where nothing of their own says it better. */
const fallbacks: ReadonlyMap<string, string> = new Map([
  ['…', '...'],
  ['–', '-'],
  ['—', '―'],
  ['―', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['‒', '-'],
  ['−', '-'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['‛', "'"],
  ['′', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‟', '"'],
  ['″', '"'],
  ['«', '"'],
  ['»', '"'],
  ['‹', '<'],
  ['›', '>'],
  ['´', "'"],
  ['`', "'"],
  ['\u00a0', ' '],
  ['\t', ' '],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₤', 'GBP'],
  ['♫', '♪'],
  ['♬', '♪'],
  ['♩', '♪'],
  ['♪', '#'],
  ['•', '-'],
  ['·', '.'],
  ['×', 'x'],
  ['÷', '/'],
  ['⁄', '/'],
  ['¿', '?'],
  ['¡', '!'],
  ['°', 'o'],
  ['№', 'No'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['Æ', 'AE'],
  ['æ', 'ae'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ø', 'O'],
  ['ø', 'o'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['Ð', 'D'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['Þ', 'Th'],
  ['þ', 'th'],
  ['Ħ', 'H'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ĸ', 'k'],
  ['Ŋ', 'N'],
  ['ŋ', 'n'],
  ['Ŧ', 'T'],
  ['ŧ', 't'],
  ['ƒ', 'f'],
  ['Ə', 'E'],
  ['ə', 'e'],
  ['©', '(c)'],
  ['®', '(r)'],
  ['™', 'TM'],
  ['$', 'USD'],
  ['¤', '*'],
  ['׳', "'"],
  ['״', '"'],
  ['־', '-'],
  ['ک', 'ك'],
  ['ی', 'ي'],
  ['ґ', 'г'],
  ['Ґ', 'Г'],
  ...Array.from('٠١٢٣٤٥٦٧٨٩', (digit, value): [string, string] => [digit, String(value)]),
  ...Array.from('۰۱۲۳۴۵۶۷۸۹', (digit, value): [string, string] => [digit, String(value)]),
])

/** Quotation marks that end what a low one begins, in a text that has low ones. */
const closingQuotes: ReadonlyMap<string, readonly string[]> = new Map([
  ['„', ['“', '”']],
  ['‚', ['‘']],
])

/** The table without the marks that would stand opposite the plain one for a low mark which it does not have. */
export function withPairedQuotes(characters: Characters, texts: Iterable<string>): Characters {
  const missing = new Map([...closingQuotes].filter(([low]) => !characters.encode.has(low)))
  const unpaired = new Set<string>()
  for (const text of texts) {
    for (const [low, closing] of missing) {
      if (!text.includes(low)) continue
      for (const mark of closing) unpaired.add(mark)
      missing.delete(low)
    }
  }
  if (unpaired.size === 0) return characters
  return { ...characters, encode: new Map([...characters.encode].filter(([character]) => !unpaired.has(character))) }
}

/** Characters that are seen nowhere: controls, joiners, marks of direction, variation selectors. */
const invisible = /^[\p{Cc}\p{Cf}\p{Variation_Selector}]$/u

/** Marks that a table writes with the accent of another. */
const markTwins: ReadonlyMap<string, string> = new Map([['\u0326', '\u0327']])

/** A letter with its marks. */
export const cluster = /\P{M}\p{M}*|\p{M}+/gu
/** No letter has so many marks; without a limit, putting them in order would take the square of their number. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu
/** Of a table that has these where ASCII has them, as all of EBU STL do. */
const plain = /^[ -#%-~]*$/
const lastPlain = '~'
const substitute = 0x3f

/** Ordinals in a table that has not theirs but letters that look like them. */
const ordinalTwins: ReadonlyMap<string, number> = new Map([
  ['ª', 0xe3],
  ['º', 0xeb],
])

/** Is called with a character that was not written as it is; `written` is empty where it was left out. */
export type TellCharacter = (character: string, written: string) => void

/**
 * Appends text in the bytes of a table. A character outside goes, in this order, to its letter without the accent, to
 * what it is usually replaced by, to its plain form in Unicode, and at last to a question mark; each is reported.
 */
export function encodeText(text: string, characters: Characters, out: number[], tell: TellCharacter): void {
  if (plain.test(text) && characters.encode.get(lastPlain) === lastPlain.charCodeAt(0)) {
    for (let index = 0; index < text.length; index++) out.push(text.charCodeAt(index))
    return
  }
  const bounded = text.replace(tooManyMarks, '$1')
  if (bounded !== text) tell('more than 8 marks on a letter', '')
  for (const character of bounded.toWellFormed().normalize('NFC').match(cluster) ?? []) {
    if (!encodeCluster(character, characters, out, tell)) {
      out.push(substitute)
      tell(character, '?')
    }
  }
}

function encodeCluster(character: string, characters: Characters, out: number[], tell: TellCharacter): boolean {
  if (encodeExactly(character, characters, out)) return true
  const twin = characters.accents.size > 0 ? ordinalTwins.get(character) : undefined
  if (twin !== undefined) {
    out.push(twin)
    tell(character, characters.decode[twin]!)
    return true
  }
  const written = findFallback(character, characters)
  if (written === undefined) {
    if (invisible.test(character)) tell(character, '')
    return invisible.test(character)
  }
  for (const part of written.match(cluster) ?? []) if (!encodeExactly(part, characters, out)) return false
  tell(character, written)
  return true
}

/** Appends one letter with its marks, if the table has them. */
function encodeExactly(character: string, { encode, accents }: Characters, out: number[]): boolean {
  const code = encode.get(character)
  if (code !== undefined) {
    if (code > 0xff) out.push(code >> 8)
    out.push(code & 0xff)
    return true
  }
  const [letter = '', ...marks] = character.normalize('NFD')
  const base = encode.get(letter)
  if (base === undefined || base > 0xff || marks.length === 0) return false
  if (accents.size === 0) {
    const codes = marks.map(mark => encode.get(mark))
    if (codes.includes(undefined)) return false
    out.push(base, ...codes.map(Number))
    return true
  }
  const accent = accents.get(marks[0]!)
  // ǵ is what is written for Latvian's ģ, see there.
  if (accent === undefined || marks.length > 1 || character === 'ǵ') return false
  out.push(accent, base)
  return true
}

/** The nearest that can be written: fewer marks, what is usual instead, or Unicode's plain form. */
function findFallback(character: string, characters: Characters): string | undefined {
  const isKnown = (text: string) =>
    text !== '' && (text.match(cluster) ?? []).every(part => isEncodable(part, characters))
  const usual = fallbacks.get(character)
  const plainer = fallbacks.get(usual ?? '')
  const replacement = [usual, plainer].find(text => text !== undefined && isKnown(text))
  if (replacement !== undefined) return replacement
  const [letter = '', ...marks] = character.normalize('NFD')
  for (const mark of marks) {
    const candidate = (letter + (markTwins.get(mark) ?? mark)).normalize('NFC')
    if (isKnown(candidate)) return candidate
  }
  if (marks.length > 0 && isKnown(letter)) return letter
  const base = fallbacks.get(letter)
  if (base !== undefined && isKnown(base)) return base
  const compatible = character.normalize('NFKD').replace(/\p{M}/gu, '')
  if (compatible === character) return undefined
  const spelled = Array.from(compatible, part => fallbacks.get(part) ?? part).join('')
  return [compatible, spelled].find(isKnown)
}

function isEncodable(character: string, characters: Characters): boolean {
  return encodeExactly(character, characters, [])
}
