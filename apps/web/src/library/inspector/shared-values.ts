/** What several clips have in common. Pure. */

/** The value that all have; or that they differ. */
export type Shared<Value> = { readonly value: Value | undefined } | 'mixed'

export function findShared<Value>(values: readonly Value[]): Shared<Value> {
  const [first] = values
  return values.every(value => JSON.stringify(value) === JSON.stringify(first)) ? { value: first } : 'mixed'
}

/** Each tag with how many have it, those of all first. */
export function countTags(clips: readonly { readonly tags: readonly string[] }[]): [tag: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { tags } of clips) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([one, many], [other, fewer]) => fewer - many || one.localeCompare(other))
}
