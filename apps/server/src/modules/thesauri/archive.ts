import {
  brokenRule,
  EntryLabel,
  EntryValue,
  FormFieldsDefinition,
  FreeForm,
  Id,
  missingRight,
  Name,
} from '@rushes/contract'
import Type, { type Static } from 'typebox'
import {
  type ArchivePart,
  type ArchiveSource,
  type ArchiveTarget,
  archivedFields,
  fromArchived,
  remember,
  toArchived,
} from '../../platform/archive/index.ts'
import type { Context, Transaction } from '../../platform/context.ts'
import { insertWholeRows, readByCursor } from '../../platform/database/whole-rows.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { getAccountRights } from '../accounts/index.ts'
import { markChangedBy } from '../search/index.ts'
import { findThesauriByNames } from './entries/names.ts'
import { findEntries, selectEntriesOf, selectEntryIds } from './entries/store.ts'
import { toLabelKey, toWord } from './policy.ts'
import { publishThesaurus, toColumns } from './service.ts'
import * as store from './store.ts'
import type { EntryRow, ThesaurusRow } from './tables.ts'

declare module '../../platform/module.ts' {
  interface Services {
    /** The thesauri that a production uses, by their ids or their `secondaryId`s. */
    readonly listUsedThesauri: (ctx: Context, productionId: number) => Promise<readonly string[]>
  }
}

const ArchivedThesaurus = Type.Object(
  {
    ...archivedFields,
    label: Name,
    secondaryId: Type.Optional(Type.String({ maxLength: 200 })),
    linkedThesaurusId: Type.Optional(Id),
    formFieldsDefinition: Type.Optional(FormFieldsDefinition),
  },
  { additionalProperties: false },
)
type ArchivedThesaurus = Static<typeof ArchivedThesaurus>

const ArchivedEntry = Type.Object(
  {
    ...archivedFields,
    thesaurusId: Id,
    value: EntryValue,
    label: EntryLabel,
    linkedEntryId: Type.Optional(Id),
    formFieldValues: FreeForm,
    customFields: Type.Optional(FreeForm),
  },
  { additionalProperties: false },
)
type ArchivedEntry = Static<typeof ArchivedEntry>

/** Thesauri of the account that an import uses as they are, and whether it may write to thesauri at all. */
interface Vocabularies {
  readonly own: Set<number>
  readonly changed: Set<number>
  mayWrite: boolean | undefined
}

const getVocabularies = remember<ArchiveTarget, Vocabularies>(() => ({
  own: new Set(),
  changed: new Set(),
  mayWrite: undefined,
}))

/** Thesauri belong to the account: an import that adds to them needs the right to. */
async function assertMayWrite(ctx: Context, into: ArchiveTarget): Promise<void> {
  const known = getVocabularies(into)
  known.mayWrite ??= (await getAccountRights(ctx, into.accountId)).includes('ACCOUNT_MANAGE')
  if (!known.mayWrite) throw missingRight('ACCOUNT_MANAGE')
}

/**
 * The thesauri that a production uses, with those above them, and their entries. An account that has one of the same
 * `secondaryId`, or the very same one, keeps it, and gets the entries whose values it lacks.
 */
