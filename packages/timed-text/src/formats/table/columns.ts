/** The columns of a table for translators, by the names that they may have, in any case; the first is the one written. */
const columnNames = {
  number: ['Number', 'No', '#'],
  start: ['In', 'Start', 'TC in', 'Timecode in'],
  end: ['Out', 'End', 'TC out', 'Timecode out'],
  duration: ['Duration', 'Length'],
  speaker: ['Speaker', 'Character', 'Name'],
  text: ['Text', 'Source', 'Subtitle'],
} as const

export type Column = keyof typeof columnNames

/** What columns are called in the tables of somebody else; a column that need not be there is left out by an empty name. */
export type TableColumns = { readonly [Name in Column]?: string }

const needed: readonly Column[] = ['start', 'end', 'text']
const columns = Object.keys(columnNames) as Column[]

/** The columns that are written, in their order, with their names. */
export function listColumns(given: TableColumns = {}): [column: Column, name: string][] {
  return columns.flatMap((column): [Column, string][] => {
    const name = given[column]?.trim() ?? columnNames[column][0]
    if (name === '') return needed.includes(column) ? [[column, columnNames[column][0]]] : []
    return [[column, name]]
  })
}

/** The column of a header; names that were given come before ours. */
export function findColumn(header: string, given: TableColumns = {}): Column | undefined {
  const wanted = header.trim().toLowerCase()
  return (
    columns.find(column => given[column]?.trim().toLowerCase() === wanted) ??
    columns.find(column => columnNames[column].some(name => name.toLowerCase() === wanted))
  )
}

/** Reads `start:TC in,text:English`; undefined where that is no list of columns with their names. */
export function parseColumns(text: string): TableColumns | undefined {
  const given: { [Name in Column]?: string } = {}
  for (const pair of text.split(',')) {
    const colon = pair.indexOf(':')
    const column = columns.find(name => name === pair.slice(0, colon).trim())
    if (colon < 0 || !column) return undefined
    given[column] = pair.slice(colon + 1).trim()
  }
  return given
}

/** Whether a header is a language tag, as the columns of translations have it. */
export function isLanguage(header: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,8}$/i.test(header)
}

/** A cell of a row in text that begins with it: the name of a column. */
const cell = (column: Column) =>
  String.raw`(?=(?:[^\r\n]*[,;\t])?"?(?:${columnNames[column].join('|')})"?(?:[,;\t\r\n]|$))`

/** A text whose first row names the columns that a table needs. */
export const tablePattern = new RegExp(`^${needed.map(cell).join('')}`, 'i')
