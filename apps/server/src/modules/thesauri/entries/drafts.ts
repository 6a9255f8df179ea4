/** Entries as they were sent, on their way to what is stored. Pure. */

import { brokenRule, staleVersion, type ThesaurusEntryRequest } from '@rushes/contract'
import { toFormC } from '../../../platform/text/form-c.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { below, FieldFault, type Form, type FormValues, fillForm, toBrokenRule } from '../../form-fields/index.ts'
import { parseId, toLabelKey, toWord } from '../policy.ts'
import type { EntryRow } from '../tables.ts'
import type { EntryColumns } from './store.ts'

/** An entry that somebody wants written; what is absent stays as it is, `null` clears. */
export interface Draft {
  /** Its place in the request, as a JSON Pointer. */
  readonly path: string
  readonly id: number | undefined
  readonly version: number | undefined
  readonly value: string | undefined
  readonly label: string | undefined
  readonly linkedEntryId: number | null | undefined
  readonly formFieldValues: FormValues | undefined
  readonly customFields: Readonly<Record<string, unknown>> | undefined
}

/** The ids and values of one list, as they are met. */
export function createKeysOfList() {
  const keys = { id: new Set<number>(), value: new Set<string>() }
  return {
    values: keys.value as ReadonlySet<string>,
    /** Throws ValidationError for an entry that is in the list twice. */
    add({ path, id, value }: Draft): void {
      if (id !== undefined && keys.id.size === keys.id.add(id).size) throw twice(`${path}/id`)
      if (value !== undefined && keys.value.size === keys.value.add(toFormC(value)).size) throw twice(`${path}/value`)
    },
  }
}

function twice(path: string) {
  return brokenRule(path, 'is in the list twice')
}

/** Reads an entry of a list. Throws ValidationError for what makes no sense. */
export function toDraft(request: ThesaurusEntryRequest, path: string): Draft {
  const { id, version, formFieldValues, customFields, linkedThesaurusEntryId: link } = request
  const value = toWord(`${path}/value`, request.value)
  const label = toWord(`${path}/label`, request.label)
  if (id === undefined && value === undefined && label === undefined) throw brokenRule(`${path}/label`, 'is needed')
  assertStorable({ formFieldValues, customFields })
  return { path, id, version, value, label, linkedEntryId: toLinkedId(path, link), formFieldValues, customFields }
}

/** The empty text takes an entry from under another one. */
function toLinkedId(path: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === '') return null
  const id = parseId(text)
  if (id === undefined) throw noSuchLink(path)
  return id
}

export function noSuchLink(path: string) {
  return brokenRule(`${path}/linkedThesaurusEntryId`, 'is not the id of an entry in the linked thesaurus')
}

/** What is stored of a draft, over what was stored before. Throws ConflictError for a stale version, ValidationError. */
export function toEntryColumns(
  draft: Draft,
  form: Form,
  before: EntryRow | undefined,
  madeValue: string | undefined,
): EntryColumns {
  if (before && draft.version !== undefined && draft.version !== before.version) {
    throw staleVersion('ThesaurusEntry', before.id, before.version)
  }
  const isSame = before !== undefined && toFormC(draft.value ?? before.value) === toFormC(before.value)
  const value = isSame ? before.value : (draft.value ?? before?.value ?? madeValue!)
  const label = draft.label ?? before?.label ?? value
  return {
    value,
    label,
    label_key: toLabelKey(label),
    linked_entry_id: draft.linkedEntryId === undefined ? (before?.linked_entry_id ?? null) : draft.linkedEntryId,
    form_field_values: toFormValues(draft, form, before),
    custom_fields: draft.customFields ?? before?.custom_fields ?? null,
  }
}

function toFormValues({ path, formFieldValues }: Draft, form: Form, before: EntryRow | undefined): FormValues {
  if (before && formFieldValues === undefined) return before.form_field_values
  try {
    return below(['formFieldValues'], () => fillForm(form, formFieldValues ?? {}, before === undefined))
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error, path) : error
  }
}
