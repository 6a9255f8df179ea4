/** How the large content of an annotation is written: as a whole, or the few items of a long list that have changed. */

import { type RawBuilder, sql } from 'kysely'
import { toJsonText } from '../platform/json-text.ts'

type Content = Record<string, unknown>

/** With more of them the whole is written faster. */
const mostItems = 3

/** An item of a list that is another one than before. */
interface ReplacedItem {
  readonly path: readonly [member: string, index: string]
  readonly item: object
}

/**
 * The items of lists that differ between what is stored and what is to be stored, when nothing else does; undefined when
 * more has changed. What is the same is the same object.
 */
export function findReplacedItems(before: Content, after: Content): ReplacedItem[] | undefined {
  const names = Object.keys(after)
  if (names.length !== Object.keys(before).length) return undefined
  const found: ReplacedItem[] = []
  for (const name of names) {
    const [old, now] = [before[name], after[name]]
    if (old === now) continue
    if (!Array.isArray(old) || !Array.isArray(now) || old.length !== now.length) return undefined
    for (const [index, item] of now.entries()) {
      if (item === old[index]) continue
      if (typeof item !== 'object' || item === null || found.length === mostItems) return undefined
      found.push({ path: [name, String(index)], item })
    }
  }
  return found
}

/** The new value of the column, as SQL that changes what is there; undefined where the whole is to be written. */
export function toContentChange(before: Content, after: Content): RawBuilder<string> | undefined {
  const items = findReplacedItems(before, after)
  if (!items || items.length === 0) return undefined
  return items.reduce<RawBuilder<string>>(
    (value, { path, item }) => sql`jsonb_set(${value}, ${[...path]}::text[], ${toJsonText(item)}::jsonb, false)`,
    sql.ref('structured_description') as unknown as RawBuilder<string>,
  )
}
