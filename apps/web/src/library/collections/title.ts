import type { Collection } from './collection.ts'

/** What a collection is called. */
export function toTitle({ id, title }: Collection): string {
  return title ?? `#${id}`
}
