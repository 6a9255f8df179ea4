import type { DeliveryRequest, DeliveryRequestSubmission, SubmittedAnnotation } from '@rushes/contract'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import type { AnnotationRow } from '../annotations/index.ts'
import type { RequestRow, SubmissionRow } from './tables.ts'

export function toRequest(row: RequestRow, publicUrl: string): DeliveryRequest {
  return {
    ...toResourceFields(row),
    ...row.details,
    ...withoutNulls({ editorialObjectId: row.editorial_object_id }),
    objectType: 'DeliveryRequest',
    productionId: row.production_id,
    activeStatus: row.active_status,
    href: `${publicUrl}/production/${row.production_id}/delivery_request/${row.id}`,
  }
}

/** `annotations`: those that are still there. */
export function toSubmission(
  row: SubmissionRow,
  annotations: ReadonlyMap<number, AnnotationRow>,
  publicUrl: string,
): DeliveryRequestSubmission {
  return {
    ...toResourceFields(row),
    ...row.details,
    objectType: 'DeliveryRequestSubmission',
    productionId: row.production_id,
    deliveryRequestId: row.delivery_request_id,
    submissionVersion: row.submission_version,
    submissionStatus: row.submission_status,
    activeStatus: row.active_status,
    attachedAnnotations: row.annotation_ids.map(id => toStub(id, annotations.get(id))),
    formFieldValues: row.form_field_values,
    ...withoutNulls({ allClipsPreDeliveryStatus: row.pre_delivery_status }),
    href: `${publicUrl}/production/${row.production_id}/delivery_request_submission/${row.id}`,
  }
}

function toStub(id: number, row: AnnotationRow | undefined): SubmittedAnnotation {
  return { id, ...(row ? { objectType: row.object_type, mediaObjectId: row.media_object_id } : {}) }
}
