import type { Context, Transaction } from '../../../platform/context.ts'
import { createMemory } from '../../../platform/flow/memory.ts'
import { findDescriptionRow } from '../store.ts'
import type { DescriptionKind } from '../tables.ts'
import { type Description, readDescription, undescribed } from './describe.ts'

const descriptions = createMemory<Description>()

/** What a production says of its custom fields, for every write to one. */
export async function recallDescription(
  ctx: Context,
  productionId: number,
  kind: DescriptionKind,
): Promise<Description> {
  // On the caller's own connection: within a transaction, a second one might have to wait for the first.
  const known = await descriptions.recall(ctx.platform, toKey(productionId, kind), async () => {
    const row = await findDescriptionRow(ctx.db, productionId, kind)
    return row ? readDescription(row.description) : undescribed
  })
  return known ?? undescribed
}

/** To be called where a description changes. */
export function forgetDescription(ctx: Transaction, productionId: number, kind: DescriptionKind): void {
  descriptions.forget(ctx, [toKey(productionId, kind)])
}

function toKey(productionId: number, kind: DescriptionKind): string {
  return `${productionId}/${kind}`
}
