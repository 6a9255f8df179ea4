import type { Transaction } from '../../platform/context.ts'
import type { Database } from '../../platform/database/index.ts'
import { toSearchFields } from '../custom-fields/index.ts'
import { type ListedSource, markChanged, type SearchDocument, storedSizes } from '../search/index.ts'
import { findCollections, selectAllIds } from './store.ts'
import type { CollectionRow } from './tables.ts'

/** Has the search documents of collections rewritten or removed once the transaction that changes them is committed. */
export function indexCollections(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'collection', ids)
}

/** Where the documents of collections come from. */
export const collectionDocuments: ListedSource = {
  read: readDocuments,
  selectSizes: storedSizes('editorial_object', ['details', 'custom_fields', 'system_fields']),
  ids: selectAllIds,
}

/** The documents of collections as they stand now. */
async function readDocuments(db: Database, ids: readonly number[]): Promise<SearchDocument[]> {
  return (await findCollections(db, ids)).map(toDocument)
}

function toDocument(row: CollectionRow): SearchDocument {
  const custom = toSearchFields(row.custom_fields)
  return {
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
      ...custom.fields,
    },
    text: [row.details.title, row.details.alternativeTitle, ...custom.texts].filter(text => text !== undefined),
  }
}
