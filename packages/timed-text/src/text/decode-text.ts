import type { Report } from '../document/diagnostics.ts'
import { guessEncoding, usualEncoding } from './guess-encoding.ts'

/**
 * The text of a file, without its byte order mark. `utf-8` repairs bad bytes with U+FFFD; `guess` tries the byte order
 * mark, UTF-8, UTF-16 by its zero bytes, and at last what the letters look like; else a TextDecoder label.
 */
export function decodeText(input: string | Uint8Array, encoding: string, report: Report): string {
  const text = typeof input === 'string' ? input : decodeBytes(input, encoding, report)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The same text with LF at the ends of lines. */
export function toLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function decodeBytes(bytes: Uint8Array, encoding: string, report: Report): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeLossy(bytes, 'utf-8', report)
  if (encoding === 'utf-8') return decodeLossy(bytes, 'utf-8', report)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeLossy(bytes, 'utf-16le', report)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeLossy(bytes, 'utf-16be', report)
  if (encoding !== 'guess') {
    if (isKnownEncoding(encoding)) return decodeLossy(bytes, encoding, report)
    report('IMPORT_ENCODING_GUESSED', 'warning', `The encoding "${encoding}" is not known; it was guessed instead`)
  }
  const wide = findWideEncoding(bytes)
  if (wide) {
    report('IMPORT_ENCODING_GUESSED', 'warning', `The text was taken for ${wide}, by its zero bytes`)
    return decodeLossy(bytes, wide, report)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const guess = guessEncoding(bytes)
    const encoding = guess ?? usualEncoding
    if (encoding !== 'utf-8') {
      const more = guess ? '' : ', since loadLibraries() has not loaded what guesses are made by'
      report('IMPORT_ENCODING_GUESSED', 'warning', `The text is not UTF-8 and was taken for ${encoding}${more}`)
    }
    return decodeLossy(bytes, encoding, report)
  }
}

function decodeLossy(bytes: Uint8Array, encoding: string, report: Report): string {
  const { encoding: name } = new TextDecoder(encoding)
  // Vietnamese tones are characters of their own in its code page.
  const compose = (text: string) => (name === 'windows-1258' ? text.normalize('NFC') : text)
  try {
    return compose(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    report('IMPORT_ENCODING_REPAIRED', 'warning', `Bytes that are not ${encoding} were replaced by U+FFFD`)
    return compose(new TextDecoder(encoding).decode(bytes))
  }
}

function isKnownEncoding(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    return false
  }
}

/** UTF-16 without a mark: times and tags are ASCII, so at least a quarter of the bytes on one side are zero. */
function findWideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 1024)
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) index % 2 === 0 ? even++ : odd++
  }
  const threshold = sample.length / 8
  if (odd > threshold && even < odd / 4) return 'utf-16le'
  if (even > threshold && odd < even / 4) return 'utf-16be'
  return undefined
}
