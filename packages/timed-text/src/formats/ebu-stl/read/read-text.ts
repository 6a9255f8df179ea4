import type { TextPart } from '../../../document/document.ts'
import { lineBreak } from '../../../text/text-parts.ts'
import type { Characters } from '../layout/characters.ts'
import {
  backgroundShift,
  boxBit,
  doubleHeightBit,
  getForeground,
  getStyle,
  italicBit,
  plainState,
  underlineBit,
} from '../text-styles.ts'

export type TextMode = 'open' | 'teletext'

/** What a text field says. */
export interface FieldText {
  readonly parts: TextPart<number>[]
  readonly lineCount: number
  /** Empty rows before the text: it stands lower than its position says. */
  readonly leadingRows: number
  readonly hasDoubleHeight: boolean
  readonly hasBox: boolean
  /** Whether it holds what no document says: flashing, concealed or mosaic text, double width. */
  readonly hasMore: boolean
  /** Whether a byte stands for nothing. */
  readonly hasFault: boolean
}

const space = 0x20
const newLine = 0x8a
const startBox = 0x0b
const doubleHeight = 0x0d
const foregroundBits = 7
const backgroundBits = 7 << backgroundShift
const teletextBits = foregroundBits | backgroundBits | doubleHeightBit

/**
 * Reads the text of a subtitle, its blocks joined. Every row of teletext begins in plain white. Spaces and controls at
 * the ends of a row are none of the text, and controls between two words are one space, whose style is of no account.
 */
export function readText(field: string, from: number, characters: Characters, mode: TextMode): FieldText {
  const { decode, marks, combine } = characters
  const isTeletext = mode === 'teletext'
  const hasDoubleHeight = isTeletext && field.includes('\r', from)
  const parts: TextPart<number>[] = []
  let state = plainState
  /** Of the run that is being collected. */
  let textState = plainState
  let text = ''
  /** Since the last character of the row. */
  let spaces = 0
  let hasControl = false
  let hasRowText = false
  /** Since the last row with text. */
  let breaks = 0
  let leadingRows = 0
  let lineCount = 0
  let hasBox = false
  let hasMore = false
  let hasFault = false

  const endRun = () => {
    if (text === '') return
    const style = getStyle(textState)
    parts.push(style ? { type: 'text', content: text, style } : { type: 'text', content: text })
    text = ''
  }
  const beginRow = () => {
    if (lineCount === 0) leadingRows = breaks
    else {
      endRun()
      // In double height a line takes two rows, so that most write its break twice, and some once.
      const count = hasDoubleHeight ? (breaks + 1) >> 1 : breaks
      for (let index = 0; index < count; index++) parts.push(lineBreak)
      lineCount += count - 1
    }
    lineCount += 1
    breaks = 0
    hasRowText = true
  }
  const add = (characters: string) => {
    if (!hasRowText) beginRow()
    else if (spaces > 0 || hasControl) text += spaces < 2 ? ' ' : ' '.repeat(spaces)
    spaces = 0
    hasControl = false
    if (state !== textState) {
      endRun()
      textState = state
    }
    text += characters
  }

  for (let index = from; index < field.length; index++) {
    const byte = field.charCodeAt(index)
    if (byte > space && byte < 0x7f) {
      const end = findStretchEnd(field, index)
      let last = end
      while (field.charCodeAt(last - 1) === space) last--
      add(decodeStretch(field.slice(index, last), decode))
      spaces = end - last
      index = end - 1
    } else if (byte === space) spaces += 1
    else if (byte < space) {
      if (!isTeletext) continue
      hasControl = true
      state = applyTeletextControl(state, byte)
      if (byte === startBox) hasBox = true
      else if (byte === 0x08 || (byte > doubleHeight && byte !== 0x1c && byte !== 0x1d)) hasMore = true
    } else if (byte === newLine) {
      breaks += 1
      spaces = 0
      hasControl = false
      hasRowText = false
      if (isTeletext) state = (state & ~teletextBits) | plainState
    } else if (byte < 0xa0) {
      const next = applyStyleControl(state, byte, isTeletext)
      if (next === undefined) hasFault = true
      else state = next
    } else if (marks[byte] === undefined) {
      const character = decode[byte]!
      if (character === '') hasFault = true
      else add(character)
    } else {
      const letter = index + 1 < field.length ? field.charCodeAt(index + 1) : space
      const isLetter = letter === space || decode[letter] !== ''
      add(combine(byte, isLetter ? letter : space))
      if (isLetter) index += 1
      else hasFault = true
    }
  }
  endRun()
  return { parts, lineCount, leadingRows, hasDoubleHeight, hasBox, hasMore, hasFault }
}

/** Most text is a stretch of ASCII, which is taken as it is. */
function findStretchEnd(field: string, from: number): number {
  for (let index = from + 1; index < field.length; index++) {
    const byte = field.charCodeAt(index)
    if (byte < space || byte >= 0x7f) return index
  }
  return field.length
}

function decodeStretch(stretch: string, decode: readonly string[]): string {
  return decode[0x24] !== '$' && stretch.includes('$') ? stretch.replaceAll('$', decode[0x24]!) : stretch
}

function applyTeletextControl(state: number, byte: number): number {
  if (byte <= 7) return (state & ~foregroundBits) | byte
  switch (byte) {
    case 0x0c:
      return state & ~doubleHeightBit
    case doubleHeight:
      return state | doubleHeightBit
    case 0x1c:
      return state & ~backgroundBits
    case 0x1d:
      return (state & ~backgroundBits) | (getForeground(state) << backgroundShift)
    default:
      return state
  }
}

/** Italic and underline are for open subtitles, but some write them in teletext too; boxes there are controls. */
function applyStyleControl(state: number, byte: number, isTeletext: boolean): number | undefined {
  switch (byte) {
    case 0x80:
      return state | italicBit
    case 0x81:
      return state & ~italicBit
    case 0x82:
      return state | underlineBit
    case 0x83:
      return state & ~underlineBit
    case 0x84:
      return isTeletext ? state : state | boxBit
    case 0x85:
      return state & ~boxBit
    default:
      return undefined
  }
}