const thesaurusArchive: ArchivePart<ArchivedThesaurus, ThesaurusRow> = {
  name: 'thesauri',
  shape: ArchivedThesaurus,
  async *read(ctx, source) {
    for (const row of await listThesauri(ctx, source)) {
      yield {
        ...toArchived(row, source),
        label: row.label,
        ...withoutNulls({
          secondaryId: row.secondary_id,
          linkedThesaurusId: row.linked_thesaurus_id,
          formFieldsDefinition: row.form_fields_definition,
        }),
      }
    }
  },
  async prepare(item, into, ctx) {
    const own = await findOwn(ctx, into.accountId, item)
    if (own) {
      getVocabularies(into).own.add(own.id)
      return void into.ids.assign('thesauri', item.id, own.id)
    }
    await assertMayWrite(ctx, into)
    return {
      ...fromArchived('thesauri', item, into, ctx),
      ...toColumns(toOwnMembers(item)),
      account_id: into.accountId,
      linked_thesaurus_id: into.ids.getEarlier('thesauri', item.linkedThesaurusId, '/linkedThesaurusId'),
      form_fields_definition: item.formFieldsDefinition ?? null,
    } satisfies ThesaurusRow
  },
  async write(ctx, rows) {
    await insertWholeRows(ctx.db, 'thesaurus', rows)
    for (const row of rows) publishThesaurus(ctx, row, 'create')
  },
}
const entryArchive: ArchivePart<ArchivedEntry, EntryRow> = {
  name: 'thesaurus-entries',
  shape: ArchivedEntry,
  async *read(ctx, source) {
    for (const { id } of await listThesauri(ctx, source)) {
      for await (const row of readByCursor<EntryRow>(ctx.db, selectEntriesOf(id))) yield toItem(row, source)
    }
  },
  prepare: prepareEntry,
  write: (ctx, rows) => insertWholeRows(ctx.db, 'thesaurus_entry', rows),
  async finish(ctx, into) {
    for (const id of getVocabularies(into).changed) await markChangedBy(ctx, 'thesaurus', selectEntryIds(id))
  },
}

export const thesaurusArchives = [thesaurusArchive, entryArchive]

function toOwnMembers({ linkedThesaurusId: _above, ...members }: ArchivedThesaurus) {
  return members
}

/** Those above come first. */
async function listThesauri(ctx: Context, { accountId, productionId }: ArchiveSource): Promise<ThesaurusRow[]> {
  const names = await ctx.platform.services.listUsedThesauri(ctx, productionId)
  const used = await findThesauriByNames(ctx, accountId, names)
  const listed = new Map<number, ThesaurusRow>()
  async function add(row: ThesaurusRow): Promise<void> {
    if (listed.has(row.id)) return
    const above =
      row.linked_thesaurus_id === null ? [] : await store.findByIds(ctx.db, accountId, [row.linked_thesaurus_id])
    for (const linked of above) await add(linked)
    listed.set(row.id, row)
  }
  for (const row of [...used.values()].toSorted((a, b) => a.id - b.id)) await add(row)
  return [...listed.values()]
}

/** The thesaurus of the account that is the one of the archive. */
async function findOwn(ctx: Context, accountId: number, item: ArchivedThesaurus): Promise<ThesaurusRow | undefined> {
  const { id, created, secondaryId } = item
  if (secondaryId !== undefined) return (await store.findBySecondaryIds(ctx.db, accountId, [secondaryId]))[0]
  const [same] = await store.findByIds(ctx.db, accountId, [id])
  return same?.created === created && same.label === item.label ? same : undefined
}

function toItem(row: EntryRow, source: ArchiveSource): ArchivedEntry {
  return {
    ...toArchived(row, source),
    thesaurusId: row.thesaurus_id,
    value: row.value,
    label: row.label,
    formFieldValues: row.form_field_values,
    ...withoutNulls({ linkedEntryId: row.linked_entry_id, customFields: row.custom_fields }),
  }
}

async function prepareEntry(item: ArchivedEntry, into: ArchiveTarget, ctx: Transaction): Promise<EntryRow | undefined> {
  const { formFieldValues, customFields } = item
  assertStorable({ formFieldValues, customFields })
  const thesaurusId = into.ids.get('thesauri', item.thesaurusId, '/thesaurusId')
  const value = toWord('/value', item.value)
  if (value === undefined) throw brokenRule('/value', 'is needed')
  const known = getVocabularies(into)
  if (known.own.has(thesaurusId)) {
    const [own] = await findEntries(ctx.db, thesaurusId, { ids: [], values: [value] })
    if (own) return void into.ids.assign('thesaurus-entries', item.id, own.id)
    await assertMayWrite(ctx, into)
  }
  known.changed.add(thesaurusId)
  const label = toWord('/label', item.label) ?? value
  return {
    ...fromArchived('thesaurus-entries', item, into, ctx),
    thesaurus_id: thesaurusId,
    value,
    label,
    label_key: toLabelKey(label),
    linked_entry_id: into.ids.getEarlier('thesaurus-entries', item.linkedEntryId, '/linkedEntryId'),
    form_field_values: formFieldValues,
    custom_fields: customFields ?? null,
  }
}
