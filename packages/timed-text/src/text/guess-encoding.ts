import { findLibraries } from '#libraries'

/** What every byte fits, and what most old files are in. */
export const usualEncoding = 'windows-1252'
/** The letters that are looked at; more of them tell no more. */
const sampleBytes = 32 * 1024
/** Below this, of 100, a guess is no better than the most frequent encoding. */
const leastConfidence = 10
/** What is found by its byte order mark or its zero bytes, or is no encoding of text files. */
const others = /^(?:ascii|utf-16|utf-32|iso-2022|hz-gb)/i

/**
 * The encoding of bytes that are not UTF-8, as a label that TextDecoder knows: by the letters, since the tags and times
 * of subtitles look alike in every language. `utf-8` where only a few bytes are broken. Undefined in a browser that has not
 * loaded what that takes.
 */
export function guessEncoding(bytes: Uint8Array): string | undefined {
  const libraries = findLibraries()
  if (!libraries) return undefined
  const letters = listLetters(bytes)
  const codePage = libraries.guessCodePage(letters)
  if (codePage && isPlain(letters, codePage)) return codePage
  for (const { name, confidence } of libraries.analyse(letters)) {
    if (confidence < leastConfidence) break
    if (others.test(name)) continue
    const encoding = toLabel(name)
    if (encoding === 'utf-8' || (encoding !== undefined && isPlain(letters, encoding))) return encoding
  }
  return usualEncoding
}

/** Letters and what is not ASCII, also in its second byte, a blank for all else. */
function listLetters(bytes: Uint8Array): Uint8Array {
  const letters = new Uint8Array(Math.min(bytes.length, sampleBytes))
  let length = 0
  let isInTag = false
  let isAfterHigh = false
  for (const byte of bytes) {
    if (byte === opening) isInTag = true
    const isLetter = !isInTag && (byte >= 0x80 || isAsciiLetter(byte) || (isAfterHigh && byte >= 0x40))
    isAfterHigh = byte >= 0x80 && !isAfterHigh
    if (byte === closing || byte === lineFeed) isInTag = false
    if (!isLetter && (length === 0 || letters[length - 1] === blank)) continue
    letters[length++] = isLetter ? byte : blank
    if (length === letters.length) break
  }
  return letters.subarray(0, length)
}

function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

const [opening, closing, blank, lineFeed] = [0x3c, 0x3e, 0x20, 0x0a]

function toLabel(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/** Whether bytes are text in an encoding: all of them characters, and none a control. */
function isPlain(bytes: Uint8Array, encoding: string): boolean {
  try {
    return !/[\u0080-\u009f]/.test(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    return encoding === usualEncoding
  }
}
