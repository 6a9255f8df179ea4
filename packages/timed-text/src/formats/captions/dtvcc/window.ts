import type { Cue, CueLayout, TextPart, TextStyle } from '../../../document/document.ts'
import { appendText, lineBreak } from '../../../text/text-parts.ts'

/** A character of a window. */
interface Cell {
  readonly character: string
  readonly style: TextStyle | undefined
  readonly writtenAt: number
}

/** Where and how a window is, from the command that defines it (CTA-708-E 8.10.5.2). */
export interface WindowFacts {
  readonly rowCount: number
  readonly columnCount: number
  readonly layout: CueLayout
}

export type Justification = 'left' | 'right' | 'center'

/** More columns than any window has. */
const maxColumns = 42

/** A window of captions: rows of characters, and where the next one goes. */
export class CaptionWindow {
  facts: WindowFacts
  justification: Justification
  isVisible: boolean
  style: TextStyle | undefined
  #rows: (Cell | undefined)[][] = []
  #row = 0
  #column = 0

  constructor(facts: WindowFacts, justification: Justification, isVisible: boolean) {
    this.facts = facts
    this.justification = justification
    this.isVisible = isVisible
  }

  write(character: string, frame: number): void {
    if (this.#column >= maxColumns) return
    const row = this.#rows[this.#row] ?? []
    this.#rows[this.#row] = row
    while (row.length < this.#column) row.push(undefined)
    row[this.#column++] = { character, style: this.style, writtenAt: frame }
  }

  moveTo(row: number, column: number): void {
    this.#row = Math.min(row, this.facts.rowCount - 1)
    this.#column = Math.min(column, maxColumns)
  }

  /** A new line, for which all rows go up where it was the last. */
  breakLine(): void {
    this.#column = 0
    if (this.#row < this.facts.rowCount - 1) this.#row++
    else {
      this.#rows.splice(0, 1)
      this.#rows[this.#row] = []
    }
  }

  clearRow(): void {
    this.#rows[this.#row] = []
    this.#column = 0
  }

  erase(): void {
    this.#column = Math.max(0, this.#column - 1)
    this.#rows[this.#row]?.splice(this.#column)
  }

  clear(): void {
    this.#rows = []
    this.#row = 0
    this.#column = 0
  }

  resize(facts: WindowFacts): void {
    this.facts = facts
    this.#rows.splice(facts.rowCount)
    this.#row = Math.min(this.#row, facts.rowCount - 1)
  }

  /** What is seen of it now; undefined where that is nothing. */
  show(): ShownWindow | undefined {
    if (!this.isVisible) return undefined
    const rows = Array.from({ length: this.facts.rowCount }, (_, index) => [...(this.#rows[index] ?? [])])
    if (!rows.some(row => row.some(isSeen))) return undefined
    return { rows, layout: toLayout(this.facts.layout, this.justification) }
  }
}

/** A window as it is on the screen. */
export interface ShownWindow {
  readonly rows: readonly (Cell | undefined)[][]
  readonly layout: CueLayout | undefined
}

function isSeen(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && cell.character.trim() !== ''
}

/** Whether a window shows what it did before, and maybe more text. */
export function goesOn(before: ShownWindow, now: ShownWindow): boolean {
  if (JSON.stringify(before.layout) !== JSON.stringify(now.layout)) return false
  return before.rows.every((row, index) =>
    row.every((cell, column) => !isSeen(cell) || isSame(cell, now.rows[index]?.[column])),
  )
}

function isSame(cell: Cell, other: Cell | undefined): boolean {
  return (
    other !== undefined &&
    cell.character === other.character &&
    JSON.stringify(cell.style) === JSON.stringify(other.style)
  )
}

/** The cue of a window that was on the screen from one frame until another. */
export function toCue({ rows, layout }: ShownWindow, start: number, end: number): Cue<number> {
  const textParts: TextPart<number>[] = []
  const [first, last] = [rows.findIndex(row => row.some(isSeen)), rows.findLastIndex(row => row.some(isSeen))]
  for (const [index, row] of rows.slice(first, last + 1).entries()) {
    if (index > 0) textParts.push(lineBreak)
    const cells = row.slice(0, row.findLastIndex(isSeen) + 1)
    for (const cell of cells.slice(Math.max(0, cells.findIndex(isSeen)))) {
      const { character = ' ', style, writtenAt = start } = cell ?? {}
      appendText(textParts, character, style, writtenAt > start ? writtenAt : undefined)
    }
  }
  return { start, end, textParts, ...(layout && { layout }) }
}

/** Lines that are nearer to the bottom say nothing, as in other formats. */
const bottomPercent = 80

/** The place of a window with its justification; what is at the bottom, or in the middle, does not say so. */
function toLayout({ line, position }: CueLayout, justification: Justification): CueLayout | undefined {
  const isBottom = line?.align === 'end' && line.value >= bottomPercent
  const isCentred = position?.align === 'center' && Math.abs(position.percent - 50) < 1
  const layout: CueLayout = {
    ...(line && !isBottom && { line }),
    ...(position && !isCentred && { position }),
    ...((justification !== 'center' || !isCentred) && { textAlign: justification }),
  }
  return Object.keys(layout).length > 0 ? layout : undefined
}
