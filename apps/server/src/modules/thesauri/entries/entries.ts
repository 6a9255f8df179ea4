import { brokenRule, notFound, type ThesaurusEntry, type ThesaurusEntryReplacement } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { markChanged } from '../../search/index.ts'
import { parseId, stillUsed } from '../policy.ts'
import { type ThesaurusUses, toNames } from '../reading/uses.ts'
import { getThesaurusRow } from '../service.ts'
import { lockThesaurus } from '../store.ts'
import type { EntryRow, ThesaurusRow } from '../tables.ts'
import { toEntry } from '../to-resources.ts'
import { toEntryList } from './entry-list.ts'
import * as store from './store.ts'
import { writeEntries } from './write-entries.ts'

/** An entry of an account's thesaurus, as paths name it. */
export interface EntryAddress {
  readonly accountId: number
  readonly thesaurusId: number
  readonly entryId: string
}

export async function getEntry(
  ctx: Context,
  { accountId, thesaurusId, entryId }: EntryAddress,
): Promise<ThesaurusEntry> {
  const thesaurus = await getThesaurusRow(ctx, accountId, thesaurusId)
  const row = await store.findEntry(ctx.db, thesaurus.id, toId(entryId))
  if (!row) throw notFound('ThesaurusEntry', entryId)
  return toEntry(row)
}

/** Replaces an entry at the version that the request names; `label` and `value` stay where they are left out. */
export async function updateEntry(
  ctx: Context,
  { accountId, thesaurusId, entryId }: EntryAddress,
  request: ThesaurusEntryReplacement,
  uses: ThesaurusUses,
): Promise<ThesaurusEntry> {
  const id = toId(entryId)
  return inTransaction(ctx, async ctx => {
    const stored = await lock(ctx, await lockOwner(ctx, accountId, thesaurusId), entryId)
    const whole = { linkedThesaurusEntryId: '', formFieldValues: {}, ...request, id }
    let written = stored
    await writeEntries(
      ctx,
      accountId,
      stored.thesaurus_id,
      toEntryList([whole], () => ''),
      uses,
      ([row]) => {
        written = row!
      },
    )
    return toEntry(written)
  })
}

/**
 * Deletes an entry. Throws ConflictError with what refers to it in `data`: the first of the `entries` that stand under
 * it, the `customFields` that hold it. (What is to go on with another word is merged into it.)
 */
export async function deleteEntry(
  ctx: Context,
  { accountId, thesaurusId, entryId }: EntryAddress,
  uses: ThesaurusUses,
): Promise<ThesaurusEntry> {
  return inTransaction(ctx, async ctx => {
    const thesaurus = await lockOwner(ctx, accountId, thesaurusId)
    const row = await lock(ctx, thesaurus, entryId)
    assertPrecondition(ctx, row.version)
    const entries = await store.listLinkedEntries(ctx.db, row.id, mostListed)
    const customFields = await uses.countValues(ctx, toNames(thesaurus), row)
    if (entries.length + customFields.length > 0) {
      throw stillUsed(`Entry ${row.id} is still referred to by entries or custom fields`, { entries, customFields })
    }
    await store.deleteEntryRow(ctx.db, row.id)
    markChanged(ctx, 'thesaurus', [row.id])
    publishEntry(ctx, thesaurus, row, 'delete')
    return toEntry(row)
  })
}

const mostListed = 100

/** Puts another entry instead of one, wherever that is used, and deletes it; gives the one that stays. */
export async function mergeEntry(
  ctx: Context,
  { accountId, thesaurusId, entryId }: EntryAddress,
  into: string,
  uses: ThesaurusUses,
): Promise<ThesaurusEntry> {
  return inTransaction(ctx, async ctx => {
    const thesaurus = await lockOwner(ctx, accountId, thesaurusId)
    const row = await lock(ctx, thesaurus, entryId)
    const target = await store.lockEntry(ctx.db, thesaurus.id, parseId(into) ?? 0)
    if (!target) throw brokenRule('/into', 'is not the id of an entry in this thesaurus')
    if (target.id === row.id) throw brokenRule('/into', 'is the entry itself')
    const moved = await store.moveLinkedEntries(ctx.db, row.id, target.id, changedResourceColumns(ctx))
    await uses.replaceValues(ctx, toNames(thesaurus), [{ from: row, to: target }])
    await store.deleteEntryRow(ctx.db, row.id)
    markChanged(ctx, 'thesaurus', [row.id, ...moved])
    publishEntry(ctx, thesaurus, row, 'merge', target)
    return toEntry(target)
  })
}

/** The thesaurus, locked, so that its entries change one after another. */
async function lockOwner(ctx: Transaction, accountId: number, id: number): Promise<ThesaurusRow> {
  const row = await lockThesaurus(ctx.db, accountId, id)
  if (!row) throw notFound('Thesaurus', id)
  return row
}

async function lock(ctx: Transaction, thesaurus: ThesaurusRow, entryId: string): Promise<EntryRow> {
  const row = await store.lockEntry(ctx.db, thesaurus.id, toId(entryId))
  if (!row) throw notFound('ThesaurusEntry', entryId)
  return row
}

function toId(entryId: string): number {
  const id = parseId(entryId)
  if (id === undefined) throw notFound('ThesaurusEntry', entryId)
  return id
}

function publishEntry(
  ctx: Transaction,
  { id, account_id: accountId, label }: ThesaurusRow,
  row: EntryRow,
  what: 'delete' | 'merge',
  into?: EntryRow,
): void {
  const toObject = (entry: EntryRow) => ({
    objectType: 'ThesaurusEntry',
    id: entry.id,
    value: entry.value,
    label: entry.label,
    thesaurusId: id,
  })
  ctx.publish({
    type: 'Activity',
    verb: `ThesaurusEntry.${what}`,
    accountId,
    object: toObject(row),
    target: into ? toObject(into) : { objectType: 'Thesaurus', id, label },
  })
}
