import { notFound } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { findMediaObject, findMediaObjectForUpdate } from '../store.ts'
import type { MediaObjectRow } from '../tables.ts'

/** The clip; 404 when it does not exist or lies in another production. */
export async function getMediaObjectRow(db: Database, productionId: number, id: number): Promise<MediaObjectRow> {
  return (await findMediaObject(db, productionId, id)) ?? missing(id)
}

/** The clip, locked until the transaction ends; 404 when it does not exist or lies in another production. */
export async function lockMediaObject(ctx: Transaction, productionId: number, id: number): Promise<MediaObjectRow> {
  return (await findMediaObjectForUpdate(ctx.db, productionId, id)) ?? missing(id)
}

function missing(id: number): never {
  throw notFound('MediaObject', id)
}
