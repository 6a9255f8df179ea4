/** Lists as PostgreSQL writes them, read without making an object of each entry. */

const comma = 44
const quote = 39
const backslash = 92
const colon = 58
const space = 32

/** Reads `{1,2,3}` into `into`, which is cleared first. */
export function readInts(text: string, into: { push(value: number): void; clear(): void }): void {
  into.clear()
  let number = -1
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) number = (number < 0 ? 0 : number * 10) + code - 48
    else if (number >= 0) {
      into.push(number)
      number = -1
    }
  }
}

/** Tells each word of `'word':1,2 'other':3`, a `tsvector` as text, and at how many places it stands. */
export function readVector(text: string, tell: (word: string, count: number) => void): void {
  let at = 0
  while (at < text.length) {
    // A word is always quoted here; a doubled quote in it means one.
    const begin = ++at
    let isDoubled = false
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === backslash || (code === quote && text.charCodeAt(at + 1) === quote)) {
        isDoubled = true
        at += 2
      } else if (code === quote) break
      else at++
    }
    const written = text.slice(begin, at)
    at++
    let count = 1
    if (text.charCodeAt(at) === colon) {
      while (at < text.length && text.charCodeAt(at) !== space) {
        if (text.charCodeAt(at) === comma) count++
        at++
      }
    }
    at++
    tell(isDoubled ? written.replaceAll("''", "'").replaceAll('\\\\', '\\') : written, count)
  }
}
