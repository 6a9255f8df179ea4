/*
 * The codes of line 21 (47 CFR 15.119(g) to (i)). A pair is two bytes of seven bits, the first one times 256; files write
 * each byte with a bit of odd parity. Codes are those of the first channel.
 */

export const controls = {
  resumeCaptionLoading: 0x1420,
  backspace: 0x1421,
  deleteToEndOfRow: 0x1424,
  rollUp2: 0x1425,
  rollUp3: 0x1426,
  rollUp4: 0x1427,
  flashOn: 0x1428,
  resumeDirectCaptioning: 0x1429,
  textRestart: 0x142a,
  resumeTextDisplay: 0x142b,
  eraseDisplayedMemory: 0x142c,
  carriageReturn: 0x142d,
  eraseNonDisplayedMemory: 0x142e,
  endOfCaption: 0x142f,
  tabOffset1: 0x1721,
} as const

export const rowCount = 15
export const columnCount = 32
/** Rows that decoders need to show at once. */
export const usualRowCount = 4

/** Codes of the rows from the top, to which attributes are added. */
const preambles = [
  0x1140, 0x1160, 0x1240, 0x1260, 0x1540, 0x1560, 0x1640, 0x1660, 0x1740, 0x1760, 0x1040, 0x1340, 0x1360, 0x1440,
  0x1460,
] as const
const rows = new Map<number, number>(preambles.map((code, row) => [code, row]))

/** What the lower bits of preambles and mid-row codes say: a colour by its index, italics, or a column. */
export interface Attribute {
  readonly colour?: number
  readonly isItalic?: boolean
  readonly column?: number
  readonly isUnderlined: boolean
}

const italics = 7
const firstIndent = 8
/** Columns between the indents. */
export const indentWidth = 4

export interface Preamble {
  readonly row: number
  readonly attribute: Attribute
}

/** Where a preamble puts the cursor, and how text begins there; undefined for any other pair. */
export function readPreamble(pair: number): Preamble | undefined {
  const row = rows.get(pair & 0x7f60)
  return row === undefined ? undefined : { row, attribute: readAttribute((pair >> 1) & 0xf, pair) }
}

export function readMidRow(pair: number): Attribute | undefined {
  return (pair & 0x7ff0) === 0x1120 ? readAttribute((pair >> 1) & 7, pair) : undefined
}

function readAttribute(value: number, pair: number): Attribute {
  const isUnderlined = (pair & 1) === 1
  if (value >= firstIndent) return { column: (value - firstIndent) * indentWidth, isUnderlined }
  return value === italics ? { isItalic: true, isUnderlined } : { colour: value, isUnderlined }
}

export function writePreamble({ row, attribute }: Preamble): number {
  return preambles[row]! + writeAttribute(attribute)
}

export function writeMidRow(attribute: Attribute): number {
  return 0x1120 + writeAttribute(attribute)
}

function writeAttribute({ colour = 0, isItalic, column, isUnderlined }: Attribute): number {
  const value = column !== undefined ? firstIndent + column / indentWidth : isItalic ? italics : colour
  return value * 2 + (isUnderlined ? 1 : 0)
}

/** Each byte of seven bits with its bit of odd parity. */
const withParity = Uint8Array.from({ length: 128 }, (_, byte) => {
  let bits = 0
  for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1
  return bits % 2 === 1 ? byte : byte | 0x80
})

/** Whether both bytes of a word of a file have odd parity. */
export function hasOddParity(word: number): boolean {
  return withParity[(word >> 8) & 0x7f] === word >> 8 && withParity[word & 0x7f] === (word & 0xff)
}

export function toPair(word: number): number {
  return word & 0x7f7f
}

export function toWord(pair: number): number {
  return withParity[pair >> 8]! * 256 + withParity[pair & 0x7f]!
}
