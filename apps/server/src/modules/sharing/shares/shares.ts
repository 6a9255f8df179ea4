import {
  brokenRule,
  notFound,
  type Page,
  type SharedObjectRequest,
  type ShareObject,
  type ShareReplacement,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { endSessionsOfShares } from '../../authentication/index.ts'
import { holdCollection } from '../../collections/index.ts'
import { publishShare } from '../outgoing/events.ts'
import { sendShare } from '../outgoing/share-mail.ts'
import { assertMayGrant, toPermissions } from '../policy.ts'
import { addNamedUsers } from '../shared-users/shared-users.ts'
import type { ShareRow } from '../tables.ts'
import { getShare } from './get-share.ts'
import * as store from './store.ts'
import { sealToken, toShareObject } from './to-share.ts'

export async function listShares(
  ctx: Context,
  productionId: number,
  listing: Listing<ShareObject>,
): Promise<Page<ShareObject>> {
  const rows = await store.listShareRows(ctx.db, productionId)
  return toPage(
    rows.map(row => toShareObject(row, ctx)),
    listing,
  )
}

/**
 * Shares a collection (sharing-1) with permissions that the caller has. The answer holds all that a visitor needs: the
 * share's id and its token.
 */
export async function createShare(
  ctx: Context,
  productionId: number,
  editorialObjectId: number,
  request: SharedObjectRequest = {},
): Promise<ShareObject> {
  const permissions = toPermissions(request.permissions)
  const passwordHash = await toPasswordHash(ctx, request.password ?? '')
  const token = newToken('rh')
  return inTransaction(ctx, async ctx => {
    if (!(await holdCollection(ctx.db, productionId, editorialObjectId))) {
      throw notFound('EditorialObject', editorialObjectId)
    }
    assertMayGrant(ctx.actor, permissions)
    const row = await store.insertShare(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      editorial_object_id: editorialObjectId,
      label: request.label ?? null,
      description: request.description ?? null,
      expires: request.expires ?? null,
      permissions,
      password_protected: passwordHash !== null,
      password_hash: passwordHash,
      callback_url: toCallbackUrl(request.callbackURL),
      client_properties: toClientProperties(request),
      token_hash: hashToken(token),
      token_sealed: sealToken(ctx.platform, token),
    })
    const named = await addNamedUsers(ctx, row, request.users ?? [])
    for (const { email } of named) await sendShare(ctx, row, email)
    publishShare(ctx, row, 'Share.create')
    await audit(ctx, 'share.create', row)
    return toShareObject(row, ctx)
  })
}

/**
 * Replaces a share (sharing-6): absent texts, `expires` and `clientProperties` are removed; absent permissions,
 * `callbackURL` and the flag `passwordProtected` stay. With the flag and no password, nobody can log in until one is
 * set.
 */
export async function updateShare(
  ctx: Context,
  productionId: number,
  id: number,
  request: ShareReplacement,
): Promise<ShareObject> {
  return inTransaction(ctx, async ctx => {
    const stored = await getShare(ctx, productionId, id)
    const permissions = request.permissions === undefined ? stored.permissions : toPermissions(request.permissions)
    assertMayGrant(ctx.actor, permissions, stored.permissions)
    const row = await store.updateShareRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      label: request.label ?? null,
      description: request.description ?? null,
      expires: request.expires ?? null,
      permissions,
      password_protected: request.passwordProtected ?? stored.password_protected,
      callback_url: request.callbackURL === undefined ? stored.callback_url : toCallbackUrl(request.callbackURL),
      client_properties: toClientProperties(request),
    })
    if (!row) {
      const current = await getShare(ctx, productionId, id)
      throw staleVersion('ShareObject', id, current.version)
    }
    publishShare(ctx, row, 'Share.update')
    await audit(ctx, 'share.change', row)
    return toShareObject(row, ctx)
  })
}

/**
 * Sets the password of a share (sharing-7), or clears it with the empty text; `passwordProtected` follows. A new
 * password ends the sessions of the share, since shutting someone out is why an owner changes it; clearing one ends
 * none.
 */
export async function setSharePassword(
  ctx: Context,
  productionId: number,
  id: number,
  password: string,
): Promise<ShareObject> {
  await getShare(ctx, productionId, id)
  const passwordHash = await toPasswordHash(ctx, password)
  return inTransaction(ctx, async ctx => {
    const stored = await store.lockShare(ctx.db, productionId, id)
    if (!stored) throw notFound('ShareObject', id)
    assertPrecondition(ctx, stored.version)
    const row = await store.updateShareRow(ctx.db, id, stored.version, {
      ...changedResourceColumns(ctx),
      password_hash: passwordHash,
      password_protected: passwordHash !== null,
    })
    if (passwordHash !== null) await endSessionsOfShares(ctx, [id])
    publishShare(ctx, row!, 'Share.setPassword')
    await audit(ctx, 'share.change', row!)
    return toShareObject(row!, ctx)
  })
}

/** Whether it may be reached is found out when it is called; the empty text takes it away. */
function toCallbackUrl(text = ''): string | null {
  if (text === '') return null
  if (!parseOutboundUrl(text)) {
    throw brokenRule('/callbackURL', 'must be an address with http or https, and without a user name')
  }
  return text
}

/** "free-form": kept and given back as they came. */
function toClientProperties({ clientProperties = {} }: Pick<SharedObjectRequest, 'clientProperties'>): string {
  assertStorable({ clientProperties })
  return JSON.stringify(clientProperties)
}

async function toPasswordHash(ctx: Context, password: string): Promise<string | null> {
  return password === '' ? null : ctx.platform.passwords.hash(password)
}

/** Ends a share: its token and its sessions stop working at once. */
export async function deleteShare(ctx: Context, productionId: number, id: number): Promise<ShareObject> {
  const row = await inTransaction(ctx, async ctx => {
    const row = await store.deleteShareRow(ctx.db, productionId, id)
    if (!row) throw notFound('ShareObject', id)
    assertPrecondition(ctx, row.version)
    await endShares(ctx, [row])
    return row
  })
  return { ...toShareObject(row, ctx), deleted: true, deletedTimestamp: ctx.platform.clock.now() }
}

/** Ends the shares of collections that are about to be deleted. */
export async function endSharesOfCollections(
  ctx: Transaction,
  _productionId: number,
  collectionIds: readonly number[],
): Promise<void> {
  await endShares(ctx, await store.deleteSharesOfCollections(ctx.db, collectionIds))
}

/** A session without a share opens nothing from the commit on, so a cached one does no harm. */
async function endShares(ctx: Transaction, rows: readonly ShareRow[]): Promise<void> {
  await endSessionsOfShares(
    ctx,
    rows.map(row => row.id),
  )
  for (const row of rows) {
    publishShare(ctx, row, 'Share.delete')
    await audit(ctx, 'share.delete', row)
  }
}

/** Who opened or closed which door, and how wide. */
function audit(ctx: Transaction, action: 'share.create' | 'share.change' | 'share.delete', row: ShareRow) {
  const { id: shareId, production_id: productionId, permissions, expires, password_protected: passwordProtected } = row
  const detail = { permissions, passwordProtected, ...(expires === null ? {} : { expires }) }
  return recordAudit(ctx, { action, succeeded: true, productionId, shareId, detail })
}
