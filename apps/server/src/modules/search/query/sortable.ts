import { malformed } from '@rushes/contract'
import type { SortKey } from '@rushes/query'
import { isKnownSortField } from '../documents/schema.ts'

/** Without an order of its own, a search for words gives the most relevant first. */
export function toSort(sort: readonly SortKey[]): readonly SortKey[] {
  return sort.length > 0 ? sort : [{ field: 'score', direction: 'desc' }]
}

/** Refuses an order by a field that is neither known nor in any document of the scope. */
export async function assertSortable(
  sort: readonly SortKey[],
  isInScope: (field: string) => Promise<boolean>,
): Promise<void> {
  for (const { field } of sort) {
    if (field === 'score' || isKnownSortField(field) || (await isInScope(field))) continue
    throw malformed('sort', `there is no field ${field}`)
  }
}
