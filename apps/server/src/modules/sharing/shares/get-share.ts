import { notFound } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { ShareRow } from '../tables.ts'
import { findShare } from './store.ts'

export async function getShare(ctx: Context, productionId: number, id: number): Promise<ShareRow> {
  const row = await findShare(ctx.db, productionId, id)
  if (!row) throw notFound('ShareObject', id)
  return row
}
