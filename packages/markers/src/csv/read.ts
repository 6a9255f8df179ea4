import type { Frames } from '@rushes/timebase'
import {
  assertInClip,
  countFramesPerCount,
  type Problem,
  quote,
  type ReadMarker,
  type ReadRemark,
  type ReadResult,
  readDuration,
  readLine,
  readRunningTime,
  readTimecode,
  type TargetClip,
  toClipFrame,
  toRangeEnd,
  Unreadable,
} from '../read.ts'
import { parseRows, type Row } from './cells.ts'

/** Names that a column may have, in any case; the first that a file has counts. */
const columnNames = {
  name: ['marker name', 'name', 'title', 'subject'],
  comment: ['comment', 'comments', 'text', 'description', 'content'],
  notes: ['notes', 'note'],
  colour: ['color', 'colour', 'marker color'],
  timecode: [
    'timecode',
    'timecode in',
    'tc',
    'tc in',
    'source in',
    'in',
    'start',
    'start tc',
    'start timecode',
    'position',
  ],
  out: ['timecode out', 'tc out', 'source out', 'out', 'end', 'end tc', 'end timecode'],
  duration: ['duration', 'length'],
  frame: ['frame'],
  author: ['author', 'user', 'username', 'commenter', 'reviewer', 'owner', 'created by'],
  clip: ['clip', 'clip name'],
  thread: ['thread'],
  kind: ['kind'],
} as const
type Column = keyof typeof columnNames
const textColumns = ['name', 'comment', 'notes'] as const
type Columns = Partial<Record<Column, number>>

/**
 * The markers in a spreadsheet with a row of column names: `Comment`, one of `Timecode` and `Frame`, and those of the
 * writer where they are there; or those of editing and sound systems, where name, description, notes and colour are one text, and
 * `Out` or `Duration` makes a range. Separated by comma, semicolon or tab. In a file about several clips, only the rows
 * with the name of this clip count.
 */
export function readCsv(text: string, clip: TargetClip): ReadResult {
  const table = findTable(text.startsWith('\ufeff') ? text.slice(1) : text)
  if (!table) {
    const message = 'The first row must name a column Comment, Name or Notes, and Timecode, In, Start or Frame'
    return { markers: [], problems: [{ code: 'no-columns', line: 1, message }] }
  }
  const problems: Problem[] = []
  const threads = new Map<string, ReadMarker & { replies: ReadRemark[] }>()
  const cellOf = (row: Row, column: Column) => row.cells[table.columns[column] ?? -1] ?? ''
  const isReply = (row: Row) => cellOf(row, 'kind').trim().toLowerCase() === 'reply'
  const isOfSeveral = new Set(table.rows.map(row => cellOf(row, 'clip'))).size > 1

  const toRemark = (row: Row) => ({
    text: toText([...textColumns.map(column => cellOf(row, column)), toColourLine(cellOf(row, 'colour').trim())]),
    author: cellOf(row, 'author') || undefined,
    line: row.line,
  })
  const readEnd = (row: Row, frame: Frames) => {
    const [duration, out] = [cellOf(row, 'duration').trim(), cellOf(row, 'out').trim()]
    const byDuration = duration === '' ? frame : frame + readDuration(duration, clip)
    const last = out === '' ? byDuration : readPlace(out, clip)
    if (last < frame) throw new Unreadable('contradiction', `${quote(out)} is before the marker begins`)
    return toRangeEnd(frame, Math.max(byDuration, last), clip)
  }
  for (const row of table.rows) {
    if (isReply(row)) continue
    const thread = cellOf(row, 'thread') || `line ${row.line}`
    const marker = readLine(row.line, problems, () => {
      if (isOfSeveral && cellOf(row, 'clip') !== clip.name) {
        throw new Unreadable('other-clip', `This is about another clip, ${quote(cellOf(row, 'clip'))}`)
      }
      const frame = readFrame(cellOf(row, 'timecode').trim(), cellOf(row, 'frame').trim(), clip)
      const end = frame === undefined ? undefined : readEnd(row, frame)
      return { ...toRemark(row), frame, ...(end !== undefined && { end }), replies: [] }
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
    const [first, ...others] = parseRows(text, separator)
    // Spreadsheets of some countries name the separator in a row of its own.
    const [header, ...rows] = /^sep=/i.test(first?.cells[0] ?? '') ? others : [first, ...others]
    const columns = findColumns(header?.cells ?? [])
    const hasText = (columns.name ?? columns.comment ?? columns.notes) !== undefined
    if (hasText && (columns.timecode ?? columns.frame) !== undefined) {
      return { columns, rows: rows.filter(row => row !== undefined) }
    }
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

/** What a colour means is agreed among people: it is said with the rest. */
function toColourLine(colour: string): string {
  return colour === '' ? '' : `Color: ${colour}`
}

/** What the cells of a row say, each once, on lines of their own. */
function toText(cells: readonly string[]): string {
  const said = cells.filter(cell => cell !== '')
  if (said.length <= 1) return said[0] ?? ''
  return [...new Set(said.map(cell => cell.trim()).filter(cell => cell !== ''))].join('\n')
}

/** A frame by its timecode, or by the time since the first one. */
function readPlace(text: string, clip: TargetClip): Frames {
  return readRunningTime(text, clip) ?? toClipFrame(readTimecode(text, clip), clip)
}

function readFrame(timecode: string, frame: string, clip: TargetClip): Frames | undefined {
  if (timecode === '' && frame === '') return undefined
  if (frame !== '' && !/^\d{1,15}$/.test(frame)) {
    throw new Unreadable('malformed-time', `${quote(frame)} is no frame number`)
  }
  const exact = clip.pictures?.toLabel(Number(frame)) ?? Number(frame)
  if (timecode === '') return assertInClip(exact, clip)
  const found = readPlace(timecode, clip)
  if (frame === '') return assertInClip(found, clip)
  if (exact < found || found + countFramesPerCount(clip) <= exact) {
    throw new Unreadable('contradiction', `${timecode} is frame ${found} of the clip, not ${frame}`)
  }
  return assertInClip(exact, clip)
}
