import { brokenRule, malformed, notFound, type Page, type SharedUser, type SharedUserCreation } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../../platform/http/answers/listing.ts'
import { toKey } from '../../accounts/index.ts'
import { publishShare } from '../outgoing/events.ts'
import { checkEmail, checkUsername } from '../policy.ts'
import { getShare } from '../shares/get-share.ts'
import { toSharedUser } from '../shares/to-share.ts'
import type { SharedUserRow, ShareRow } from '../tables.ts'
import * as store from './store.ts'

/** A shared user with the share, so that filters may name it (sharing-46). */
type ListedSharedUser = SharedUser & { shareId: number }

/** The shared users of a share (sharing-46), in the page the caller asks for. */
export async function listSharedUsers(
  ctx: Context,
  productionId: number,
  shareId: number,
  listing: Listing<ListedSharedUser>,
): Promise<Page<SharedUser>> {
  await getShare(ctx, productionId, shareId)
  const rows = await store.listSharedUserRows(ctx.db, shareId)
  return toPage(
    rows.map(row => ({ ...toSharedUser(row, row.last_seen), proven: row.proven, shareId })),
    listing,
  )
}

/** Adds users to a share, existing ones or new ones by their email address (sharing-47). */
export async function addSharedUsers(
  ctx: Context,
  productionId: number,
  shareId: number,
  requests: readonly SharedUserCreation[],
): Promise<SharedUser[]> {
  return inTransaction(ctx, async ctx => {
    const share = await getShare(ctx, productionId, shareId)
    const added: SharedUser[] = []
    for (const [index, request] of requests.entries()) {
      const row = await findOrCreate(ctx, share, request, `/${index}`)
      added.push(await addToShare(ctx, share, row))
    }
    return added
  })
}

async function findOrCreate(
  ctx: Transaction,
  share: ShareRow,
  request: SharedUserCreation,
  path: string,
): Promise<SharedUserRow> {
  if (request.email !== undefined && request.email !== '') {
    const { email, username, firstName, lastName } = request
    return findOrCreateByEmail(ctx, share.production_id, { email, username, firstName, lastName }, path)
  }
  if (request.id === undefined) throw malformed(`${path}/email`, 'is needed')
  const row = await store.findSharedUser(ctx.db, share.production_id, request.id)
  if (!row) throw notFound('SharedUser', request.id)
  return row
}

/** The shared users that a new share is meant for, by their addresses; each once. */
export async function addNamedUsers(
  ctx: Transaction,
  share: ShareRow,
  names: readonly string[],
): Promise<SharedUserRow[]> {
  const named = new Map<number, SharedUserRow>()
  for (const [index, name] of names.entries()) {
    if (!name.includes('@')) throw brokenRule(`/users/${index}`, 'is not an email address')
    const row = await findOrCreateByEmail(ctx, share.production_id, { email: name }, `/users/${index}`)
    if (named.has(row.id)) continue
    named.set(row.id, row)
    await addToShare(ctx, share, row)
  }
  return [...named.values()]
}

interface NamedUser {
  email: string
  username?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** Of the visitor whose own a new one is. */
  authorKey?: string | null
}

/** The production's shared user with this address; a new one takes the given name, else its address for one. */
export async function findOrCreateByEmail(
  ctx: Transaction,
  productionId: number,
  named: NamedUser,
  path = '',
): Promise<SharedUserRow> {
  const email = checkEmail(named.email, `${path}/email`)
  const username = named.username === undefined ? email : checkUsername(named.username, `${path}/username`)
  const emailKey = toKey(email)
  const row =
    (await store.findSharedUserByEmail(ctx.db, productionId, emailKey)) ??
    (await store.insertSharedUser(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      username,
      email,
      email_key: emailKey,
      first_name: named.firstName ?? null,
      last_name: named.lastName ?? null,
      user_id: null,
      author_key: named.authorKey ?? null,
    })) ??
    // Someone else created the same one at the same moment.
    (await store.findSharedUserByEmail(ctx.db, productionId, emailKey))
  return row!
}

async function addToShare(ctx: Transaction, share: ShareRow, row: SharedUserRow): Promise<SharedUser> {
  await store.addToShare(ctx.db, share.id, row.id, { now: ctx.platform.clock.now(), isVisit: false, isProven: false })
  publishShare(ctx, share, 'Share.addUser', { objectType: 'SharedUser', id: row.id, username: row.username })
  return toSharedUser(row, await store.findLastSeen(ctx.db, share.id, row.id))
}
