import { rowCount } from '../line21/codes.ts'

/** A character where it is on the screen. */
export interface Cell {
  readonly character: string
  readonly state: number
  /** Frame at which it appeared; 0 where it did so with its caption. */
  readonly shownFrom: number
  /** Line of the file that painted it, where that was seen. */
  readonly line: number | undefined
}

export type Row = (Cell | undefined)[]

/** A caption memory: rows of cells, and how many characters of it are seen. */
export class CaptionMemory {
  readonly #rows: Row[] = Array.from({ length: rowCount }, () => [])
  #visible = 0

  get rows(): readonly Row[] {
    return this.#rows
  }

  hasText(): boolean {
    return this.#visible > 0
  }

  get(row: number, column: number): Cell | undefined {
    return this.#rows[row]![column]
  }

  set(row: number, column: number, cell: Cell | undefined): void {
    const cells = this.#rows[row]!
    this.#visible += countVisible([cell]) - countVisible([cells[column]])
    while (cells.length < column) cells.push(undefined)
    cells[column] = cell
  }

  clear(): void {
    for (const row of this.#rows.keys()) this.clearRow(row, 0)
  }

  clearRow(row: number, from: number): void {
    const cells = this.#rows[row]!
    this.#visible -= countVisible(cells.slice(from))
    cells.length = Math.min(cells.length, from)
  }

  /** Moves rows to where a block of them ends now; all others are cleared. */
  moveRows(from: number, to: number, count: number): void {
    const moved = this.#rows.slice(Math.max(0, from - count + 1), from + 1)
    for (const row of this.#rows.keys()) {
      const index = row - (to - moved.length + 1)
      this.#rows[row] = moved[index] ?? []
    }
    this.#visible = this.#rows.reduce((sum, cells) => sum + countVisible(cells), 0)
  }
}

export function isVisible(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && cell.character !== ' '
}

function countVisible(cells: Row): number {
  return cells.filter(isVisible).length
}
