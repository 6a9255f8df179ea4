import { writeCharacter } from '../line21/characters.ts'
import { type Attribute, controls, indentWidth, writeMidRow, writePreamble } from '../line21/codes.ts'
import { getColour, italicBit, plainState, underlineBit } from '../line21/states.ts'
import type { LineCell, TextLine } from './lines.ts'
import { listChanges } from './style.ts'

/** Pairs that are sent one after the other. */
export type Unit = readonly number[]

/** A line of text at its place on the screen. */
export interface PlacedLine extends TextLine {
  readonly row: number
  readonly column: number
}

/** Every control code is sent twice (47 CFR 15.119(i)). */
export function twice(pair: number): Unit {
  return [pair, pair]
}

/** What loads a caption into the memory that is not shown, all but the code that shows it. */
export function loadCaption(lines: readonly PlacedLine[]): Unit[] {
  return [
    twice(controls.eraseNonDisplayedMemory),
    twice(controls.resumeCaptionLoading),
    ...lines.flatMap(line => loadLine(line)),
  ]
}

function loadLine({ row, column, state, cells }: PlacedLine): Unit[] {
  const changes = listChanges(plainState, state).map((change): LineCell => ({ change }))
  const isUnderlinedOnly = (state & ~underlineBit) === plainState
  if (isUnderlinedOnly || changes.length <= column) {
    // Codes of a cell each are in the columns before the text, unless the preamble has it.
    const codes = isUnderlinedOnly ? [] : changes
    const first = column - codes.length
    const indent = Math.floor(first / indentWidth) * indentWidth
    const isUnderlined = isUnderlinedOnly && (state & underlineBit) !== 0
    const tab = first - indent
    return [
      twice(writePreamble({ row, attribute: { column: indent, isUnderlined } })),
      ...(tab > 0 ? [twice(controls.tabOffset1 + tab - 1)] : []),
      ...loadCells([...codes, ...cells]),
    ]
  }
  return [twice(writePreamble({ row, attribute: toAttribute(state) })), ...loadCells([...changes.slice(1), ...cells])]
}

/** A state as a preamble has it: a colour, or white italics. */
function toAttribute(state: number): Attribute {
  const isUnderlined = (state & underlineBit) !== 0
  const colour = getColour(state)
  return colour === 0 && (state & italicBit) !== 0 ? { isItalic: true, isUnderlined } : { colour, isUnderlined }
}

function loadCells(cells: readonly LineCell[]): Unit[] {
  const units: Unit[] = []
  let pending = 0
  const addByte = (byte: number) => {
    if (pending === 0) pending = byte
    else {
      units.push([pending * 256 + byte])
      pending = 0
    }
  }
  /** Codes begin a pair, so that a byte before them has none after it. */
  const addCode = (pair: number) => {
    if (pending > 0) units.push([pending * 256])
    pending = 0
    units.push(twice(pair))
  }
  for (const cell of cells) {
    if ('change' in cell) {
      addCode(writeMidRow(cell.change))
      continue
    }
    const sent = writeCharacter(cell.code)
    if ('byte' in sent) addByte(sent.byte)
    else {
      if (sent.substitute !== undefined) addByte(sent.substitute)
      addCode(sent.pair)
    }
  }
  if (pending > 0) units.push([pending * 256])
  return units
}
