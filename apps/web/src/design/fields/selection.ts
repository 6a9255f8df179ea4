/** What is selected in a list, a grid, a table or a tree, and what keys and clicks change in it. Pure. */

/** `focused` is where the keyboard is; a range begins at `anchor`. */
export interface Selected<Id> {
  readonly focused: Id | undefined
  readonly anchor: Id | undefined
  readonly ids: ReadonlySet<Id>
}

export function selectNothing<Id>(focused?: Id): Selected<Id> {
  return { focused, anchor: focused, ids: new Set() }
}

/** A click or an arrow: this one alone. */
export function selectOne<Id>(id: Id): Selected<Id> {
  return { focused: id, anchor: id, ids: new Set([id]) }
}

/** Ctrl+click, X or a check box: the others stay as they are. */
export function toggle<Id>({ ids }: Selected<Id>, id: Id): Selected<Id> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { focused: id, anchor: id, ids: next }
}

/** Shift: what lies between the anchor and this one, both included; with Ctrl in addition to what was selected. */
export function selectRange<Id>(
  { anchor, ids }: Selected<Id>,
  id: Id,
  between: readonly Id[],
  isAddition = false,
): Selected<Id> {
  return { focused: id, anchor: anchor ?? id, ids: new Set([...(isAddition ? ids : []), ...between]) }
}

/** Ctrl+arrow: the keyboard goes there, and nothing is selected by that. */
export function focusOn<Id>({ anchor, ids }: Selected<Id>, id: Id): Selected<Id> {
  return { focused: id, anchor, ids }
}

export function selectAll<Id>({ focused, anchor }: Selected<Id>, all: Iterable<Id>): Selected<Id> {
  return { focused, anchor, ids: new Set(all) }
}

/** Without those that are gone. */
export function withoutGone<Id>({ focused, anchor, ids }: Selected<Id>, gone: ReadonlySet<Id>): Selected<Id> {
  const stay = (id: Id | undefined) => (id !== undefined && gone.has(id) ? undefined : id)
  return { focused: stay(focused), anchor: stay(anchor), ids: new Set([...ids].filter(id => !gone.has(id))) }
}

/** How the items are placed. */
export interface Placement {
  readonly count: number
  readonly columns: number
  /** Rows in sight. */
  readonly rows: number
}

/** The place that a key leads to from another one; nothing for other keys, and where there are no items. */
export function findStep(key: string, from: number | undefined, placement: Placement): number | undefined {
  const { count, columns, rows } = placement
  if (count === 0 || !isStep(key)) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  // Any key that moves begins at the first item.
  if (from === undefined) return 0
  const to = from + { ArrowLeft: -1, ArrowRight: 1, ...upAndDown(columns, rows) }[key]
  // Up and down stay in their column; the last row may be short.
  if (to < 0) return key === 'ArrowLeft' ? 0 : from % columns
  if (to < count) return to
  const isLastRow = Math.floor(from / columns) === Math.floor((count - 1) / columns)
  return isLastRow && key !== 'ArrowRight' ? from : count - 1
}

function upAndDown(columns: number, rows: number) {
  const page = Math.max(1, rows - 1) * columns
  return { ArrowUp: -columns, ArrowDown: columns, PageUp: -page, PageDown: page }
}

const steps = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const
type Step = (typeof steps)[number]

function isStep(key: string): key is Step {
  return steps.some(step => step === key)
}
