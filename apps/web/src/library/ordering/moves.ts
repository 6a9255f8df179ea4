/** The order of a collection, and what changes it. Pure. */

import type { Moves } from '../writes/clip-change.ts'

/** The moves that make one order of another, of these that change their place. */
export function toMoves(order: readonly number[], wanted: readonly number[], moved: ReadonlySet<number>): Moves {
  const work = [...order]
  return wanted.flatMap((id, index) => {
    if (!moved.has(id)) return []
    work.splice(work.indexOf(id), 1)
    const before = wanted[index - 1]
    const position = before === undefined ? 0 : work.indexOf(before) + 1
    work.splice(position, 0, id)
    return [[id, position] as const]
  })
}

/** The order with some of it put before another one, in the order in which they are; at the end without one. */
export function placeBefore(
  order: readonly number[],
  moved: ReadonlySet<number>,
  before: number | undefined,
): number[] {
  // What is moved along cannot be what it is put before.
  const from = before === undefined ? order.length : order.indexOf(before)
  const next = order.slice(Math.max(0, from)).find(id => !moved.has(id))
  const rest = order.filter(id => !moved.has(id))
  const at = next === undefined ? rest.length : rest.indexOf(next)
  return [...rest.slice(0, at), ...order.filter(id => moved.has(id)), ...rest.slice(at)]
}
