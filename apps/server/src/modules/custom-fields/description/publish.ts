import type { Transaction } from '../../../platform/context.ts'
import type { DescriptionRow } from '../tables.ts'

export const objectType = 'CustomFieldsDescription'

/** Emits the event of a description that was written. */
export function publishDescription(
  ctx: Transaction,
  { id, production_id: productionId, kind, version }: DescriptionRow,
): void {
  ctx.publish({
    type: 'Activity',
    verb: `${objectType}.update`,
    productionId,
    object: { objectType, id, kind, version },
  })
}
