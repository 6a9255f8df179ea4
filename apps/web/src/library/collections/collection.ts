import type { EditorialObject } from '@rushes/contract'

/** A collection as the library shows it. */
export type Collection = Pick<
  EditorialObject,
  'id' | 'title' | 'parentId' | 'objectType' | 'funnel' | 'subObjects_index' | 'systemFields'
>

/** Whether the service has it already: what was created without a connection is shown, and can do nothing yet. */
export function isStored({ id }: Collection): boolean {
  return id > 0
}
