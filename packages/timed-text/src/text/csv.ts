/*
 * Comma-separated values (RFC 4180), and the guard against cells that a spreadsheet would run: a cell that begins like a
 * formula gets an apostrophe before it, which reading takes away again.
 */

const formula = /^'*[=+\-@＝＋－＠\t\r\n]/

export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row and the line it begins on, counted from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

export const csvSeparators = [',', ';', '\t'] as const

/** The rows of a text, one after the other; empty ones are left out. A quote that is not closed reaches to the end. */
export function* readCsvRows(text: string, separator: string): Generator<CsvRow> {
  let line = 1
  for (let at = 0; at < text.length; ) {
    const row: CsvRow & { cells: string[] } = { line, cells: [] }
    const begin = at
    for (;;) {
      const cell = readCell(text, at, separator)
      row.cells.push(unguard(cell.value))
      at = cell.end
      if (text[at] !== separator) break
      at++
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += text.slice(begin, at).match(/\r\n|\r|\n/g)?.length ?? 0
    if (row.cells.length > 1 || row.cells[0] !== '') yield row
  }
}

function unguard(value: string): string {
  return value.startsWith("'") && formula.test(value) ? value.slice(1) : value
}

/** A cell, and where what ends it is; what follows its closing quote is part of it, as spreadsheets have it. */
function readCell(text: string, start: number, separator: string): { value: string; end: number } {
  let value = ''
  let at = start
  if (text[start] === '"') {
    for (at = start + 1; ; at += 2) {
      const quote = text.indexOf('"', at)
      const end = quote < 0 ? text.length : quote
      const isDouble = text[end + 1] === '"'
      value += text.slice(at, isDouble ? end + 1 : end)
      at = end
      if (!isDouble) break
    }
    at = Math.min(at + 1, text.length)
  }
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++
  return { value: value + text.slice(at, end), end }
}
