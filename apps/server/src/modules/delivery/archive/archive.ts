import {
  DeliveryRequestDetails,
  DeliveryRequestSubmission,
  FreeForm,
  Id,
  oneOf,
  preDeliveryStatuses,
  submissionStatuses,
} from '@rushes/contract'
import Type, { type Static } from 'typebox'
import {
  type ArchiveIds,
  type ArchivePart,
  archivedFields,
  archiveTable,
  fromArchived,
  toArchived,
} from '../../../platform/archive/index.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { markChangedBy } from '../../search/index.ts'
import type { SubmissionDetails, SubmissionRow, WorkspaceRow } from '../tables.ts'
import { claimWorkspace, listWorkspaces, selectIdsOfProduction } from './store.ts'

const Reference = Type.String({ minLength: 1, maxLength: 1000 })
const activeStatus = oneOf('Active', 'Archived')

const ArchivedWorkspace = Type.Object({ externalReference: Reference }, { additionalProperties: false })

/** The product that the production stands for, where no other one of the account does. Its next event is applied. */
const workspaceArchive: ArchivePart<Static<typeof ArchivedWorkspace>, WorkspaceRow> = {
  name: 'delivery-workspaces',
  shape: ArchivedWorkspace,
  async *read(ctx, { productionId }) {
    for (const row of await listWorkspaces(ctx.db, productionId)) yield { externalReference: row.external_reference }
  },
  prepare: ({ externalReference }, { accountId, productionId }) => ({
    account_id: accountId,
    external_reference: externalReference,
    production_id: productionId,
    event_id: 0,
  }),
  async write(ctx, rows) {
    for (const row of rows) await claimWorkspace(ctx.db, row)
  },
}

const objectArchive = archiveTable({
  name: 'delivery-objects',
  table: 'delivery_object',
  shape: Type.Object(
    { role: oneOf('parent', 'product', 'episode'), externalReference: Reference, collectionId: Id },
    { additionalProperties: false },
  ),
  order: ['role', 'external_reference'],
  toItem: row => ({
    role: row.role,
    externalReference: row.external_reference,
    collectionId: row.editorial_object_id,
  }),
  toRow: (item, { ids, productionId }) => ({
    production_id: productionId,
    role: item.role,
    external_reference: item.externalReference,
    editorial_object_id: ids.get('collections', item.collectionId, '/collectionId'),
  }),
})

const requestArchive = archiveTable({
  name: 'delivery-requests',
  table: 'delivery_request',
  shape: Type.Object(
    {
      ...DeliveryRequestDetails.properties,
      ...archivedFields,
      collectionId: Type.Optional(Id),
      activeStatus,
      templateKey: Type.Optional(Type.String({ maxLength: 1000 })),
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({
    ...row.details,
    ...toArchived(row, source),
    activeStatus: row.active_status,
    ...withoutNulls({ collectionId: row.editorial_object_id, templateKey: row.template_key }),
  }),
  toRow(item, into, ctx) {
    const { id, version, created, creatorId, lastUpdated, collectionId, templateKey, ...rest } = item
    const { activeStatus, ...details } = rest
    assertStorable(details)
    return {
      ...fromArchived('delivery-requests', item, into, ctx),
      production_id: into.productionId,
      editorial_object_id: into.ids.getAny('collections', collectionId, '/collectionId'),
      active_status: activeStatus,
      details,
      template_key: templateKey ?? null,
    }
  },
  finish: (ctx, { productionId }) =>
    markChangedBy(ctx, 'deliveryRequest', selectIdsOfProduction('delivery_request', productionId)),
})

/** What was said, decided and found out: members without a column, and without what belongs to the service it was in. */
const {
  id: _id,
  version: _version,
  modifiedBy: _modifiedBy,
  createdBy: _createdBy,
  objectType: _objectType,
  href: _href,
  hrefs: _hrefs,
  productionId: _productionId,
  deliveryRequestId: _request,
  attachedAnnotations: _annotations,
  allClipsPreDeliveryStatus: _clips,
  deliveryWorkflowId: _transfer,
  ...submissionMembers
} = DeliveryRequestSubmission.properties

const ArchivedSubmission = Type.Object(
  {
    ...submissionMembers,
    ...archivedFields,
    requestId: Id,
    submissionVersion: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    submissionStatus: oneOf(...submissionStatuses),
    activeStatus,
    preDeliveryStatus: Type.Optional(oneOf(...preDeliveryStatuses)),
    annotationIds: Type.Array(Id, { maxItems: 10_000 }),
    formFieldValues: FreeForm,
  },
  { additionalProperties: false },
)
type ArchivedSubmission = Static<typeof ArchivedSubmission>

const submissionArchive = archiveTable({
  name: 'delivery-submissions',
  table: 'delivery_submission',
  shape: ArchivedSubmission,
  toItem(row, source) {
    const { deliveryWorkflowId: _transfer, ...details } = row.details
    for (const person of [details.reviewer, details.submitter]) if (person !== undefined) source.people.add(person)
    return {
      ...details,
      ...toArchived(row, source),
      requestId: row.delivery_request_id,
      submissionVersion: row.submission_version,
      submissionStatus: row.submission_status,
      activeStatus: row.active_status,
      ...withoutNulls({ preDeliveryStatus: row.pre_delivery_status }),
      annotationIds: row.annotation_ids,
      formFieldValues: row.form_field_values,
    }
  },
  async toRow(item, into, ctx) {
    const { id, version, created, creatorId, lastUpdated, requestId, submissionVersion, annotationIds, ...rest } = item
    const { submissionStatus, activeStatus, preDeliveryStatus, formFieldValues, ...details } = rest
    assertStorable({ formFieldValues, ...details })
    const annotations: number[] = []
    // "One that is gone is a transfer that failed": it stays as such.
    for (const annotation of annotationIds) annotations.push((await into.ids.getOrTake('annotations', annotation)) ?? 0)
    return {
      ...fromArchived('delivery-submissions', item, into, ctx),
      production_id: into.productionId,
      delivery_request_id: into.ids.get('delivery-requests', requestId, '/requestId'),
      submission_version: submissionVersion,
      active_status: activeStatus,
      pre_delivery_status: preDeliveryStatus ?? null,
      annotation_ids: annotations,
      form_field_values: formFieldValues,
      ...endDelivery(submissionStatus, mapPeople(details, into.ids)),
    }
  },
  finish: (ctx, { productionId }) =>
    markChangedBy(ctx, 'deliverySubmission', selectIdsOfProduction('delivery_submission', productionId)),
})

function mapPeople({ reviewer, submitter, ...details }: SubmissionDetails, ids: ArchiveIds): SubmissionDetails {
  const find = (id: number | undefined) => (id === undefined ? undefined : ids.find('people', id))
  const people = { reviewer: find(reviewer) ?? null, submitter: find(submitter) ?? null }
  return { ...details, ...withoutNulls(people) }
}

/** A delivery that was under way goes on where it began: here it would be made a second time. */
function endDelivery(
  status: ArchivedSubmission['submissionStatus'],
  details: SubmissionDetails,
): Pick<SubmissionRow, 'submission_status' | 'details'> {
  if (status !== 'AwaitingDelivery') return { submission_status: status, details }
  const deliveryError = 'The production was moved while this was being delivered'
  return { submission_status: 'DeliveryFailed', details: { ...details, deliveryStatus: 'Failed', deliveryError } }
}

/** What suppliers are asked to deliver, and what they have submitted. */
export const deliveryArchives = [workspaceArchive, objectArchive, requestArchive, submissionArchive]
