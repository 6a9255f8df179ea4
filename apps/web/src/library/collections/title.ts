import type { EditorialObject } from '@rushes/contract'

/** What a collection is called. */
export function toTitle({ id, title }: EditorialObject): string {
  return title ?? `#${id}`
}
