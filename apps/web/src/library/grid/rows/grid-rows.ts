/** The rows of a grid of cards, with heads of groups between them. Pure. */

import type { Group } from '../../clips/grouped-search.ts'

export type GridRow =
  | { readonly group: Group; readonly isOpen: boolean }
  /** Places of its cards among all that is found. */
  | { readonly first: number; readonly count: number }

/** The rows of groups, of which the closed ones show their heads alone. */
export function listRows(groups: readonly Group[], columns: number, closed: ReadonlySet<string | null>): GridRow[] {
  return groups.flatMap(group => {
    const isOpen = !closed.has(group.value)
    const cards = isOpen ? listCardRows(group.first, group.count, columns) : []
    return [{ group, isOpen }, ...cards]
  })
}

function listCardRows(first: number, count: number, columns: number): GridRow[] {
  return Array.from({ length: Math.ceil(count / columns) }, (_, row) => ({
    first: first + row * columns,
    count: Math.min(columns, count - row * columns),
  }))
}

/** The row that a card is in. */
export function findRowOf(rows: readonly GridRow[], index: number): number {
  return rows.findIndex(row => 'first' in row && index >= row.first && index < row.first + row.count)
}

/** The card that a key leads to from another one, over heads and past closed groups; nothing for other keys. */
export function findStepInRows(
  key: string,
  from: number | undefined,
  rows: readonly GridRow[],
  rowsInSight: number,
): number | undefined {
  const cards = rows.filter(row => 'first' in row)
  const [top, bottom] = [cards[0], cards.at(-1)]
  if (!top || !bottom) return undefined
  const last = bottom.first + bottom.count - 1
  const at = from === undefined ? -1 : findRowOf(cards, from)
  const row = cards[at]
  const toRow = (by: number) => {
    const next = cards[Math.min(cards.length - 1, Math.max(0, at + by))] ?? top
    return next.first + Math.min((from ?? 0) - (row?.first ?? 0), next.count - 1)
  }
  const toCard = (by: number) => {
    const next = (from ?? 0) + by
    if (row && next >= row.first && next < row.first + row.count) return next
    const beside = cards[at + by]
    return beside ? (by > 0 ? beside.first : beside.first + beside.count - 1) : from
  }
  const steps: Readonly<Record<string, () => number | undefined>> = {
    Home: () => top.first,
    End: () => last,
    ArrowUp: () => toRow(-1),
    ArrowDown: () => toRow(1),
    PageUp: () => toRow(-Math.max(1, rowsInSight - 1)),
    PageDown: () => toRow(Math.max(1, rowsInSight - 1)),
    ArrowLeft: () => toCard(-1),
    ArrowRight: () => toCard(1),
  }
  if (!Object.hasOwn(steps, key)) return undefined
  // Any key that moves begins at the first card.
  return row || key === 'End' ? steps[key]?.() : top.first
}
