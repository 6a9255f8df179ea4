import type { Context, Transaction } from '../platform/context.ts'
import type { NewEvent } from '../platform/event-log.ts'
import type { AnnotationRow } from './tables.ts'

/** Tells of a change: creations have a type of their own, a clip's own annotation is told as the clip's change. */
export function publishAnnotation(ctx: Transaction, row: AnnotationRow, what: Change): void {
  ctx.publish(toAnnotationEvent(ctx, row, what))
}

type Change = 'create' | 'update' | 'delete'

export function toAnnotationEvent(ctx: Context, row: AnnotationRow, what: Change): NewEvent {
  const verb = `Annotation.${what}`
  const isUpdateOfClip = what === 'update' && row.object_type === 'MediaObjectAnnotation'
  return {
    type: what === 'create' ? 'Annotation.create' : isUpdateOfClip ? 'Media.update' : 'Activity',
    verb,
    productionId: row.production_id,
    ...(ctx.actor.kind === 'visitor' ? { shareId: ctx.actor.shareId } : {}),
    object: {
      objectType: row.object_type,
      id: row.id,
      funnel: row.funnel,
      mediaObjectId: row.media_object_id,
      version: row.version,
      ...(row.created_by_share_id === null ? {} : { createdByShareId: row.created_by_share_id }),
      ...(row.related_to_id === null ? {} : { relatedToId: row.related_to_id }),
    },
    target: { objectType: 'MediaObject', id: row.media_object_id },
  }
}
