/**
 * How the large content of an annotation is written: as a whole, or, beside what is stored, the few items of a long list
 * that have changed.
 */

type Content = Record<string, unknown>

/** With more of them the whole is written: an edit of one concerns its neighbours, not a whole list. */
const mostItems = 8

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

/** Items of lists that have changed since the content was written whole, under `<member>/<index>`. */
export type ContentChanges = Readonly<Record<string, object>>

/** What is to be kept beside the stored content; undefined where that is to be written whole. */
export function toContentChanges(before: Content, after: Content): ContentChanges | undefined {
  const items = findReplacedItems(before, after)
  if (!items || items.length === 0) return undefined
  return Object.fromEntries(items.map(({ path, item }) => [path.join('/'), item]))
}

/** Puts the changes into the content that was stored before them. */
export function applyContentChanges(content: Content, changes: ContentChanges): void {
  for (const [place, item] of Object.entries(changes)) {
    const end = place.lastIndexOf('/')
    const list = content[place.slice(0, end)]
    if (Array.isArray(list)) list[Number(place.slice(end + 1))] = item
  }
}
