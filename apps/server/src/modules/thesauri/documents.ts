import type { Database } from '../../platform/database/index.ts'
import { type FieldValue, type ListedSource, type SearchDocument, storedSizes } from '../search/index.ts'
import { listEntriesById, selectEntryIds } from './entries/store.ts'
import type { EntryRow } from './tables.ts'

/** Where the documents of entries come from. */
export const entryDocuments: ListedSource = {
  read: readDocuments,
  selectSizes: storedSizes('thesaurus_entry', ['form_field_values', 'custom_fields']),
  ids: selectEntryIds(),
}

/** The documents of entries as they stand now. */
async function readDocuments(db: Database, ids: readonly number[]): Promise<SearchDocument[]> {
  return (await listEntriesById(db, ids)).map(toDocument)
}

function toDocument(row: EntryRow & { account_id: number }): SearchDocument {
  return {
    id: row.id,
    kind: 'thesaurus',
    accountId: row.account_id,
    fields: {
      objectType: 'ThesaurusEntry',
      thesaurusId: row.thesaurus_id,
      value: row.value,
      label: row.label,
      linkedThesaurusEntryId: row.linked_entry_id === null ? undefined : String(row.linked_entry_id),
      version: row.version,
      created: row.created,
      createdBy: row.created_by,
      creatorId: row.creator_id,
      lastUpdated: row.last_updated,
      modifiedBy: row.modified_by,
      ...toFormFields(row.form_field_values),
    },
    stored: {
      formFieldValues: row.form_field_values,
      ...(row.custom_fields ? { customFields: row.custom_fields } : {}),
    },
    text: Object.values(row.form_field_values).filter(value => typeof value === 'string'),
  }
}

/** `formFieldValues.<name>`: stored values are texts, numbers and flags. */
function toFormFields(values: Record<string, unknown>): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`formFieldValues.${name}`, value as FieldValue]),
  )
}
