import { formatDay } from '../platform/dates.ts'
import { texts } from './messages.ts'

/** Lines by the day on which they happened, in their order. */
export function listDays<Item extends { readonly created: number }>(
  lines: readonly Item[],
  now: number = Date.now(),
): { name: string; lines: Item[] }[] {
  const byDay = Map.groupBy(lines, ({ created }) => nameDay(created, now))
  return Array.from(byDay, ([name, of]) => ({ name, lines: of }))
}

function nameDay(instant: number, now: number): string {
  const day = new Date(instant).toDateString()
  if (day === new Date(now).toDateString()) return texts('today')
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === yesterday.toDateString() ? texts('yesterday') : formatDay(instant, now)
}
