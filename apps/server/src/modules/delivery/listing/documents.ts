/** Delivery requests and submissions as a search finds them. */

import type { Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import {
  type FieldValue,
  type ListedSource,
  markChanged,
  type SearchDocument,
  storedSizes,
} from '../../search/index.ts'
import { listRequestRowsById, requestIds } from '../requests/store.ts'
import { listSubmissionRowsById, submissionIds } from '../submissions/store.ts'
import type { RequestRow, SubmissionRow } from '../tables.ts'

/** Where the documents of requests come from. */
export const requestDocuments: ListedSource = {
  read: async (db, ids) => (await listRequestRowsById(db, ids)).map(toRequestDocument),
  selectSizes: storedSizes('delivery_request', ['details']),
  ids: requestIds,
}

/** Where the documents of submissions come from. */
export const submissionDocuments: ListedSource = {
  read: async (db: Database, ids) => (await listSubmissionRowsById(db, ids)).map(toSubmissionDocument),
  selectSizes: storedSizes('delivery_submission', ['form_field_values', 'details']),
  ids: submissionIds,
}

/** Has the documents of requests rewritten or removed once the transaction that changes them is committed. */
export function indexRequests(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'deliveryRequest', ids)
}

/** The same for submissions. */
export function indexSubmissions(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'deliverySubmission', ids)
}

function toRequestDocument(row: RequestRow): SearchDocument {
  const { clientProperties, formFieldsDefinition, formFieldValues, ...details } = row.details
  return {
    id: row.id,
    kind: 'deliveryRequest',
    productionId: row.production_id,
    fields: {
      ...toShared(row),
      ...details,
      objectType: 'DeliveryRequest',
      activeStatus: row.active_status,
      editorialObjectId: row.editorial_object_id,
      ...toFormFields(formFieldValues ?? {}),
    },
    text: [details.group, details.subGroup, ...toTexts(formFieldValues ?? {})].filter(text => text !== undefined),
  }
}

function toSubmissionDocument(row: SubmissionRow): SearchDocument {
  const { autoValidationReport, deliveryReport, submissionComments, reviewComments, ...details } = row.details
  return {
    id: row.id,
    kind: 'deliverySubmission',
    productionId: row.production_id,
    fields: {
      ...toShared(row),
      ...details,
      objectType: 'DeliveryRequestSubmission',
      deliveryRequestId: row.delivery_request_id,
      submissionVersion: row.submission_version,
      submissionStatus: row.submission_status,
      activeStatus: row.active_status,
      allClipsPreDeliveryStatus: row.pre_delivery_status,
      attachedAnnotationIds: row.annotation_ids,
      ...toFormFields(row.form_field_values),
    },
    stored: { submissionComments, reviewComments },
    text: [submissionComments, reviewComments, ...toTexts(row.form_field_values)].filter(text => text !== undefined),
  }
}

function toShared(row: RequestRow | SubmissionRow) {
  return {
    version: row.version,
    created: row.created,
    createdBy: row.created_by,
    creatorId: row.creator_id,
    lastUpdated: row.last_updated,
    modifiedBy: row.modified_by,
  }
}

/** `formFieldValues.<name>`; of a request without a form anything may stand there. */
function toFormFields(values: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const isPlain = Array.isArray(value) ? value.every(isScalar) : isScalar(value)
      return isPlain ? [[`formFieldValues.${name}`, value as FieldValue]] : []
    }),
  )
}

function toTexts(values: Readonly<Record<string, unknown>>): string[] {
  return Object.values(values).flatMap(value => (typeof value === 'string' ? [value] : []))
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
