/** Two lists of subtitles side by side, by time. Pure. */

/** `[start, end)` in frames. */
interface Span {
  readonly start: number
  readonly end: number
}

/** What is said at the same time in both lists: indices of the first and of the second, in order. */
export interface ComparedRow {
  readonly first: readonly number[]
  readonly second: readonly number[]
}

/**
 * Puts those together that are shown together for at least half of the shorter one: one may be told in two, and two in
 * one. What has no counterpart stands alone. Rows are in the order of time; both lists are in the order of their starts.
 */
export function compareByTime(first: readonly Span[], second: readonly Span[]): ComparedRow[] {
  const groups = new Groups(first.length + second.length)
  const places = [
    ...first.map((span, index) => ({ span, place: index, isFirst: true })),
    ...second.map((span, index) => ({ span, place: first.length + index, isFirst: false })),
  ].sort((a, b) => a.span.start - b.span.start || a.place - b.place)
  const shown: { first: typeof places; second: typeof places } = { first: [], second: [] }
  for (const current of places) {
    const [own, other] = current.isFirst ? (['first', 'second'] as const) : (['second', 'first'] as const)
    shown[other] = shown[other].filter(({ span }) => span.end > current.span.start)
    for (const { span, place } of shown[other]) if (isTogether(span, current.span)) groups.join(place, current.place)
    shown[own] = [...shown[own].slice(1 - mostAtOnce), current]
  }
  const rows = new Map<number, { first: number[]; second: number[] }>()
  for (const { place, isFirst } of places) {
    const root = groups.find(place)
    const row = rows.get(root) ?? { first: [], second: [] }
    if (isFirst) row.first.push(place)
    else row.second.push(place - first.length)
    rows.set(root, row)
  }
  return [...rows.values()]
}

/** Lists where everything is shown at once are not compared with all of each other. */
const mostAtOnce = 100

function isTogether(a: Span, b: Span): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return shared > 0 && 2 * shared >= Math.min(a.end - a.start, b.end - b.start)
}

/** Numbers that are joined to groups. */
class Groups {
  readonly #parents: Int32Array

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, index) => index)
  }

  find(place: number): number {
    let root = place
    while (this.#parents[root] !== root) root = this.#parents[root]!
    for (let at = place; at !== root; ) {
      const next = this.#parents[at]!
      this.#parents[at] = root
      at = next
    }
    return root
  }

  join(a: number, b: number): void {
    const [from, to] = [this.find(a), this.find(b)]
    // The smaller one stays the root, so that the same lists give the same groups.
    if (from < to) this.#parents[to] = from
    else this.#parents[from] = to
  }
}
