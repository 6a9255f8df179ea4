/*
 * The characters of CTA-708-E 7.1: G0 is ASCII but for its last character, G1 Latin-1, G2 and G3 have some more.
 */

const musicalNote = '♪'

const g2: Readonly<Record<number, string>> = {
  32: ' ',
  33: '\u00a0',
  37: '…',
  42: 'Š',
  44: 'Œ',
  48: '█',
  49: '‘',
  50: '’',
  51: '“',
  52: '”',
  53: '•',
  57: '™',
  58: 'š',
  60: 'œ',
  61: '℠',
  63: 'Ÿ',
  118: '⅛',
  119: '⅜',
  120: '⅝',
  121: '⅞',
  122: '│',
  123: '┐',
  124: '└',
  125: '─',
  126: '┘',
  127: '┌',
}
/** The one character of G3, the mark of captions. */
const captionMark = 0xa0

/** The character of a byte of G0 or G1. */
export function readCharacter(byte: number): string {
  return byte === 0x7f ? musicalNote : String.fromCharCode(byte)
}

/** The character of a byte of G2 or G3; those that none is defined for are shown as an underscore (7.1.8). */
export function readExtendedCharacter(byte: number): string {
  return byte === captionMark ? '[CC]' : (g2[byte] ?? '_')
}
