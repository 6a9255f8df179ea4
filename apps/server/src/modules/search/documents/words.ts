/**
 * Text as words, the same at writing and at asking: letters of any script, without case (`Straße` is `strasse`), without
 * the accents of Latin, Greek and Cyrillic (`café` is `cafe`, `Łódź` is `lodz`), the vowel signs of Arabic and the points
 * of Hebrew. Each sign of Chinese and Japanese is a word; scripts that write no spaces are cut by a dictionary.
 */

/** What stands between spaces, with the soft hyphens in it, or one sign of Chinese or Japanese. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{M}\p{N}\u00ad]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv
/** Scripts whose words follow one another without spaces. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The dictionary is chosen by the script, whatever the language. */
const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Shorter ones are in many words that have nothing to do with them. */
const shortestPart = 3

/** Whether a word is of a script without spaces, whose dictionary has compounds that people know by their parts. */
export function mayBeOfCompound(word: string): boolean {
  return unspaced.test(word) && [...word].length >= shortestPart
}

/** Longest word, in UTF-16 code units; what is longer is no word of a language, and is cut. */
const longestWord = 100

const isAscii = /^\p{ASCII}*$/u
const asciiWord = /[a-z0-9]+/g

/** The words of a text, in order. */
export function toWords(text: string): string[] {
  // Most texts; what is done for all scripts takes four times as long.
  if (isAscii.test(text))
    return (
      text
        .toLowerCase()
        .match(asciiWord)
        ?.map(word => word.slice(0, longestWord)) ?? []
    )
  return Array.from(listWords(foldText(text)), ({ word }) => word.slice(0, longestWord).toWellFormed())
}

/** The words of a text as they are written, and where. */
export function* listWords(text: string): Generator<{ readonly word: string; readonly index: number }> {
  const mayBeUnspaced = unspaced.test(text)
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!mayBeUnspaced || !unspaced.test(word)) yield { word, index }
    else for (const { segment, index: at } of segmenter.segment(word)) yield { word: segment, index: index + at }
  }
}

/** Letters that are not taken apart, in small letters, and what people type instead. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ł: 'l',
    ŋ: 'n',
    ß: 'ss',
    þ: 'th',
    ŧ: 't',
    ƶ: 'z',
  }),
)
/** Vowel signs and other marks of Arabic, the stroke that stretches it, points and accents of Hebrew, soft hyphens. */
const unwritten =
  /[\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u00ad]/g

/** A text without the differences that a search for words passes over. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll(/[æœøđðħłŋßþŧƶ]/g, letter => plainLetters.get(letter)!)
      .replaceAll(unwritten, '')
      // Alef with hamza or madda, or of a joined article; alef that is written like ya.
      .replaceAll(/\u0627[\u0653-\u0655]|\u0671/g, '\u0627')
      .replaceAll('\u0649', '\u064a')
      // Vowels of Thai and Lao that compatibility takes apart, which dictionaries do not.
      .replaceAll('\u0e4d\u0e32', '\u0e33')
      .replaceAll('\u0ecd\u0eb2', '\u0eb3')
      .normalize('NFC')
  )
}

/** A document of so many pieces is one of subtitles, which is written again after each edit of a few of them. */
const manyPieces = 100
/** Texts of which the words are remembered, twice over, if no longer than this: some ten megabytes, of subtitles. */
const mostRemembered = 10_000
const longestRemembered = 200

/** The words of texts that are repeated. */
export class WordCache {
  #recent = new Map<string, readonly string[]>()
  #earlier: ReadonlyMap<string, readonly string[]> = new Map()

  read(text: string): readonly string[] {
    if (text.length > longestRemembered) return toWords(text)
    const known = this.#recent.get(text)
    if (known) return known
    const words = this.#earlier.get(text) ?? toWords(text)
    if (this.#recent.size === mostRemembered) {
      this.#earlier = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, words)
    return words
  }
}

/** What a document holds of words: `tsvector` text, the distinct words, and how many there are. */
export interface WordIndex {
  readonly vector: string
  readonly vocabulary: readonly string[]
  readonly count: number
}

/** A piece of text; its words are also found under the field, when that is given. */
export interface TextPiece {
  readonly text: string
  readonly field?: string | undefined
}

/** PostgreSQL keeps positions up to this one, and at most a mebibyte of words. */
const lastPosition = 16_383
const mostCharacters = 150_000
/** Places left free between two pieces, so that no phrase reaches from one into the next. */
const gap = 100

/** The words of a document; text beyond the room that a document has is left out. */
export function indexWords(pieces: readonly TextPiece[], cache: WordCache): WordIndex {
  const anywhere: Places = new Map()
  const byField = new Map<string, Places>()
  let position = 0
  let count = 0
  let characters = 0
  const note = (places: Places, word: string, letters: number): void => {
    const known = places.get(word)
    if (known === undefined) {
      if (characters + letters > mostCharacters) return
      characters += letters
      places.set(word, position <= lastPosition ? `${position}` : '')
    } else if (position <= lastPosition) places.set(word, known === '' ? `${position}` : `${known},${position}`)
  }
  const read = pieces.length < manyPieces ? toWords : (text: string) => cache.read(text)
  for (const { text, field } of pieces) {
    const ofField = field === undefined ? undefined : (byField.get(field) ?? new Map<string, string>())
    if (ofField) byField.set(field!, ofField)
    for (const word of read(text)) {
      position += 1
      count += 1
      note(anywhere, word, word.length)
      if (ofField) note(ofField, word, toFieldWord(field!, word).length)
    }
    position += gap
  }
  return { vector: writeVector(anywhere, byField), vocabulary: [...anywhere.keys()], count }
}

/** A word as found under one field only; no word holds the sign, so that no beginning of a word reaches into these. */
export function toFieldWord(field: string, word: string): string {
  return `=${field}=${word}`
}

/** A word as a document has it that it was found in: under that field, or anywhere. */
export function inField(field: string | undefined, word: string): string {
  return field === undefined ? word : toFieldWord(field, word)
}

/** A word quoted for `tsvector` and `tsquery` texts. */
export function quoteWord(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${word}'`
}

/** Where words stand, as `tsvector` texts write it: `1,3,104`; empty for those that stand behind the last place only. */
type Places = Map<string, string>

function writeVector(anywhere: Places, byField: ReadonlyMap<string, Places>): string {
  const entries: string[] = []
  // Words have no sign that would have to be quoted; names of fields may have some.
  for (const [word, places] of anywhere) entries.push(`'${word}':${places || lastPosition}`)
  for (const [field, words] of byField) {
    const begin = quoteWord(toFieldWord(field, '')).slice(0, -1)
    for (const [word, places] of words) entries.push(`${begin}${word}':${places || lastPosition}`)
  }
  return entries.join(' ')
}
