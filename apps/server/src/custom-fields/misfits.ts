import { setImmediate } from 'node:timers/promises'
import type { CustomFieldMisfits } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import type { Description } from './describe.ts'
import type { Bearer } from './field.ts'
import { type FieldMap, listFaults } from './settle.ts'
import { listUnknownWords } from './vocabulary.ts'

/** Something that has custom fields, as the room that owns it hands it over. */
export interface StoredFields extends Bearer {
  readonly id: number
  readonly mediaObjectId?: number
  readonly customFields: FieldMap
}

/** Reads what has custom fields in a production, or has one of this name, by id, behind an id; at most `limit`. */
export type ReadStoredFields = (
  db: Database,
  productionId: number,
  afterId: number,
  limit: number,
  name?: string,
) => Promise<StoredFields[]>

const mostListed = 100
const pageSize = 500
const longestSearchMs = 20_000

/**
 * Stored values that the description would refuse: the first hundred, and how many there are. A description that changes
 * takes nothing away; this says what somebody may want to look at.
 */
export async function findMisfits(
  ctx: Context,
  productionId: number,
  description: Description,
  read: ReadStoredFields,
): Promise<CustomFieldMisfits> {
  const items: CustomFieldMisfits['items'] = []
  const { clock } = ctx.platform
  const until = clock.now() + longestSearchMs
  let count = 0
  for await (const page of readPages(ctx.db, productionId, read)) {
    const unknown = await listUnknownWords(ctx, productionId, description, page)
    for (const [index, stored] of page.entries()) {
      const { id, objectType, mediaObjectId, customFields } = stored
      const faults = [...listFaults(description, stored, customFields), ...unknown[index]!]
      count += faults.length
      const place = { id, objectType, ...(mediaObjectId === undefined ? {} : { mediaObjectId }) }
      items.push(...faults.slice(0, mostListed - items.length).map(fault => ({ ...place, ...fault })))
      if (clock.now() > until) return { count, complete: false, items }
      // Others want to be served meanwhile.
      await setImmediate()
    }
  }
  return { count, complete: true, items }
}

/** Everything that has custom fields in a production, or has one of this name, by and by. */
export async function* readPages(db: Database, productionId: number, read: ReadStoredFields, name?: string) {
  let afterId = 0
  for (;;) {
    const page = await read(db, productionId, afterId, pageSize, name)
    yield page
    if (page.length < pageSize) return
    afterId = page.at(-1)!.id
  }
}
