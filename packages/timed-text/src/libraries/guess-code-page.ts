/*
 * Code pages that the library does not tell apart, by what their letters look like in text: Thai, Vietnamese, and Lithuanian
 * and Latvian. Each needs signs that text in another code page does not have together, so that nothing else is taken for it.
 */

/** As labels of TextDecoder. */
export type CodePage = 'windows-874' | 'windows-1257' | 'windows-1258'

/** Fewer letters beyond ASCII say nothing. */
const minLetters = 8

/** The code page of text, where it is one of these. */
export function guessCodePage(letters: Uint8Array): CodePage | undefined {
  const high = letters.filter(byte => byte >= 0x80)
  if (high.length < minLetters) return undefined
  if (isThai(letters, high)) return 'windows-874'
  if (isVietnamese(letters, high)) return 'windows-1258'
  return isBaltic(high) ? 'windows-1257' : undefined
}

const isThaiConsonant = (byte: number) => byte >= 0xa1 && byte <= 0xce
/** Vowels and tones that are written above or below the consonant before them. */
const isThaiMark = (byte: number) => byte === 0xd1 || (byte >= 0xd4 && byte <= 0xd9) || (byte >= 0xe7 && byte <= 0xec)
/** Vowels that are written before the consonant after which they are said. */
const isLeadingVowel = (byte: number) => byte >= 0xe0 && byte <= 0xe4
/** Without digits and signs that are rare in Thai, and frequent where two bytes are a character. */
const isThaiLetter = (byte: number) => (byte >= 0xa1 && byte <= 0xd9) || (byte >= 0xe0 && byte <= 0xec)
const isQuote = (byte: number) => byte === 0x85 || (byte >= 0x91 && byte <= 0x97)

/** All letters are Thai, marks follow what they can be written on, and leading vowels have a consonant after them. */
function isThai(letters: Uint8Array, high: Uint8Array): boolean {
  if (!high.every(byte => isThaiLetter(byte) || isQuote(byte))) return false
  let marks = 0
  for (const [index, byte] of letters.entries()) {
    if (isLeadingVowel(byte) && !isThaiConsonant(letters[index + 1] ?? 0)) return false
    if (!isThaiMark(byte)) continue
    const before = letters[index - 1] ?? 0
    if (!isThaiConsonant(before) && !isThaiMark(before)) return false
    marks++
  }
  return marks >= high.length / 10
}

/** Tones, which follow the vowel that they are written over: grave, hook, tilde, acute, dot below. */
const tones: ReadonlySet<number> = new Set([0xcc, 0xd2, 0xde, 0xec, 0xf2])
const vowels: ReadonlySet<number> = new Set([
  ...Array.from('aeiouyAEIOUY', letter => letter.charCodeAt(0)),
  0xc2,
  0xc3,
  0xca,
  0xd4,
  0xd5,
  0xdd,
  0xe2,
  0xe3,
  0xea,
  0xf4,
  0xf5,
  0xfd,
])
/** d with stroke, o and u with horn, a with breve: letters of no language that has these tones. */
const vietnameseLetters: ReadonlySet<number> = new Set([0xd0, 0xf0, 0xd5, 0xf5, 0xdd, 0xfd, 0xc3, 0xe3])

function isVietnamese(letters: Uint8Array, high: Uint8Array): boolean {
  const kinds = new Set(high.filter(byte => tones.has(byte)))
  if (kinds.size < 2 || !high.some(byte => vietnameseLetters.has(byte))) return false
  return letters.every((byte, index) => !tones.has(byte) || vowels.has(letters[index - 1] ?? 0))
}

/** Letters beyond ASCII, small ones; capitals are 32 less. */
const lithuanian: ReadonlySet<number> = new Set([0xe0, 0xe1, 0xe6, 0xe8, 0xeb, 0xf0, 0xf8, 0xfb, 0xfe])
const latvian: ReadonlySet<number> = new Set([0xe2, 0xe7, 0xe8, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf2, 0xfb, 0xfe])
/** Those that are others in Icelandic and Turkish, the languages that have the two after them in other code pages. */
const ambiguous: ReadonlySet<number> = new Set([0xe1, 0xe6, 0xe7, 0xed, 0xf0, 0xfe])
/** s and z with caron. */
const caron: readonly number[] = [0xf0, 0xfe]

function isBaltic(high: Uint8Array): boolean {
  const small = new Set(high.filter(byte => byte >= 0xc0).map(byte => byte | 0x20))
  if (!caron.some(byte => small.has(byte))) return false
  const kinds = [...small]
  const isSubset = [lithuanian, latvian].some(alphabet => kinds.every(byte => alphabet.has(byte)))
  return isSubset && kinds.filter(byte => !ambiguous.has(byte)).length >= 2
}
