/** From a product of a planning system to its workspace: found again by `externalReference`, whatever comes twice. */

import { isDeepStrictEqual } from 'node:util'
import { type EditorialObject, type ErrorBody, ServiceError } from '@rushes/contract'
import type { Transaction, UserActor } from '../../../platform/context.ts'
import { findAccount } from '../../accounts/index.ts'
import {
  type CollectionRow,
  createCollection,
  findCollections,
  toEditorialObject,
  updateCollection,
} from '../../collections/index.ts'
import { below, FieldFault, toBrokenRule } from '../../form-fields/index.ts'
import { addParticipant, getProduction, insertFurnishedProduction, patchProduction } from '../../productions/index.ts'
import type { Role } from '../tables.ts'
import { findWorkspace, insertObject, keepWorkspace, listObjects, lockProduct } from '../workspace-store.ts'
import { type Item, type Order, readOrder, readPropertyNames } from './product.ts'
import { type TemplateRequest, writeTemplateRequests } from './template-requests.ts'
import { applyTemplates, readTemplateGroup, type TemplateGroup } from './templates.ts'

/** An event that asks for a workspace. */
export interface BootstrapRequest {
  readonly accountId: number
  readonly eventId: number
  /** Of the event, as it was posted. */
  readonly object: unknown
  /** Who posted it: administrates a production that is made. */
  readonly user: { readonly userId: number; readonly username: string } | undefined
}

/** The workspace of a product, and what was created or updated in it. */
export interface Workspace {
  readonly productionId: number
  readonly editorialObjectIds: readonly number[]
  readonly deliveryRequestIds: readonly number[]
}

/** What became of a bootstrap: one of the two. */
export interface BootstrapResult {
  readonly workspace?: Workspace
  readonly fault?: Pick<ErrorBody, 'code' | 'message'>
}

/** What a supplier may do: look, and upload what is asked for. */
const supplierRights = ['PRODUCTION_VIEW', 'LIBRARY_VIEW', 'LIBRARY_UPLOAD'] as const
/** Requests of one bootstrap. */
const mostRequests = 10_000

/**
 * Creates or updates the workspace of a product. An event that is older than the last one that was applied changes
 * nothing. Throws ServiceError for what is wrong with the product or with the settings of the account.
 */
export async function bootstrap(ctx: Transaction, request: BootstrapRequest): Promise<Workspace> {
  const { accountId, eventId } = request
  const { order, group } = readRequest((await findAccount(ctx.db, accountId))?.settings ?? {}, request.object)
  const { reference } = order.product
  await lockProduct(ctx.db, accountId, reference)
  const known = await findWorkspace(ctx.db, accountId, reference)
  if (known && known.event_id > eventId) {
    return { productionId: known.production_id, editorialObjectIds: [], deliveryRequestIds: [] }
  }
  const productionId = known?.production_id ?? (await createProduction(ctx, request, order))
  if (known) await rename(ctx, productionId, order.product.title)
  await keepWorkspace(ctx.db, {
    account_id: accountId,
    external_reference: reference,
    production_id: productionId,
    event_id: eventId,
  })
  const objects = await writeObjects(ctx, productionId, order)
  const deliveryRequestIds = await writeTemplateRequests(ctx, productionId, listRequests(order, group, objects))
  if (order.supplierEmail !== undefined) await invite(ctx, productionId, order.supplierEmail)
  const ids = objects.map(({ shown }) => shown.id)
  return { productionId, editorialObjectIds: await listChanged(ctx, ids), deliveryRequestIds }
}

function readRequest(settings: Record<string, unknown>, object: unknown) {
  try {
    const names = below(['deliveryWorkspacePropertyNames'], () =>
      readPropertyNames(settings.deliveryWorkspacePropertyNames),
    )
    const order = below(['object'], () => readOrder(object, names))
    const handle = order.templateGroupHandle
    const read = () => readTemplateGroup(settings.deliveryRequestTemplateGroups, handle!)
    return { order, group: handle === undefined ? [] : below(['deliveryRequestTemplateGroups'], read) }
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error) : error
  }
}

/**
 * What this run created or updated, in the order given: the rows name it, so that a run that is repeated after the death
 * of its worker finds the same.
 */
async function listChanged(ctx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await findCollections(ctx.db, ids)
  const changed = new Set(rows.filter(row => row.modified_by === ctx.requestId).map(row => row.id))
  return ids.filter(id => changed.has(id))
}

