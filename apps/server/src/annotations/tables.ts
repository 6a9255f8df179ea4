import type {
  Annotation,
  AnnotationBulkRequest,
  AnnotationObjectType,
  AnnotationType,
  ErrorBody,
  sharedFields,
} from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../platform/database/resource-columns.ts'
import type { ContentChanges } from './content.ts'

type Json<T> = ColumnType<T, string, string>

/** What a deletion says about the collections that the annotation hangs on; either flag takes it off them. */
export type DeletionOptions = NonNullable<AnnotationBulkRequest['actions'][number]['options']>

/** Members that have a column of their own. */
type ColumnMember =
  | keyof typeof sharedFields
  | 'productionId'
  | 'mediaObjectId'
  | 'funnel'
  | 'type'
  | 'start'
  | 'end'
  | 'relatedToId'
  | 'translatedFromId'
  | 'language'
  | 'subtitlePresetId'
  | 'reviewStatus'
  | 'createdByShareId'
  | 'createdBySharedUserId'
  | 'structuredDescription'

/** Members that are made when an annotation is read. */
type DerivedMember = 'annotationProductionId' | 'deleted' | 'mediaObject' | 'translatedToIds'

/** The members of an annotation that nothing is looked up by, under their names in the interface. */
export type AnnotationDetails = Omit<Annotation, ColumnMember | DerivedMember>

export interface AnnotationTable extends ResourceColumns {
  production_id: number
  media_object_id: number
  object_type: AnnotationObjectType
  funnel: string
  type: AnnotationType | null
  /** First frame. */
  start_frame: number
  /** The frame behind the last; 0 with `start_frame` 0 on a clip whose length is not known yet. */
  end_frame: number
  related_to_id: number | null
  translated_from_id: number | null
  language: string | null
  subtitle_preset_id: string | null
  review_status: string | null
  created_by_share_id: number | null
  created_by_shared_user_id: number | null
  structured_description: Json<Record<string, unknown>>
  /** What has changed in it since it was written whole (see `content.ts`). */
  content_changes: ColumnType<ContentChanges, string | undefined, string>
  details: Json<AnnotationDetails>
}

/** An annotation with its content as it is now. */
export type AnnotationRow = Omit<StoredAnnotation, 'content_changes'>

/** An annotation as the table holds it. */
export type StoredAnnotation = Selectable<AnnotationTable>

/** An annotation without its content, which is large in subtitles and transcripts. */
export type AnnotationHead = Omit<AnnotationRow, 'structured_description'>

/** An annotation that hangs on a collection. */
export interface AnnotationAttachmentTable {
  editorial_object_id: number
  annotation_id: number
  production_id: number
  position: number
  created: number
}

/** One annotation that a bulk workflow is to delete. */
export interface AnnotationBulkItemTable {
  workflow_id: string
  production_id: number
  annotation_id: number
  place: number
  options: Json<DeletionOptions>
  /** Null while it is to be done. */
  status: 'Completed' | 'Error' | null
  error: ColumnType<ErrorBody | null, string | null, string | null>
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    annotation: AnnotationTable
    annotation_attachment: AnnotationAttachmentTable
    annotation_bulk_item: AnnotationBulkItemTable
  }
}
