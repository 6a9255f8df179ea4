import {
  brokenRule,
  type JsonPatch,
  notFound,
  type Page,
  staleVersion,
  type Thesaurus,
  type ThesaurusCreation,
  Thesaurus as ThesaurusShape,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../platform/text/json-patch.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { createValidator } from '../../platform/text/validate.ts'
import { below, FieldFault, readForm, toBrokenRule } from '../form-fields/index.ts'
import { markChangedBy } from '../search/index.ts'
import { hasLinkedEntries, selectEntryIds } from './entries/store.ts'
import { stillUsed, toWord } from './policy.ts'
import { type ThesaurusUses, toNames } from './reading/uses.ts'
import * as store from './store.ts'
import type { ThesaurusRow } from './tables.ts'
import { toThesaurus } from './to-resources.ts'

type WantedThesaurus = Partial<Pick<Thesaurus, 'label' | 'secondaryId' | 'linkedThesaurusId' | 'formFieldsDefinition'>>

export async function getThesaurusRow(ctx: Context, accountId: number, id: number): Promise<ThesaurusRow> {
  const row = await store.findThesaurus(ctx.db, accountId, id)
  if (!row) throw notFound('Thesaurus', id)
  return row
}

export async function getThesaurus(ctx: Context, accountId: number, id: number): Promise<Thesaurus> {
  return show(ctx, await getThesaurusRow(ctx, accountId, id))
}

/** The thesauri of an account, in the page the caller asks for. */
export async function listThesauri(
  ctx: Context,
  accountId: number,
  listing: Listing<Thesaurus>,
): Promise<Page<Thesaurus>> {
  const rows = await store.listThesaurusRows(ctx.db, accountId)
  const byId = new Map(rows.map(row => [row.id, row]))
  return toPage(
    rows.map(row => toThesaurus(row, byId.get(row.linked_thesaurus_id ?? 0))),
    listing,
  )
}

export async function createThesaurus(ctx: Context, accountId: number, request: ThesaurusCreation): Promise<Thesaurus> {
  return inTransaction(ctx, async ctx => {
    if (request.linkedThesaurusId !== undefined) await holdLinked(ctx, accountId, request.linkedThesaurusId)
    const row = await store.insertThesaurus(ctx.db, {
      ...newResourceColumns(ctx),
      account_id: accountId,
      ...toColumns(request),
    })
    publishThesaurus(ctx, row, 'create')
    return show(ctx, row)
  })
}

/** Replaces what a thesaurus says of itself, at the version that the request names. */
export async function updateThesaurus(
  ctx: Context,
  accountId: number,
  id: number,
  request: WantedThesaurus & { version: number },
  uses: ThesaurusUses,
): Promise<Thesaurus> {
  return change(ctx, accountId, id, request.version, uses, stored => ({
    ...request,
    label: request.label ?? stored.label,
  }))
}

const patchable = ['label', 'secondaryId', 'linkedThesaurusId', 'formFieldsDefinition']
const assertShape = createValidator(ThesaurusShape, 'ValidationError')

/** Applies a JSON Patch; "Thesaurus PATCH takes the version as an optional query parameter". */
export async function patchThesaurus(
  ctx: Context,
  accountId: number,
  id: number,
  patch: JsonPatch,
  version: number | undefined,
  uses: ThesaurusUses,
): Promise<Thesaurus> {
  const refused = listPatchedMembers(patch).find(name => !patchable.includes(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return change(ctx, accountId, id, version, uses, stored => {
    assertPrecondition(ctx, stored.version)
    const patched = applyPatch(stored, patch)
    assertShape(patched)
    return patched
  })
}

async function change(
  ctx: Context,
  accountId: number,
  id: number,
  version: number | undefined,
  uses: ThesaurusUses,
  toWanted: (stored: Thesaurus) => WantedThesaurus,
): Promise<Thesaurus> {
  return inTransaction(ctx, async ctx => {
    const stored = await store.lockThesaurus(ctx.db, accountId, id)
    if (!stored) throw notFound('Thesaurus', id)
    if (version !== undefined && version !== stored.version) throw staleVersion('Thesaurus', id, stored.version)
    const wanted = toWanted(toThesaurus(stored, undefined))
    const columns = toColumns(wanted)
    if (columns.linked_thesaurus_id !== stored.linked_thesaurus_id) {
      await assertMayLink(ctx, stored, columns.linked_thesaurus_id)
    }
    if (stored.secondary_id !== null && columns.secondary_id !== stored.secondary_id) {
      await assertNameIsFree(ctx, accountId, stored.secondary_id, uses)
    }
    const row = await store.updateThesaurusRow(ctx.db, id, { ...changedResourceColumns(ctx), ...columns })
    publishThesaurus(ctx, row, 'update')
    return show(ctx, row)
  })
}

/**
 * Deletes a thesaurus with its entries. Throws ConflictError with what refers to it in `data`: the `thesauri` that link
 * to it, the `customFields` that take their values from it.
 */
export async function deleteThesaurus(
  ctx: Context,
  accountId: number,
  id: number,
  uses: ThesaurusUses,
): Promise<Thesaurus> {
  return inTransaction(ctx, async ctx => {
    const row = await store.lockForDeletion(ctx.db, accountId, id)
    if (!row) throw notFound('Thesaurus', id)
    assertPrecondition(ctx, row.version)
    const thesauri = await store.listLinking(ctx.db, id)
    const customFields = await uses.listBoundFields(ctx, toNames(row))
    if (thesauri.length + customFields.length > 0) {
      throw stillUsed(`Thesaurus ${id} is still referred to by thesauri or custom fields`, { thesauri, customFields })
    }
    const shown = await show(ctx, row)
    await markChangedBy(ctx, 'thesaurus', selectEntryIds(id))
    await store.deleteThesaurusRow(ctx.db, id)
    publishThesaurus(ctx, row, 'delete')
    return shown
  })
}

async function show(ctx: Context, row: ThesaurusRow): Promise<Thesaurus> {
  const { linked_thesaurus_id: linkedId, account_id: accountId } = row
  return toThesaurus(row, linkedId === null ? undefined : await store.findThesaurus(ctx.db, accountId, linkedId))
}

/** What a thesaurus says of itself, as it is kept. Throws ValidationError with the path of what makes no sense. */
export function toColumns({ label, secondaryId, linkedThesaurusId, formFieldsDefinition }: WantedThesaurus) {
  const word = toWord('/label', label)
  if (word === undefined) throw brokenRule('/label', 'is needed')
  assertStorable({ formFieldsDefinition })
  try {
    below(['formFieldsDefinition'], () => readForm(formFieldsDefinition))
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error) : error
  }
  return {
    label: word,
    secondary_id: toWord('/secondaryId', secondaryId) ?? null,
    linked_thesaurus_id: linkedThesaurusId ?? null,
    form_fields_definition: formFieldsDefinition === undefined ? null : JSON.stringify(formFieldsDefinition),
  }
}

async function holdLinked(ctx: Transaction, accountId: number, linkedId: number): Promise<void> {
  const linked = await store.holdThesaurus(ctx.db, accountId, linkedId)
  if (!linked) throw brokenRule('/linkedThesaurusId', `there is no thesaurus ${linkedId} in this account`)
}

/** A hierarchy has no circles, and an entry never stands under one of another thesaurus than the one above. */
async function assertMayLink(ctx: Transaction, stored: ThesaurusRow, linkedId: number | null): Promise<void> {
  if (await hasLinkedEntries(ctx.db, stored.id)) {
    throw stillUsed(`Entries of thesaurus ${stored.id} stand under entries of the one above`, {
      linkedThesaurusId: stored.linked_thesaurus_id,
    })
  }
  if (linkedId === null) return
  await store.lockLinks(ctx.db, stored.account_id)
  await holdLinked(ctx, stored.account_id, linkedId)
  if (await store.isBelow(ctx.db, linkedId, stored.id)) {
    throw brokenRule('/linkedThesaurusId', 'a thesaurus cannot stand below itself')
  }
}

async function assertNameIsFree(ctx: Transaction, accountId: number, name: string, uses: ThesaurusUses): Promise<void> {
  const customFields = await uses.listBoundFields(ctx, { accountId, names: [name] })
  if (customFields.length === 0) return
  throw stillUsed(`Custom fields name this thesaurus ${JSON.stringify(name)}`, { customFields })
}

export function publishThesaurus(ctx: Transaction, row: ThesaurusRow, what: 'create' | 'update' | 'delete'): void {
  const { id, account_id: accountId, label, version } = row
  const object = { objectType: 'Thesaurus', id, label, version }
  ctx.publish({ type: 'Activity', verb: `Thesaurus.${what}`, accountId, object })
}
