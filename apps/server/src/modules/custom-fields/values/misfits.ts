import { setImmediate } from 'node:timers/promises'
import type { CustomFieldMisfits } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Description } from '../description/describe.ts'
import type { Bearer } from '../description/field.ts'
import { listUnknownWords } from '../vocabulary/vocabulary.ts'
import { type FieldMap, listFaults } from './settle.ts'

/** Something that has custom fields, as the module that owns it hands it over. */
export interface StoredFields extends Bearer {
  readonly id: number
  readonly mediaObjectId?: number
  readonly customFields: FieldMap
}

/** Which custom fields of what has some are read. */
export type FieldChoice =
  /** The one of this name, of what has it. */
  | { readonly only: string }
  /** Those of these names; of others the name alone, with null for a value. */
  | { readonly valuesOf: readonly string[] }

/** Reads a page of what has custom fields in a production, after an id; `next` is where the next page begins. */
export type ReadStoredFields = (
  db: Database,
  productionId: number,
  afterId: number,
  choice: FieldChoice,
) => Promise<StoredFieldsPage>

export interface StoredFieldsPage {
  readonly stored: readonly StoredFields[]
  /** Absent on the last page. */
  readonly next: number | undefined
}

const mostListed = 100
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
  // What nobody has described fits.
  if (!description.isSet) return { count, complete: true, items }
  const choice = { valuesOf: [...description.fields.keys()] }
  for await (const page of readPages(ctx.db, productionId, read, choice)) {
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

/** Everything in a production that has the chosen custom fields, page by page. */
export async function* readPages(db: Database, productionId: number, read: ReadStoredFields, choice: FieldChoice) {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const { stored, next }: StoredFieldsPage = await read(db, productionId, afterId, choice)
    yield stored
    afterId = next
  }
}
