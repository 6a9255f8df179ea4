import type { Transaction } from '../../../platform/context.ts'
import type { ShareRecipientRow, ShareRow } from '../tables.ts'

/**
 * Emits what happened to a share or in it; the target is the shared user, recipient or clip that it concerns.
 * `recipientId` names whose link a visitor came by.
 */
export function publishShare(
  ctx: Transaction,
  row: ShareRow,
  verb: string,
  target?: { objectType: string; id: number; username?: string },
  recipientId: number | null = null,
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
    ...(recipientId !== null && { extended: { recipientId } }),
  })
}

/** A recipient by the id alone: more people read events than may share, who find the name in the list. */
export function toRecipientTarget({ id }: ShareRecipientRow): { objectType: string; id: number } {
  return { objectType: 'ShareRecipient', id }
}
