import type { Transaction } from '../../../platform/context.ts'
import type { ShareRow } from '../tables.ts'

/** Emits what happened to a share or in it; the target is the shared user or the clip that it concerns. */
export function publishShare(
  ctx: Transaction,
  row: ShareRow,
  verb: string,
  target?: { objectType: string; id: number; username?: string },
): void {
  ctx.publish({
    type: 'Activity',
    verb,
    productionId: row.production_id,
    editorialObjectId: row.editorial_object_id,
    shareId: row.id,
    object: {
      objectType: 'EditorialObjectShareObject',
      id: row.id,
      ...(row.label === null ? {} : { label: row.label }),
    },
    ...(target ? { target } : {}),
  })
}
