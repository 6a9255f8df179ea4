/*
 * Comma-separated values (RFC 4180), and the guard against cells that a spreadsheet would run: a cell that begins like a
 * formula gets an apostrophe before it, and so does one that begins with an apostrophe; reading takes one away again.
 */

const dangerousStart = /^[=+\-@＝＋－＠'\t\r\n]/
const guardedStart = /^'[=+\-@＝＋－＠'\t\r\n]/

/** One row, each cell in quotes so that no separator of another country splits it. */
export function formatRow(cells: readonly string[]): string {
  return `${cells.map(cell => `"${guardCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

function guardCell(cell: string): string {
  return dangerousStart.test(cell) ? `'${cell}` : cell
}

function unguardCell(cell: string): string {
  return guardedStart.test(cell) ? cell.slice(1) : cell
}

/** A row and the line it begins on, counted from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a file; empty lines are left out. A quote that is not closed reaches to the end. */
export function parseRows(text: string, separator: string): Row[] {
  return [...readRows(text, separator)]
}

/** The same, each row when it is asked for: a file may have more of them than anybody wants to keep. */
export function* readRows(text: string, separator: string): Generator<Row> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const emptyLine = measureLineEnd(text, at)
    if (emptyLine > 0) {
      line += 1
      at += emptyLine
      continue
    }
    const row = parseRow(text, at, separator)
    if (row.cells.length > 1 || row.cells[0] !== '') yield { line, cells: row.cells.map(unguardCell) }
    line += countLines(text, at, row.end)
    at = row.end
  }
}

/** How long the end of a line is that stands here; 0 where there is none. */
function measureLineEnd(text: string, at: number): number {
  if (text[at] === '\n') return 1
  if (text[at] !== '\r') return 0
  return text[at + 1] === '\n' ? 2 : 1
}

/** No table has more columns; what stands behind them is passed over. */
const mostCells = 10_000

function parseRow(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const cell = text[at] === '"' ? parseQuoted(text, at, separator) : parsePlain(text, at, separator)
    if (cells.length < mostCells) cells.push(cell.value)
    at = cell.end
    if (text[at] !== separator) break
    at += 1
  }
  return { cells, end: at + Math.max(1, measureLineEnd(text, at)) }
}

function parsePlain(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1
  return { value: text.slice(start, end), end }
}

function parseQuoted(text: string, start: number, separator: string): { value: string; end: number } {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { value: parts.join('') + text.slice(from), end: text.length }
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') {
      // What stands between the closing quote and the separator belongs to the cell, as spreadsheets have it.
      const rest = parsePlain(text, quote + 1, separator)
      return { value: parts.join('') + rest.value, end: rest.end }
    }
    parts.push('"')
    from = quote + 2
  }
}

function countLines(text: string, start: number, end: number): number {
  return text.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0
}