async function createProduction(
  ctx: Transaction,
  { accountId, user }: BootstrapRequest,
  { product }: Order,
): Promise<number> {
  const actor: UserActor | undefined = user && {
    kind: 'user',
    ...user,
    rights: new Set(),
    systemRights: new Set(),
    sessionId: 0,
  }
  const asPoster = actor ? { ...ctx, actor } : ctx
  const wanted = { name: product.title, type: 'DELIVERY' }
  return (await insertFurnishedProduction(asPoster, accountId, wanted)).id
}

async function rename(ctx: Transaction, productionId: number, name: string): Promise<void> {
  const stored = await getProduction(ctx, productionId)
  if (stored.name !== name) await patchProduction(ctx, productionId, [{ op: 'replace', path: '/name', value: name }])
}

/** A collection of the workspace, and what it stands for. */
interface WorkspaceObject {
  readonly item: Item
  readonly shown: EditorialObject
}

/** The series above the product, the product itself, and its episodes; those that are no longer named stay. */
async function writeObjects(ctx: Transaction, productionId: number, order: Order): Promise<WorkspaceObject[]> {
  const known = await listObjects(ctx.db, productionId)
  const rows = await findCollections(
    ctx.db,
    known.map(row => row.editorial_object_id),
  )
  const find = (role: Role, reference: string) => {
    const id = known.find(row => row.role === role && row.external_reference === reference)?.editorial_object_id
    return rows.find(row => row.id === id)
  }
  const write = async (role: Role, item: Item, parentId: number | undefined): Promise<WorkspaceObject> => {
    // A workspace has one series above its product, whichever it is by now.
    const reference = role === 'parent' ? order.product.reference : item.reference
    const stored = find(role, reference)
    if (stored) return { item, shown: await updateObject(ctx, stored, item, parentId) }
    const shown = await createCollection(ctx, productionId, { ...toMembers(item, parentId), objectType: toType(item) })
    await insertObject(ctx.db, {
      production_id: productionId,
      role,
      external_reference: reference,
      editorial_object_id: shown.id,
    })
    return { item, shown }
  }
  const parent = order.parent && (await write('parent', order.parent, undefined))
  const product = await write('product', order.product, parent?.shown.id)
  const episodes: WorkspaceObject[] = []
  for (const episode of order.episodes) episodes.push(await write('episode', episode, product.shown.id))
  return [...(parent ? [parent] : []), product, ...episodes]
}

function toType({ kind }: Item) {
  return kind === 'Episode' ? ('Draft' as const) : ('Notebook' as const)
}

function toMembers({ kind, title, index, customFields }: Item, parentId: number | undefined) {
  return {
    funnel: `Delivery.${kind}`,
    customFields,
    ...(title === undefined ? {} : { title }),
    ...(index === undefined ? {} : { subObjects_index: index }),
    ...(parentId === undefined ? {} : { parentId }),
  }
}

/** Writes what the product says over what is stored; nothing when that is the same. */
async function updateObject(
  ctx: Transaction,
  stored: CollectionRow,
  item: Item,
  parentId: number | undefined,
): Promise<EditorialObject> {
  const shown = toEditorialObject(stored, ctx.platform.publicUrl)
  const members = toMembers(item, parentId)
  const wanted = { ...shown, ...members, customFields: { ...shown.customFields, ...members.customFields } }
  return isDeepStrictEqual(wanted, shown) ? shown : updateCollection(ctx, stored.production_id, stored.id, wanted)
}

function listRequests(
  { volumeAccessHandle }: Order,
  group: TemplateGroup,
  objects: readonly WorkspaceObject[],
): TemplateRequest[] {
  const requests = objects.flatMap(({ item, shown }) =>
    applyTemplates(group, shown, item.kind).map(({ key, details }) => ({
      editorialObjectId: shown.id,
      key,
      details: volumeAccessHandle === undefined ? details : { volumeAccessHandle, ...details },
    })),
  )
  if (requests.length > mostRequests) {
    throw toBrokenRule(
      new FieldFault(`would make more than ${mostRequests} requests`, ['deliveryRequestTemplateGroups']),
    )
  }
  return requests
}

/** Invites the supplier, who may be in the team already. */
async function invite(ctx: Transaction, productionId: number, email: string): Promise<void> {
  await addParticipant(ctx, productionId, { email, rights: [...supplierRights] }).catch(error => {
    if (!(error instanceof ServiceError) || error.type !== 'ConflictError') throw error
  })
}
