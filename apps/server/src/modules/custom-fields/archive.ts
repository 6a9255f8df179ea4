import { CustomFieldDescription, FreeForm, Name, oneOf } from '@rushes/contract'
import Type from 'typebox'
import {
  type ArchiveIds,
  archivedFields,
  archiveTable,
  fromArchived,
  toArchived,
} from '../../platform/archive/index.ts'
import type { Context } from '../../platform/context.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { FieldFault, toBrokenRule } from '../form-fields/index.ts'
import { findSettingId, getSettings } from '../productions/index.ts'
import { readDescription } from './description/describe.ts'
import { findDescriptionRow } from './store.ts'
import type { WrittenDescription } from './tables.ts'
import { mapValues, noteDescription } from './values/archived-values.ts'

/** What the custom fields of the annotations, and of the collections, of a production are. */
export const descriptionArchive = archiveTable({
  name: 'custom-field-descriptions',
  table: 'custom_fields_description',
  shape: Type.Object(
    {
      ...archivedFields,
      kind: oneOf('annotation', 'collection'),
      name: Type.Optional(Name),
      allowUndefinedFields: Type.Optional(Type.Boolean()),
      clientSettings: Type.Optional(FreeForm),
      fields: Type.Optional(Type.Record(Type.String(), CustomFieldDescription)),
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({ ...row.description, ...toArchived(row, source), kind: row.kind }),
  toRow(item, into, ctx) {
    const { kind, name, allowUndefinedFields, clientSettings, fields } = item
    const given: WrittenDescription = withoutNulls({ name, allowUndefinedFields, clientSettings, fields })
    assertStorable(given)
    const description = mapDescription(given, into.ids)
    assertReadable(description)
    noteDescription(into, kind, description)
    return {
      ...fromArchived('custom-field-descriptions', item, into, ctx),
      production_id: into.productionId,
      kind,
      description,
    }
  },
})

function assertReadable(description: WrittenDescription): void {
  try {
    readDescription(description)
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error) : error
  }
}

/** The same with the ids that thesauri, and what values and lists of words name, have here. */
function mapDescription(description: WrittenDescription, ids: ArchiveIds): WrittenDescription {
  if (!description.fields) return description
  const fields = Object.entries(description.fields).map(([name, field]) => [name, mapField(field, ids)])
  return { ...description, fields: Object.fromEntries(fields) }
}

function mapField(field: CustomFieldDescription, ids: ArchiveIds): CustomFieldDescription {
  const { thesaurus, defaultValue, whiteList, blackList, ...others } = field
  const isReference = field.type === 'FLOW_ID' || field.type === 'FLOW_OBJECT'
  const mapWords = (words: string[]) => words.flatMap(word => String(ids.findOfAny(Number(word)) ?? '') || [])
  return {
    ...others,
    ...withoutNulls({
      thesaurus: mapThesaurusName(thesaurus, ids),
      whiteList: isReference && whiteList ? mapWords(whiteList) : whiteList,
      blackList: isReference && blackList ? mapWords(blackList) : blackList,
    }),
    ...(defaultValue !== undefined && { defaultValue: mapValues(field.type, defaultValue, {}, ids) }),
  }
}

/** A thesaurus is named by its id, or by the name that its house gives it, which it keeps. */
function mapThesaurusName(name: string | undefined, ids: ArchiveIds): string | undefined {
  if (name === undefined || !/^\d{1,16}$/.test(name)) return name
  const id = ids.find('thesauri', Number(name))
  if (id === undefined) ids.lose('customFields.thesaurus')
  return id === undefined ? undefined : String(id)
}

/** The thesauri that a production uses, by their ids or their `secondaryId`s. */
export async function listUsedThesauri(ctx: Context, productionId: number): Promise<string[]> {
  const rows = [
    await findDescriptionRow(ctx.db, productionId, 'annotation'),
    await findDescriptionRow(ctx.db, productionId, 'collection'),
  ]
  const fields = rows.flatMap(row => Object.values(row?.description.fields ?? {}))
  const dictionary = findSettingId(await getSettings(ctx, productionId, true), 'thesauri')
  return [
    ...new Set(fields.flatMap(({ thesaurus }) => thesaurus ?? [])),
    ...(dictionary === undefined ? [] : [String(dictionary)]),
  ]
}
