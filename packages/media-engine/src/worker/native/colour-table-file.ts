import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COLOUR_TABLE } from '../../colour/colour.ts'
import { type ColourSource, formatColourTable } from '../../colour/colour-table.ts'
import { escapeValue } from '../../plan/watermark.ts'

let last: { readonly key: string; readonly text: string } | undefined

/** A film whose size changes often asks for the same table each time. */
function getTable(source: ColourSource): string {
  const key = `${source.primaries} ${source.transfer}`
  if (last?.key !== key) last = { key, text: formatColourTable(source) }
  return last.text
}

/** Calls `use` with filters that read the table from a file, which exists until they are set up. */
export function withColourTable(
  filters: string,
  table: ColourSource | undefined,
  use: (filters: string) => void,
): void {
  if (!table) {
    use(filters)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'rushes-colours-'))
  try {
    const path = join(folder, 'table.cube')
    writeFileSync(path, getTable(table))
    use(filters.replaceAll(COLOUR_TABLE, escapeValue(path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
