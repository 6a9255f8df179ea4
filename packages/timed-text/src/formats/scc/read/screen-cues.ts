import type { Cue, TextPart } from '../../../document/document.ts'
import { appendText, lineBreak } from '../../../text/text-parts.ts'
import { findPlace, type Span } from '../line21/places.ts'
import { plainState, toStyle } from '../line21/states.ts'
import { type Cell, isVisible, type Row } from './memory.ts'

/** The text of a row from its first character until its last. */
interface Line extends Span {
  readonly cells: readonly (Cell | undefined)[]
}

/** Rows without text between two of a cue; a cue ends before more. */
const maxBlankRows = 1

/** The cues of a screen, from the top: texts that are apart are cues of their own. */
function listScreenCues(rows: readonly Row[], start: number, end: number): Cue<number>[] {
  const blocks: Line[][] = []
  for (const [row, cells] of rows.entries()) {
    const column = cells.findIndex(isVisible)
    if (column < 0) continue
    const until = cells.findLastIndex(isVisible) + 1
    const line = { row, column, length: until - column, cells: cells.slice(column, until) }
    const block = blocks.at(-1)
    if (block && row - block.at(-1)!.row <= maxBlankRows + 1) block.push(line)
    else blocks.push([line])
  }
  return blocks.map(lines => toCue(lines, start, end))
}

function toCue(lines: readonly Line[], start: number, end: number): Cue<number> {
  const { layout, left } = findPlace(lines)
  const textParts: TextPart<number>[] = []
  let { row } = lines[0]!
  for (const line of lines) {
    for (; row < line.row; row++) textParts.push(lineBreak)
    appendLine(textParts, line, left ?? line.column, start)
  }
  return { start, end, textParts, ...(layout && { layout }) }
}

function appendLine(parts: TextPart<number>[], { cells, column }: Line, left: number, start: number): void {
  const indent = ' '.repeat(column - left)
  let style = plainState
  let shownFrom = start
  for (const [index, cell] of cells.entries()) {
    if (isVisible(cell)) {
      style = cell.state
      shownFrom = Math.max(start, cell.shownFrom)
    }
    const next = isVisible(cell) ? undefined : cells.slice(index).find(isVisible)
    // A space belongs to the text before it, but to plain text after it.
    const state = next?.state === plainState ? plainState : style
    const content = (index === 0 ? indent : '') + (cell?.character ?? ' ')
    const appearsLater = shownFrom > start ? shownFrom : undefined
    appendText(parts, content, toStyle(state), appearsLater)
  }
}

/** Collects cues; what a screen shows as the one before did is one cue. */
export class CueList {
  readonly cues: Cue<number>[] = []
  /** Cues of the last screen, by what they show. */
  #last = new Map<string, number>()
  #lastEnd = -1

  add(rows: readonly Row[], start: number, end: number): void {
    const shown = new Map<string, number>()
    for (const cue of listScreenCues(rows, start, end)) {
      const key = JSON.stringify([cue.textParts, cue.layout])
      const index = this.#lastEnd === start ? this.#last.get(key) : undefined
      if (index !== undefined) this.cues[index] = { ...this.cues[index]!, end }
      else this.cues.push(cue)
      shown.set(key, index ?? this.cues.length - 1)
    }
    this.#last = shown
    this.#lastEnd = end
  }
}
