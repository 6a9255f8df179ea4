import { countStarted, type Row, type Rows } from './rows.ts'

/** What an address says of a subtitle: a frame in it, and its number in the list. */
export interface LinkedEntry {
  readonly frame: number | undefined
  readonly number: number | undefined
}

/**
 * The subtitle that is meant: the one of the number if it is shown at the frame, else the first that begins there, else
 * the one that is shown there. Numbers change when others add and delete subtitles: alone they count without a frame.
 */
export function findLinked(rows: Rows, { frame, number }: LinkedEntry): Row | undefined {
  const numbered = number === undefined ? undefined : rows[number - 1]
  if (frame === undefined) return numbered
  const isShown = (row: Row | undefined) => row !== undefined && row.entry.start <= frame && frame < row.entry.end
  if (isShown(numbered)) return numbered
  const last = rows[countStarted(rows, frame) - 1]
  return rows.find(({ entry }) => entry.start === frame) ?? (isShown(last) ? last : undefined)
}
