/*
 * Tables for translators: a row for each subtitle with its times, who speaks, its text, and a column for each language
 * that it is translated into. They are read again by the names of their columns, in any order, also in columns that
 * somebody else has named (`columns`).
 *
 * support.ts lists what of a document survives. A cell of CSV that begins like a formula gets an apostrophe before it,
 * which reading takes away again; the cells of a workbook are text.
 */

import type { FormatCode } from '../../format.ts'
import { tablePattern } from './columns.ts'
import { readCsv, readXlsx } from './read.ts'
import { tableSupport } from './support.ts'
import { writeCsv, writeXlsx } from './write.ts'

export { parseColumns, type TableColumns } from './columns.ts'

export const csv = {
  pattern: tablePattern,
  support: tableSupport,
  read: readCsv,
  write: writeCsv,
} as const satisfies FormatCode

export const xlsx = {
  // A zip with parts of a workbook.
  signature: /^PK\W\W[\s\S]*?\bxl\//,
  support: tableSupport,
  read: readXlsx,
  write: writeXlsx,
} as const satisfies FormatCode
