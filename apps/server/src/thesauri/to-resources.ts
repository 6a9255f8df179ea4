import type { Thesaurus, ThesaurusEntry, ThesaurusTag } from '@rushes/contract'
import { toResourceFields } from '../platform/database/resource-columns.ts'
import { withoutNulls } from '../platform/without-nulls.ts'
import type { EntryRow, ThesaurusRow } from './tables.ts'

/** A thesaurus, and the one that it links to. */
export function toThesaurus(row: ThesaurusRow, linked: ThesaurusRow | undefined): Thesaurus {
  return {
    ...toResourceFields(row),
    objectType: 'Thesaurus',
    accountId: row.account_id,
    label: row.label,
    ...withoutNulls({
      secondaryId: row.secondary_id,
      linkedThesaurusId: row.linked_thesaurus_id,
      formFieldsDefinition: row.form_fields_definition,
      linkedThesaurus: linked && toThesaurus(linked, undefined),
    }),
  }
}

export function toEntry(row: EntryRow): ThesaurusEntry {
  return {
    ...toResourceFields(row),
    objectType: 'ThesaurusEntry',
    thesaurusId: row.thesaurus_id,
    value: row.value,
    label: row.label,
    formFieldValues: row.form_field_values,
    ...toLink(row),
    ...withoutNulls({ customFields: row.custom_fields }),
  }
}

export function toTag(
  row: Pick<EntryRow, 'id' | 'value' | 'label' | 'thesaurus_id' | 'linked_entry_id'>,
): ThesaurusTag {
  return { id: row.id, value: row.value, label: row.label, thesaurusId: row.thesaurus_id, ...toLink(row) }
}

/** "`linkedThesaurusEntryId` (String …)". */
function toLink({ linked_entry_id: id }: Pick<EntryRow, 'linked_entry_id'>) {
  return id === null ? {} : { linkedThesaurusEntryId: String(id) }
}
