import type { Annotation } from '@rushes/contract'
import { toResourceFields } from '../platform/database/resource-columns.ts'
import { withoutNulls } from '../platform/without-nulls.ts'
import type { AnnotationRow } from './tables.ts'

/** What an annotation's row does not hold itself. */
export interface AnnotationParts {
  /** Base of `href` and `hrefs`: the service's public address. */
  publicUrl: string
  /** The clip in its wire shape, when it was asked for. */
  mediaObject?: Record<string, unknown> | undefined
  /** Ids of the annotations that were translated from this one, when they were asked for. */
  translatedToIds?: number[] | undefined
}

/** An annotation's row as the resource: objects that a patch adds to and sets are there even when they are empty. */
export function toAnnotation(row: AnnotationRow, parts: AnnotationParts): Annotation {
  return {
    ...toResourceFields(row),
    ...withoutNulls({
      type: row.type,
      relatedToId: row.related_to_id,
      translatedFromId: row.translated_from_id,
      language: row.language,
      subtitlePresetId: row.subtitle_preset_id,
      reviewStatus: row.review_status,
      createdByShareId: row.created_by_share_id,
      createdBySharedUserId: row.created_by_shared_user_id,
      mediaObject: parts.mediaObject,
      translatedToIds: parts.translatedToIds,
    }),
    objectType: row.object_type,
    funnel: row.funnel,
    start: row.start_frame,
    end: row.end_frame,
    productionId: row.production_id,
    annotationProductionId: row.production_id,
    mediaObjectId: row.media_object_id,
    ...emptyMembers(row),
    ...row.details,
    structuredDescription: row.structured_description,
    ...toAddresses(row, parts.publicUrl),
  }
}

/** JSON Patch adds to an object only where there is one ("JSON Patch semantics": `add` below a missing parent fails). */
function emptyMembers(row: AnnotationRow): Partial<Annotation> {
  const objects = { customFields: {}, systemFields: {}, clipMetadata: {} }
  const common = { ...objects, tags: [], includesFrom: [], securityClasses: [] }
  switch (row.object_type) {
    case 'MediaObjectAnnotation':
      return { ...common, subtitlingStatuses: {}, transcriptionStatuses: {} }
    case 'ClipAnnotation':
      return { ...common, mentionIds: [], topics: [] }
    default:
      return common
  }
}

function toAddresses(row: AnnotationRow, publicUrl: string) {
  const production = `${publicUrl}/production/${row.production_id}`
  const clip = `${production}/mo/${row.media_object_id}`
  return {
    href: row.object_type === 'MediaObjectAnnotation' ? `${clip}/moa` : `${production}/an/${row.id}`,
    hrefs: { mo: clip, moa: `${clip}/moa`, moi: `${clip}/moi`, an: `${clip}/an` },
  }
}
