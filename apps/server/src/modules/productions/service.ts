import {
  type AccountPermission,
  brokenRule,
  type JsonPatch,
  malformed,
  missingRight,
  notFound,
  type Page,
  type Production,
  type ProductionCreation,
  type ProductionReplacement,
  Production as ProductionShape,
  staleVersion,
} from '@rushes/contract'
import { actingUserId, type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../platform/text/json-patch.ts'
import { createValidator } from '../../platform/text/validate.ts'
import { findAccount, getAccountRights } from '../accounts/index.ts'
import { insertCategory } from './categories/store.ts'
import { administratorRole, defaultCategories, defaultRoles } from './policy.ts'
import { showProductions, withCategories } from './production/show.ts'
import { forgetStandings } from './production/standing.ts'
import {
  findProduction,
  insertProduction,
  listLiveIds,
  listProductionRows,
  listViewableIds,
  lockProduction,
  updateProductionRow,
} from './production/store.ts'
import { toProduction } from './production/to-production.ts'
import { assertSettings, pickTemplate } from './settings/settings-rules.ts'
import { assertSubtitleSettings } from './settings/subtitle-settings.ts'
import type { ProductionRow } from './tables.ts'
import { insertParticipant, insertRole } from './team/store.ts'

const longestName = 500

export async function getProductionRow(ctx: Context, id: number): Promise<ProductionRow> {
  const row = await findProduction(ctx.db, id)
  if (!row) throw notFound('Production', id)
  return row
}

export async function getProduction(ctx: Context, id: number, includeSettings?: boolean): Promise<Production> {
  const shown = await showProductions(ctx, [await getProductionRow(ctx, id)], includeSettings)
  return (await withCategories(ctx, shown))[0]!
}

/** Creates a production with its roles and categories; its creator is its Production Administrator. */
export async function createProduction(ctx: Context, request: ProductionCreation): Promise<Production> {
  const { accountId } = request
  if (accountId === undefined) throw malformed('/accountId', 'is needed')
  const rights: AccountPermission[] = await getAccountRights(ctx, accountId)
  if (!rights.includes('ACCOUNT_CREATE_PRODUCTION')) throw missingRight('ACCOUNT_CREATE_PRODUCTION')
  return insertFurnishedProduction(ctx, accountId, request)
}

/** The same on behalf of the service itself, whatever the rights of the user who caused it. */
export async function insertFurnishedProduction(
  ctx: Context,
  accountId: number,
  request: ProductionCreation,
): Promise<Production> {
  const name = toName(request)
  assertSettings(request.settings ?? {}, '/settings')
  assertSubtitleSettings(request.settings ?? {})
  return inTransaction(ctx, async ctx => {
    const account = await findAccount(ctx.db, accountId)
    if (!account) throw notFound('Account', accountId)
    const settings = { ...pickTemplate(account.settings, request.settingsTemplate), ...request.settings }
    const row = await insertProduction(ctx.db, {
      ...newResourceColumns(ctx),
      account_id: accountId,
      name,
      description: request.description ?? null,
      type: request.type ?? 'PRODUCTION',
      active_status: request.activeStatus ?? 'Active',
      delivery_date: request.deliveryDate ?? null,
      settings: JSON.stringify(settings),
      deleted: null,
    })
    await furnish(ctx, row.id)
    publishProduction(ctx, 'Production.create', row)
    return getProduction(ctx, row.id, request.settings !== undefined)
  })
}

/** Gives a new production its roles, its categories and its first participant. */
async function furnish(ctx: Transaction, productionId: number): Promise<void> {
  const columns = { ...newResourceColumns(ctx), production_id: productionId }
  for (const role of defaultRoles) {
    const row = await insertRole(ctx.db, { ...columns, ...role })
    if (role.name !== administratorRole || ctx.actor.kind !== 'user') continue
    await insertParticipant(ctx.db, {
      production_id: productionId,
      user_id: ctx.actor.userId,
      email_key: null,
      role_ids: [row!.id],
      rights: [],
      invitation_state: 'ACCEPTED',
      created: columns.created,
    })
  }
  for (const [position, category] of defaultCategories.entries()) {
    await insertCategory(ctx.db, {
      ...columns,
      ...category,
      description: null,
      position,
      include_roles: false,
      role_ids: [],
    })
  }
}

export function toName(request: { name?: string | undefined; title?: string | undefined }, path = '/name'): string {
  const name = (request.name ?? request.title)?.trim()
  if (name === undefined) throw malformed(path, 'is needed')
  if (name === '') throw brokenRule(path, 'must not be empty')
  if (name.length > longestName) throw brokenRule(path, `must not be longer than ${longestName} characters`)
  return name
}

/** The productions that the caller may enter, in the page they ask for. */
export async function listProductions(
  ctx: Context,
  listing: Listing<Production>,
  includeSettings: boolean | undefined,
): Promise<Page<Production>> {
  const rows = await listProductionRows(ctx.db, toViewerId(ctx))
  const page = toPage(await showProductions(ctx, rows, includeSettings), listing)
  return { ...page, items: await withCategories(ctx, page.items) }
}

/** Ids of the productions of an account that the caller may look into. Throws NotFoundError for an unknown account. */
export async function listViewableProductionIds(ctx: Context, accountId: number): Promise<number[]> {
  if (!(await findAccount(ctx.db, accountId))) throw notFound('Account', accountId)
  return listViewableIds(ctx.db, accountId, toViewerId(ctx))
}

/** Productions of every account; deleted ones are not among them. */
export function listLiveProductionIds(ctx: Context): Promise<number[]> {
  return listLiveIds(ctx.db)
}

/** Whose productions a list holds: those of the caller, or everybody's for SUPPORT. */
function toViewerId({ actor }: Context): number | undefined {
  const seesAll = actor.kind === 'user' && actor.systemRights.has('SUPPORT')
  return seesAll ? undefined : (actingUserId(actor) ?? 0)
}

export async function updateProduction(ctx: Context, id: number, request: ProductionReplacement): Promise<Production> {
  return inTransaction(ctx, async ctx => {
    const stored = await getProductionRow(ctx, id)
    const row = await updateProductionRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      name: toName({ name: request.name ?? request.title ?? stored.name }),
      description: request.description ?? null,
      active_status: request.activeStatus ?? stored.active_status,
      delivery_date: request.deliveryDate ?? null,
    })
    if (!row) throw staleVersion('Production', id, (await getProductionRow(ctx, id)).version)
    publishProduction(ctx, 'Production.update', row)
    return getProduction(ctx, id)
  })
}

