import { readTags } from '../../platform/tags.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts } from '../messages.ts'
import type { ClipWriter } from '../writes/clip-writer.ts'
import type { Column } from './columns.ts'

/** Writes what was typed into a cell; what somebody else has written there meanwhile is a question. */
export function writeCell(writer: ClipWriter, clip: FoundClip, column: Column, typed: string): Promise<boolean> {
  const { path = '' } = column
  const value = typed.trim()
  if (path === '/name') {
    if (value === '') return Promise.resolve(true)
    const text = (count: number) => texts('renamed', { count })
    return writer.change([clip.id], { what: 'rename', names: { [clip.id]: value } }, { text, typed })
  }
  return writer.change(
    [clip.id],
    { what: 'set', members: { [path]: toValue(column, value) } },
    {
      text: count => texts('applied', { count }),
      typed,
      expected: { [path]: toValue(column, column.toText(clip)) },
    },
  )
}

/** Writes rows of cells, each to its clip, as one change. Columns that cannot be written are passed over. */
export async function writeCells(
  writer: ClipWriter,
  rows: readonly (readonly [clip: FoundClip, cells: readonly string[]])[],
  columns: readonly Column[],
): Promise<void> {
  const byClip: Record<number, Record<string, unknown>> = {}
  const names: Record<number, string> = {}
  for (const [clip, cells] of rows) {
    for (const [index, column] of columns.entries()) {
      const typed = cells[index]?.trim()
      if (typed === undefined || column.path === undefined || typed === column.toText(clip)) continue
      if (column.path !== '/name') byClip[clip.id] = { ...byClip[clip.id], [column.path]: toValue(column, typed) }
      // No clip is without a name.
      else if (typed !== '') names[clip.id] = typed
    }
  }
  const ids = (record: object) => Object.keys(record).map(Number)
  const text = (count: number) => texts('applied', { count })
  await writer.change(ids(byClip), { what: 'cells', byClip }, { text })
  await writer.change(ids(names), { what: 'rename', names }, { text: count => texts('renamed', { count }) })
}

/** What a member holds, of what a cell shows; nothing where the cell is empty. */
function toValue({ path, choices }: Column, typed: string): unknown {
  if (path === '/tags') return readTags(typed)
  // What is pasted may be a word that people read.
  const value = choices?.find(([, text]) => text === typed)?.[0] ?? typed
  if (path === '/rating') return Number(value) || null
  return value === '' ? null : value
}
