/** What measuring and breaking text need to know of its writing systems. */

/** Letters of writing systems that set words without spaces between them, and the punctuation that goes with them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff01-\uff65]/u

/** Full-width characters of East Asia, and pictures: twice as wide as a Latin letter. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Text in which every UTF-16 code unit is a character of its own, so that its length needs no segmenter. */
const simple =
  /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uff01-\uff9d]*$/

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

/** Whether a text has letters of scripts without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}

/** Whether two texts stand side by side without a blank: where one of them has none between its own words. */
export function joinsUnspaced(before: string, after: string): boolean {
  return isUnspaced(String.fromCodePoint(after.codePointAt(0) ?? 0x20)) || isUnspaced(lastCharacter(before))
}

function lastCharacter(text: string): string {
  return /[\udc00-\udfff]/.test(text.slice(-1)) ? text.slice(-2) : text.slice(-1)
}

export function isWide(character: string): boolean {
  return wide.test(character)
}

/** The characters that a reader sees: grapheme clusters, so an accent or the parts of an emoji are none of their own. */
export function splitGraphemes(text: string): string[] {
  return simple.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)
}

export function countGraphemes(text: string): number {
  if (simple.test(text)) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** The words of a text without spaces and what stands between them, together the whole text. */
export function segmentWords(text: string): { text: string; isWord: boolean }[] {
  return Array.from(words.segment(text), ({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike === true }))
}