/** What of a production a patch may change. */
const patchable = ['name', 'description', 'activeStatus', 'deliveryDate'] as const

const assertProduction = createValidator(ProductionShape, 'ValidationError')

/** Applies a JSON Patch to a production; a failed `test` is a conflict. */
export async function patchProduction(ctx: Context, id: number, patch: JsonPatch): Promise<Production> {
  const refused = listPatchedMembers(patch).find(name => !patchable.includes(name as (typeof patchable)[number]))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return inTransaction(ctx, async ctx => {
    const stored = await lockProduction(ctx.db, id)
    if (!stored) throw notFound('Production', id)
    assertPrecondition(ctx, stored.version)
    const patched = applyPatch(toProduction(stored), patch)
    assertProduction(patched)
    return updateProduction(ctx, id, { ...patched, version: stored.version })
  })
}

/** Marks a production as deleted, or takes that back; one that is in the wanted state stays as it is. */
export async function setProductionDeleted(ctx: Context, id: number, isDeleted: boolean): Promise<Production> {
  return inTransaction(ctx, async ctx => {
    const stored = await getProductionRow(ctx, id)
    assertPrecondition(ctx, stored.version)
    if (isDeleted === (stored.deleted !== null)) return toProduction(stored)
    const row = await updateProductionRow(ctx.db, id, stored.version, {
      ...changedResourceColumns(ctx),
      deleted: isDeleted ? ctx.platform.clock.now() : null,
    })
    if (!row) throw staleVersion('Production', id, (await getProductionRow(ctx, id)).version)
    publishProduction(ctx, isDeleted ? 'Production.delete' : 'Production.restore', row)
    return toProduction(row)
  })
}

export function publishProduction(
  ctx: Transaction,
  type: 'Production.create' | 'Production.update' | 'Production.delete' | 'Production.restore',
  row: ProductionRow,
): void {
  forgetStandings(ctx)
  ctx.publish({
    type,
    productionId: row.id,
    accountId: row.account_id,
    object: { objectType: 'Production', id: row.id, name: row.name },
  })
}
