import { IntList } from './int-list.ts'

/** The values of one field: by the place of a document, its one ordinal (0 for none) or a list of them. */
export type FieldColumn = { readonly bytes: number } & (
  | { readonly kind: 'single'; readonly ords: Int32Array }
  | { readonly kind: 'list'; readonly starts: Int32Array; readonly counts: Uint16Array; readonly ords: IntList }
)

/** Reads what each document has into a column; `room` is for how many places. */
export function buildColumn(
  count: number,
  room: number,
  read: (place: number, tell: (ord: number) => void) => void,
): FieldColumn {
  const single = new Int32Array(room)
  let isList = false
  for (let place = 0; place < count && !isList; place++) {
    read(place, ord => {
      if (single[place] !== 0) isList = true
      single[place] = ord
    })
  }
  if (!isList) return { kind: 'single', ords: single, bytes: single.byteLength }
  const starts = new Int32Array(room)
  const counts = new Uint16Array(room)
  const ords = new IntList()
  for (let place = 0; place < count; place++) {
    starts[place] = ords.length
    read(place, ord => ords.push(ord))
    counts[place] = ords.length - starts[place]!
  }
  return { kind: 'list', starts, counts, ords, bytes: room * 6 + ords.values.byteLength }
}

/** Writes what a document has now; false where the column has no room for it, and has to be made again. */
export function setInColumn(column: FieldColumn, place: number, ords: readonly number[]): boolean {
  if (column.kind === 'single') {
    if (ords.length > 1) return false
    column.ords[place] = ords[0] ?? 0
    return true
  }
  column.starts[place] = column.ords.length
  column.counts[place] = ords.length
  for (const ord of ords) column.ords.push(ord)
  return ords.length <= 65_535
}
