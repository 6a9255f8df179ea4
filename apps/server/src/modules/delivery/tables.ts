import type {
  DeliveryRequestDetails,
  DeliveryRequestSubmission,
  PreDeliveryStatus,
  SubmissionStatus,
} from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>

export interface WorkspaceTable {
  account_id: number
  external_reference: string
  production_id: number
  event_id: number
}
export type WorkspaceRow = Selectable<WorkspaceTable>

/** What a collection is to the product of its workspace. */
export type Role = 'parent' | 'product' | 'episode'

export interface DeliveryObjectTable {
  production_id: number
  role: Role
  external_reference: string
  editorial_object_id: number
}

export interface RequestTable extends ResourceColumns {
  production_id: number
  editorial_object_id: number | null
  active_status: Generated<'Active' | 'Archived'>
  details: Json<DeliveryRequestDetails>
  template_key: string | null
}
export type RequestRow = Selectable<RequestTable>

/** What of a submission no statement asks for, under the names of the interface. */
export type SubmissionDetails = Pick<
  DeliveryRequestSubmission,
  | 'submissionComments'
  | 'skipReview'
  | 'skipValidation'
  | 'reviewStatus'
  | 'reviewComments'
  | 'reviewedAt'
  | 'reviewer'
  | 'submittedAt'
  | 'submitter'
  | 'autoValidatedAt'
  | 'autoValidationError'
  | 'autoValidationReport'
  | 'autoValidationStatus'
  | 'deliveryStatus'
  | 'deliveryError'
  | 'deliveryReport'
  | 'deliveryWorkflowId'
>

/** What a step of its way changes of a submission. */
export interface Change {
  readonly clips?: PreDeliveryStatus | undefined
  readonly status?: SubmissionStatus
  readonly details?: SubmissionDetails
}

export interface SubmissionTable extends ResourceColumns {
  production_id: number
  delivery_request_id: number
  submission_version: number
  submission_status: SubmissionStatus
  active_status: Generated<'Active' | 'Archived'>
  pre_delivery_status: PreDeliveryStatus | null
  annotation_ids: number[]
  form_field_values: Json<Record<string, unknown>>
  details: Json<SubmissionDetails>
}
export type SubmissionRow = Selectable<SubmissionTable>

export interface NoticeSecretTable {
  account_id: number
  secret: Buffer
  former_secret: Buffer | null
  former_secret_ends: number | null
}
export type NoticeSecretRow = Selectable<NoticeSecretTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    delivery_workspace: WorkspaceTable
    delivery_object: DeliveryObjectTable
    delivery_request: RequestTable
    delivery_submission: SubmissionTable
    delivery_notice_secret: NoticeSecretTable
  }
}
