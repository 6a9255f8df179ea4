import type { Frames } from '@rushes/timebase'
import {
  assertInClip,
  countFramesPerCount,
  type Problem,
  quote,
  type ReadMarker,
  type ReadRemark,
  type ReadResult,
  readLine,
  readTimecode,
  type TargetClip,
  toClipFrame,
  Unreadable,
} from '../read.ts'
import { parseRows, type Row } from './cells.ts'

/** Names that a column may have, in any case; the first that a file has counts. */
const columnNames = {
  comment: ['comment', 'comments', 'text', 'note', 'notes', 'description', 'marker name', 'name'],
  timecode: ['timecode', 'tc', 'source in', 'in'],
  frame: ['frame'],
  author: ['author', 'user', 'username'],
  clip: ['clip', 'clip name'],
  thread: ['thread'],
  kind: ['kind'],
} as const
type Column = keyof typeof columnNames
type Columns = Partial<Record<Column, number>>

/**
 * The markers in a spreadsheet with a row of column names: `Comment`, one of `Timecode` and `Frame`, and those of the
 * writer where they are there. Separated by comma, semicolon or tab. In a file about several clips, only the rows with
 * the name of this clip count.
 */
export function readCsv(text: string, clip: TargetClip): ReadResult {
  const table = findTable(text.startsWith('\ufeff') ? text.slice(1) : text)
  if (!table) {
    const message = 'The first row must name a column Comment, and Timecode or Frame'
    return { markers: [], problems: [{ code: 'no-columns', line: 1, message }] }
  }
  const problems: Problem[] = []
  const threads = new Map<string, ReadMarker & { replies: ReadRemark[] }>()
  const cellOf = (row: Row, column: Column) => row.cells[table.columns[column] ?? -1] ?? ''
  const isReply = (row: Row) => cellOf(row, 'kind').trim().toLowerCase() === 'reply'
  const isOfSeveral = new Set(table.rows.map(row => cellOf(row, 'clip'))).size > 1

  const toRemark = (row: Row) => ({
    text: cellOf(row, 'comment'),
    author: cellOf(row, 'author') || undefined,
    line: row.line,
  })
  for (const row of table.rows) {
    if (isReply(row)) continue
    const thread = cellOf(row, 'thread') || `line ${row.line}`
    const marker = readLine(row.line, problems, () => {
      if (isOfSeveral && cellOf(row, 'clip') !== clip.name) {
        throw new Unreadable('other-clip', `This is about another clip, ${quote(cellOf(row, 'clip'))}`)
      }
      const frame = readFrame(cellOf(row, 'timecode').trim(), cellOf(row, 'frame').trim(), clip)
      return { ...toRemark(row), frame, replies: [] }
    })
    if (marker) threads.set(threads.has(thread) ? `${thread}, line ${row.line}` : thread, marker)
  }
  for (const row of table.rows.filter(isReply)) {
    const marker = threads.get(cellOf(row, 'thread'))
    if (marker) marker.replies.push(toRemark(row))
    else problems.push({ code: 'no-thread', line: row.line, message: 'The comment that this answers was not read' })
  }
  return { markers: [...threads.values()], problems: problems.sort((a, b) => a.line - b.line) }
}

/** A file's rows by the separator that its first row is written with. */
function findTable(text: string): { columns: Columns; rows: Row[] } | undefined {
  for (const separator of [',', ';', '\t']) {
    const [header, ...rows] = parseRows(text, separator)
    const columns = findColumns(header?.cells ?? [])
    if (columns.comment !== undefined && (columns.timecode ?? columns.frame) !== undefined) return { columns, rows }
  }
  return undefined
}

function findColumns(cells: readonly string[]): Columns {
  const names = cells.map(cell => cell.trim().toLowerCase())
  const columns: Columns = {}
  for (const [column, candidates] of Object.entries(columnNames) as [Column, readonly string[]][]) {
    const name = candidates.find(candidate => names.includes(candidate))
    if (name !== undefined) columns[column] = names.indexOf(name)
  }
  return columns
}

function readFrame(timecode: string, frame: string, clip: TargetClip): Frames | undefined {
  if (timecode === '' && frame === '') return undefined
  if (frame !== '' && !/^\d{1,15}$/.test(frame)) {
    throw new Unreadable('malformed-time', `${quote(frame)} is no frame number`)
  }
  const exact = clip.pictures?.toLabel(Number(frame)) ?? Number(frame)
  if (timecode === '') return assertInClip(exact, clip)
  const found = toClipFrame(readTimecode(timecode, clip), clip)
  if (frame === '') return assertInClip(found, clip)
  if (exact < found || found + countFramesPerCount(clip) <= exact) {
    throw new Unreadable('contradiction', `${timecode} is frame ${found} of the clip, not ${frame}`)
  }
  return assertInClip(exact, clip)
}
