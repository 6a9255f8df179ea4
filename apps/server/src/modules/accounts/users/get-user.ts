import { notFound, type User } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { UserRow } from '../tables.ts'
import { findUserById } from './store.ts'
import { toUser } from './to-user.ts'

export async function getUserRow(ctx: Context, id: number): Promise<UserRow> {
  const row = await findUserById(ctx.db, id)
  if (!row) throw notFound('User', id)
  return row
}

export async function getUser(ctx: Context, id: number): Promise<User> {
  return toUser(await getUserRow(ctx, id))
}
