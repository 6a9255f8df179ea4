import { isDeepStrictEqual } from 'node:util'
import { brokenRule, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { toFormC } from '../../../platform/text/form-c.ts'
import { type Form, readForm } from '../../form-fields/index.ts'
import { markChanged } from '../../search/index.ts'
import { type NamedEntry, type ThesaurusUses, toNames } from '../reading/uses.ts'
import { lockThesaurus } from '../store.ts'
import type { EntryRow, ThesaurusRow } from '../tables.ts'
import { createKeysOfList, type Draft, noSuchLink, toDraft, toEntryColumns } from './drafts.ts'
import type { EntryList } from './entry-list.ts'
import { createValueMaker } from './make-values.ts'
import {
  type EntryColumns,
  findEntries,
  holdEntries,
  insertEntries,
  listTaken,
  planEachTime,
  updateEntries,
} from './store.ts'

/** What became of the entries of a list. */
export interface WrittenEntries {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * Creates entries, and changes those whose `id` or `value` exists in the members that are named: all of them or none.
 * Custom fields follow where a value changes. `take` gets what became of the entries, in the order of the list, while it
 * may still be undone.
 */
export function writeEntries(
  ctx: Context,
  accountId: number,
  thesaurusId: number,
  list: EntryList,
  uses: ThesaurusUses,
  take: (rows: readonly EntryRow[]) => void | Promise<void> = () => {},
): Promise<WrittenEntries> {
  return inTransaction(ctx, async ctx => {
    const thesaurus = await lockThesaurus(ctx.db, accountId, thesaurusId)
    if (!thesaurus) throw notFound('Thesaurus', thesaurusId)
    const { values, count } = await readKeys(list)
    if (count > smallList) await planEachTime(ctx.db)
    const writing: Writing = {
      thesaurus,
      form: readForm(thesaurus.form_fields_definition ?? {}),
      makeValues: createValueMaker(ctx.db, thesaurusId, values),
      seenIds: new Set(),
      renamed: [],
    }
    let [created, updated] = [0, 0]
    let first: EntryRow | undefined
    for await (const drafts of readDrafts(list)) {
      const batch = await writeBatch(ctx, writing, drafts)
      first ??= batch.rows[0]
      created += batch.created
      updated += batch.updated
      await take(batch.rows)
    }
    if (writing.renamed.length > 0) await uses.replaceValues(ctx, toNames(thesaurus), writing.renamed)
    if (created + updated > 0) publishEntries(ctx, thesaurus, { created, updated }, count === 1 ? first : undefined)
    return { created, updated, unchanged: count - created - updated }
  })
}

/** A list that is written at once. */
const smallList = 1000

async function* readDrafts({ batches, toPath }: EntryList): AsyncGenerator<Draft[]> {
  let start = 0
  for await (const batch of batches()) {
    const from = start
    yield batch.map((request, index) => toDraft(request, toPath(from + index)))
    start += batch.length
  }
}

/** The values that a list brings: known before one is made. Throws ValidationError for a list that makes no sense. */
async function readKeys(list: EntryList) {
  const keys = createKeysOfList()
  let count = 0
  for await (const drafts of readDrafts(list)) {
    for (const draft of drafts) keys.add(draft)
    count += drafts.length
  }
  return { values: keys.values, count }
}

/** What the batches of one list have in common. */
interface Writing {
  readonly thesaurus: ThesaurusRow
  readonly form: Form
  readonly makeValues: ReturnType<typeof createValueMaker>
  readonly seenIds: Set<number>
  readonly renamed: { readonly from: NamedEntry; readonly to: NamedEntry }[]
}

async function writeBatch(ctx: Transaction, writing: Writing, batch: readonly Draft[]) {
  const { thesaurus, form, seenIds } = writing
  const stored = await findStored(ctx, thesaurus.id, batch)
  const made = await writing.makeValues(batch.filter(draft => !stored.has(draft) && draft.value === undefined))
  await assertLinks(ctx, thesaurus, batch)
  const additions: EntryColumns[] = []
  const changes: (EntryColumns & { id: number })[] = []
  const renamed: Writing['renamed'] = []
  for (const draft of batch) {
    const row = stored.get(draft)
    const columns = toEntryColumns(draft, form, row, made.get(draft))
    if (!row) {
      additions.push(columns)
      continue
    }
    if (seenIds.has(row.id)) throw brokenRule(draft.path, `entry ${row.id} is in the list twice`)
    seenIds.add(row.id)
    if (columns.value !== row.value) renamed.push({ from: row, to: { ...columns, id: row.id } })
    if (!isSame(columns, row)) changes.push({ ...columns, id: row.id })
  }
  await assertFree(ctx, thesaurus.id, renamed)
  writing.renamed.push(...renamed)
  const updated = await updateEntries(ctx.db, changedResourceColumns(ctx), changes)
  const created = await insertEntries(ctx.db, thesaurus.id, newResourceColumns(ctx), additions)
  markChanged(
    ctx,
    'thesaurus',
    [...updated, ...created].map(row => row.id),
  )
  const updatedById = new Map(updated.map(row => [row.id, row]))
  const createdInOrder = created.values()
  const rows = batch.map(draft => {
    const row = stored.get(draft)
    return row ? (updatedById.get(row.id) ?? row) : createdInOrder.next().value!
  })
  return { rows, created: created.length, updated: updated.length }
}

/** The entries that exist already, by their `id`, else by their `value`. */
async function findStored(ctx: Transaction, thesaurusId: number, batch: readonly Draft[]) {
  const ids = batch.flatMap(({ id }) => id ?? [])
  const values = batch.flatMap(({ value }) => value ?? [])
  const rows = await findEntries(ctx.db, thesaurusId, { ids, values })
  const byId = new Map(rows.map(row => [row.id, row]))
  const byValue = new Map(rows.map(row => [toFormC(row.value), row]))
  const stored = new Map<Draft, EntryRow>()
  for (const draft of batch) {
    const { id, value, path } = draft
    const row = id === undefined ? byValue.get(toFormC(value ?? '')) : byId.get(id)
    if (row) stored.set(draft, row)
    else if (id !== undefined) throw brokenRule(`${path}/id`, `there is no entry ${id} in this thesaurus`)
  }
  return stored
}

/** "The id of the entry in the linked thesaurus that this entry belongs under." */
async function assertLinks(ctx: Transaction, thesaurus: ThesaurusRow, batch: readonly Draft[]): Promise<void> {
  const linking = batch.filter(({ linkedEntryId }) => typeof linkedEntryId === 'number')
  if (linking.length === 0) return
  const { linked_thesaurus_id: linkedId } = thesaurus
  if (linkedId === null) throw noSuchLink(linking[0]!.path)
  const ids = [...new Set(linking.map(({ linkedEntryId }) => linkedEntryId!))]
  const found = new Set((await holdEntries(ctx.db, linkedId, { ids, values: [] })).map(row => row.id))
  const lost = linking.find(({ linkedEntryId }) => !found.has(linkedEntryId!))
  if (lost) throw noSuchLink(lost.path)
}

/** A new value is not that of another entry. */
async function assertFree(ctx: Transaction, thesaurusId: number, renamed: Writing['renamed']): Promise<void> {
  if (renamed.length === 0) return
  const values = renamed.map(({ to }) => to.value)
  const [taken] = await listTaken(ctx.db, thesaurusId, values)
  if (taken === undefined) return
  throw new ServiceError('ConflictError', `Another entry has the value ${JSON.stringify(taken)}`, { value: taken })
}

function isSame(columns: EntryColumns, row: EntryRow): boolean {
  return Object.entries(columns).every(([name, value]) => isDeepStrictEqual(value, row[name as keyof EntryColumns]))
}

function publishEntries(
  ctx: Transaction,
  { id, account_id: accountId, label }: ThesaurusRow,
  counts: { created: number; updated: number },
  only: EntryRow | undefined,
): void {
  ctx.publish({
    type: 'Activity',
    verb: 'ThesaurusEntry.write',
    accountId,
    object: { objectType: 'Thesaurus', id, label },
    extended: { ...counts, ...(only ? { entryId: only.id, value: only.value } : {}) },
  })
}
