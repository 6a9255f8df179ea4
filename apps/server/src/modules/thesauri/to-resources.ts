import type { Thesaurus, ThesaurusEntry, ThesaurusTag } from '@rushes/contract'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
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

/** `thesauri`: the one that the entry is of is among them. */
export function toTag(
  row: Pick<EntryRow, 'id' | 'value' | 'label' | 'thesaurus_id' | 'linked_entry_id'>,
  thesauri: readonly ThesaurusRow[],
): ThesaurusTag {
  const { id, value, label, thesaurus_id: thesaurusId } = row
  const linkedThesaurusId = thesauri.find(thesaurus => thesaurus.id === thesaurusId)?.linked_thesaurus_id
  return { id, value, label, thesaurusId, ...toLink(row), ...withoutNulls({ linkedThesaurusId }) }
}

/** "`linkedThesaurusEntryId` (String …)". */
function toLink({ linked_entry_id: id }: Pick<EntryRow, 'linked_entry_id'>) {
  return id === null ? {} : { linkedThesaurusEntryId: String(id) }
}
