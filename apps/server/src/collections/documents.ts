import type { Transaction } from '../platform/context.ts'
import { putDocuments, removeDocuments } from '../search/index.ts'
import type { CollectionRow } from './tables.ts'

/** Writes the search document of a collection, in the transaction that changed it. */
export async function indexCollection(ctx: Transaction, row: CollectionRow): Promise<void> {
  putDocuments(ctx, [
    {
      id: row.id,
      kind: 'collection',
      productionId: row.production_id,
      fields: {
        objectType: row.object_type,
        funnel: row.funnel,
        parentId: row.parent_id,
        categoryId: row.category_id,
        subObjects_index: row.sub_objects_index,
        version: row.version,
        created: row.created,
        createdBy: row.created_by,
        creatorId: row.creator_id,
        lastUpdated: row.last_updated,
        modifiedBy: row.modified_by,
        ...row.details,
      },
      text: [row.details.title, row.details.alternativeTitle].filter(text => text !== undefined),
    },
  ])
}

export async function unindexCollections(ctx: Transaction, ids: readonly number[]): Promise<void> {
  await removeDocuments(ctx, ids)
}
