/**
 * A thesaurus as a table, with a row of column names:
 *
 *     Value, Label, Parent, field:<name of a form field>, …
 *
 * `Parent` is the value of the entry above. Read in any order and letter case of the columns, by comma, semicolon or tab.
 */

import { brokenRule, mostWrittenEntries } from '@rushes/contract'
import { formatRow, type Row, readRows } from '@rushes/markers'
import type { FileContent, FileEntry } from './entry.ts'

/** What a row is written from. */
export interface WritableEntry {
  readonly value: string
  readonly label: string
  readonly parent: string | undefined
  readonly formFieldValues: Readonly<Record<string, unknown>>
}

const fieldPrefix = 'field:'
const byteOrderMark = '\ufeff'

export function writeHeader(fields: readonly string[]): string {
  return byteOrderMark + formatRow(['Value', 'Label', 'Parent', ...fields.map(name => `${fieldPrefix}${name}`)])
}

export function writeRow(
  { value, label, parent = '', formFieldValues }: WritableEntry,
  fields: readonly string[],
): string {
  return formatRow([value, label, parent, ...fields.map(name => String(formFieldValues[name] ?? ''))])
}

/** Throws ValidationError for a table without a column of values or labels, or with too many rows. */
export function readCsv(file: string): FileContent {
  const text = file.startsWith(byteOrderMark) ? file.slice(1) : file
  const separator = findSeparator(text)
  if (separator === undefined) throw brokenRule('/', 'The first row must name a column Value or a column Label')
  let columns: Columns | undefined
  const entries: FileEntry[] = []
  for (const row of readRows(text, separator)) {
    if (!columns) {
      columns = readColumns(row)
      continue
    }
    if (entries.length === mostWrittenEntries) throw brokenRule('/', `has more than ${mostWrittenEntries} entries`)
    entries.push(toEntry(row, columns))
  }
  return { entries, problems: [] }
}

interface Columns {
  readonly value: number
  readonly label: number
  readonly parent: number
  readonly fields: readonly (readonly [string, number])[]
}

function findSeparator(text: string): string | undefined {
  return [',', ';', '\t'].find(separator => {
    const [first] = readRows(text, separator)
    return first && isHeader(readColumns(first))
  })
}

function isHeader({ value, label }: Columns): boolean {
  return value >= 0 || label >= 0
}

function readColumns({ cells }: Row): Columns {
  const names = cells.map(cell => cell.trim())
  const find = (name: string) => names.findIndex(each => each.toLowerCase() === name)
  return {
    value: find('value'),
    label: find('label'),
    parent: find('parent'),
    fields: names.flatMap((name, index) =>
      name.toLowerCase().startsWith(fieldPrefix) ? [[name.slice(fieldPrefix.length), index] as const] : [],
    ),
  }
}

function toEntry({ line, cells }: Row, { value, label, parent, fields }: Columns): FileEntry {
  const filled = fields.flatMap(([name, index]) => (cells[index] ? [[name, cells[index]] as const] : []))
  return {
    place: `line ${line}`,
    value: cells[value],
    label: cells[label],
    parent: cells[parent]?.trim(),
    formFieldValues: fields.length > 0 ? Object.fromEntries(filled) : undefined,
  }
}
