import { isDeepStrictEqual } from 'node:util'
import {
  brokenRule,
  type DeliveryRequestSubmission,
  type JsonPatch,
  missingRight,
  notFound,
  type Page,
  ServiceError,
  type SubmissionCreation,
  SubmissionReplacement,
  staleVersion,
} from '@rushes/contract'
import { actingUserId, type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import type { Listing } from '../../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../../platform/text/json-patch.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import type { FormValues } from '../../form-fields/index.ts'
import { searchDocuments } from '../../search/index.ts'
import { pickKnown, settleValues } from '../bootstrap/form.ts'
import { indexSubmissions } from '../listing/documents.ts'
import { listPage, type Part } from '../listing/list-page.ts'
import {
  isEditable,
  isMoving,
  isOwn,
  makesRoom,
  managesDeliveries,
  submittedStatuses,
  toDraftStatus,
} from '../policy.ts'
import { getRequestRow } from '../requests/requests.ts'
import { lockRequestRow } from '../requests/store.ts'
import type { RequestRow, SubmissionDetails, SubmissionRow } from '../tables.ts'
import { toSubmission } from '../to-resources.ts'
import { findSubmitted, followClips, readSubmitted } from './clips.ts'
import { assertMayDecide, review, toDetails } from './decisions.ts'
import * as store from './store.ts'

const objectType = 'DeliveryRequestSubmission'
const assertReplacement = createValidator(SubmissionReplacement, 'ValidationError')
const patchable = new Set([
  'attachedAnnotations',
  'formFieldValues',
  'submissionComments',
  'skipReview',
  'skipValidation',
  'reviewStatus',
  'reviewComments',
  'activeStatus',
])

export async function listSubmissions(
  ctx: Context,
  productionId: number,
  listing: Listing<DeliveryRequestSubmission>,
): Promise<Page<DeliveryRequestSubmission>> {
  const readerId = findReaderId(ctx)
  const rows = {
    count: () => store.countSubmissionRows(ctx.db, productionId, readerId),
    list: (part: Part) => store.listSubmissionRows(ctx.db, productionId, part, readerId),
  }
  return listPage(listing, rows, async found => {
    const ids = new Set(found.flatMap(row => row.annotation_ids))
    const annotations = await findSubmitted(ctx, productionId, [...ids])
    return found.map(row => toSubmission(row, annotations, ctx.platform.publicUrl))
  })
}

/** Whose drafts a list contains; undefined for those who manage deliveries: everybody's. */
function findReaderId({ actor }: Context): number | undefined {
  return managesDeliveries(actor) ? undefined : (actingUserId(actor) ?? 0)
}

/** Submissions that a search finds: drafts only for those who began them or manage deliveries. */
export function searchSubmissions(
  ctx: Context,
  productionId: number,
  query: Parameters<typeof searchDocuments>[2],
): ReturnType<typeof searchDocuments> {
  const readerId = findReaderId(ctx)
  const anyOf = [
    { field: 'submissionStatus', values: submittedStatuses },
    { field: 'creatorId', values: [readerId ?? 0] },
  ]
  const restrictTo = readerId === undefined ? {} : { restrictTo: { anyOf } }
  return searchDocuments(ctx, { kind: 'deliverySubmission', productionId, ...restrictTo }, query)
}

/** Throws NotFoundError, and ForbiddenError for somebody else's draft. */
export async function getSubmission(
  ctx: Context,
  productionId: number,
  id: number,
): Promise<DeliveryRequestSubmission> {
  const row = await store.findSubmissionRow(ctx.db, productionId, id)
  if (!row) throw notFound(objectType, id)
  if (isEditable(row.submission_status)) assertOwn(ctx, row)
  return show(ctx, row)
}

/**
 * Begins the next version for a request, with the form's defaults and what the request gives. Throws ConflictError while
 * an earlier one is neither rejected nor failed, unless the request allows several.
 */
export async function createSubmission(
  ctx: Context,
  productionId: number,
  request: SubmissionCreation,
): Promise<DeliveryRequestSubmission> {
  const { deliveryRequestId } = request
  if (deliveryRequestId === undefined) throw brokenRule('/deliveryRequestId', 'is needed')
  assertMayDecide(ctx, request)
  if ((request.reviewStatus ?? 'Pending') !== 'Pending')
    throw brokenRule('/reviewStatus', 'is decided once it is submitted')
  if (request.reviewComments !== undefined) throw brokenRule('/reviewComments', 'is given with the decision')
  return inTransaction(ctx, async ctx => {
    const asked = await lockRequestRow(ctx.db, productionId, deliveryRequestId)
    if (!asked) throw brokenRule('/deliveryRequestId', `there is no delivery request ${deliveryRequestId} here`)
    if (asked.active_status === 'Archived') throw new ServiceError('ConflictError', 'The delivery request is archived')
    const earlier = await store.listSubmissionsOfRequest(ctx.db, asked.id)
    assertRoom(asked, earlier)
    const { formFieldsDefinition, formFieldValues = {} } = asked.details
    const begun = pickKnown(formFieldsDefinition, formFieldValues)
    const values = settleValues(formFieldsDefinition, { ...begun, ...request.formFieldValues }, { isCreated: true })
    const annotationIds = await readSubmitted(ctx, productionId, request.attachedAnnotations ?? [])
    const clips = await followClips(ctx, productionId, annotationIds)
    const isEmpty = annotationIds.length === 0 && Object.keys(request.formFieldValues ?? {}).length === 0
    const row = await store.insertSubmissionRow(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      delivery_request_id: asked.id,
      submission_version: (earlier.at(-1)?.submission_version ?? 0) + 1,
      submission_status: toDraftStatus(isEmpty, clips),
      pre_delivery_status: clips ?? null,
      annotation_ids: annotationIds,
      form_field_values: JSON.stringify(values),
      details: JSON.stringify(toDetails(request)),
    })
    return announce(ctx, row, 'create')
  })
}

/**
 * Changes what a submission holds while it is not submitted, or decides its review. Members that the request leaves out
 * stay as they are. Throws ConflictError with the stored version, or for a change that its state does not take.
 */
export async function updateSubmission(
  ctx: Context,
  productionId: number,
  id: number,
  request: SubmissionReplacement,
): Promise<DeliveryRequestSubmission> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    if (request.version !== stored.version) throw staleVersion(objectType, id, stored.version)
    if (request.deliveryRequestId !== undefined && request.deliveryRequestId !== stored.delivery_request_id) {
      throw brokenRule('/deliveryRequestId', 'a submission stays with its request')
    }
    return write(ctx, stored, request)
  })
}

/** The same with JSON Patch: what it removes is gone. Throws ConflictError for a `test` that fails. */
export async function patchSubmission(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<DeliveryRequestSubmission> {
  const refused = listPatchedMembers(patch).find(name => !patchable.has(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    const patched: Partial<DeliveryRequestSubmission> = applyPatch(await show(ctx, stored), patch)
    assertReplacement(patched)
    const { submissionComments, skipReview, skipValidation } = stored.details
    return write(ctx, stored, {
      attachedAnnotations: [],
      formFieldValues: {},
      ...(submissionComments === undefined ? {} : { submissionComments: '' }),
      ...(skipReview === undefined ? {} : { skipReview: false }),
      ...(skipValidation === undefined ? {} : { skipValidation: false }),
      ...patched,
    })
  })
}

async function write(
  ctx: Transaction,
  stored: SubmissionRow,
  wanted: Omit<SubmissionReplacement, 'version'>,
): Promise<DeliveryRequestSubmission> {
  assertMayDecide(ctx, wanted, stored)
  const annotationIds = await readAttached(ctx, stored, wanted.attachedAnnotations)
  const values = await readValues(ctx, stored, wanted.formFieldValues)
  const details = toDetails(wanted, stored.details)
  const isSame =
    isDeepStrictEqual(annotationIds, stored.annotation_ids) &&
    isDeepStrictEqual(values, stored.form_field_values) &&
    (details.submissionComments ?? '') === (stored.details.submissionComments ?? '')
  const reviewed = review(ctx, stored, wanted)
  const row = await store.updateSubmissionRow(ctx.db, stored.id, {
    ...changedResourceColumns(ctx),
    ...(await toContents(ctx, stored, annotationIds, isSame)),
    ...(reviewed ? { submission_status: reviewed.status } : {}),
    active_status: wanted.activeStatus ?? stored.active_status,
    form_field_values: JSON.stringify(values),
    details: JSON.stringify({ ...details, ...reviewed?.details }),
  })
  return announce(ctx, row, 'update')
}

/**
 * Deletes a submission: one that is not submitted by who began it, any other with DELIVERY_MANAGE. Throws ConflictError
 * while it is on its way to review.
 */
export async function deleteSubmission(
  ctx: Context,
  productionId: number,
  id: number,
): Promise<DeliveryRequestSubmission> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    const { submission_status: status } = stored
    if (!isEditable(status) && !managesDeliveries(ctx.actor)) throw missingRight('DELIVERY_MANAGE')
    if (isMoving(status)) throw new ServiceError('ConflictError', `It is ${status}: wait until it is there`)
    await store.deleteSubmissionRow(ctx.db, id)
    return announce(ctx, stored, 'delete')
  })
}

/** The clips, and where they leave a submission that is not submitted. Throws ConflictError for a change of another one. */
async function toContents(ctx: Transaction, stored: SubmissionRow, annotationIds: number[], isSame: boolean) {
  const { submission_status: status, production_id: productionId } = stored
  if (!isEditable(status)) {
    if (isSame) return {}
    throw new ServiceError('ConflictError', `It is ${status}: what was submitted stays as it is`)
  }
  const clips = await followClips(ctx, productionId, annotationIds)
  return {
    annotation_ids: annotationIds,
    pre_delivery_status: clips ?? null,
    submission_status: toDraftStatus(isSame && status === 'Open', clips),
  }
}

/** What came back as it was read is not looked up: clips may have gone since. */
async function readAttached(
  ctx: Transaction,
  stored: SubmissionRow,
  attached: SubmissionReplacement['attachedAnnotations'],
): Promise<number[]> {
  const ids = attached?.map(({ annotationId, id }) => annotationId ?? id)
  if (!attached || isDeepStrictEqual(ids, stored.annotation_ids)) return stored.annotation_ids
  return readSubmitted(ctx, stored.production_id, attached)
}

/** Nor is it checked again: the form may have changed since. */
async function readValues(
  ctx: Transaction,
  { production_id: productionId, delivery_request_id: requestId, form_field_values: stored }: SubmissionRow,
  values: SubmissionReplacement['formFieldValues'],
): Promise<FormValues> {
  if (!values || isDeepStrictEqual(values, stored)) return stored
  return settleValues((await getRequestRow(ctx, productionId, requestId)).details.formFieldsDefinition, values)
}

/** Takes what a submission holds as it is, for good. Throws ValidationError while it is empty or the form wants more. */
export async function submit(ctx: Context, productionId: number, id: number): Promise<DeliveryRequestSubmission> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    if (!isEditable(stored.submission_status) || stored.active_status === 'Archived') {
      throw new ServiceError('ConflictError', `It is ${stored.submission_status}, and cannot be submitted`)
    }
    const { formFieldsDefinition } = (await getRequestRow(ctx, productionId, stored.delivery_request_id)).details
    const values = settleValues(formFieldsDefinition, stored.form_field_values, { isWhole: true })
    if (isBlank(stored)) throw brokenRule('/attachedAnnotations', 'a clip, values of the form or comments are needed')
    const clips = await followClips(ctx, productionId, stored.annotation_ids)
    if (toDraftStatus(false, clips) === 'DraftFailed') {
      throw new ServiceError('ConflictError', `A clip of it is ${clips}: replace it first`)
    }
    const { autoValidatedAt, autoValidationError, autoValidationReport, deliveryWorkflowId, ...details } =
      stored.details
    const submitted: SubmissionDetails = {
      ...details,
      submittedAt: ctx.platform.clock.now(),
      autoValidationStatus: 'Pending',
      deliveryStatus: 'Pending',
      reviewStatus: 'Pending',
      ...(actingUserId(ctx.actor) === undefined ? {} : { submitter: actingUserId(ctx.actor)! }),
    }
    const row = await store.updateSubmissionRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      submission_status: 'AwaitingProbe',
      pre_delivery_status: clips ?? null,
      form_field_values: JSON.stringify(values),
      details: JSON.stringify(submitted),
    })
    return announce(ctx, row, 'update')
  })
}

/**
 * Delivers what was submitted again, after its delivery has failed. Throws ConflictError where it has not, and where
 * another submission has taken its place.
 */
export async function redeliver(ctx: Context, productionId: number, id: number): Promise<DeliveryRequestSubmission> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    const { submission_status: status, delivery_request_id: requestId } = stored
    if (status !== 'DeliveryFailed') throw new ServiceError('ConflictError', `It is ${status}: no delivery has failed`)
    const asked = await lockRequestRow(ctx.db, productionId, requestId)
    if (!asked) throw notFound('DeliveryRequest', requestId)
    const isArchived = asked.active_status === 'Archived' || stored.active_status === 'Archived'
    if (isArchived) throw new ServiceError('ConflictError', 'It is archived, and not delivered')
    const others = await store.listSubmissionsOfRequest(ctx.db, requestId)
    assertRoom(
      asked,
      others.filter(row => row.id !== id),
    )
    const { deliveryError, deliveryReport, deliveryWorkflowId, ...details } = stored.details
    const row = await store.updateSubmissionRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      submission_status: 'AwaitingDelivery',
      details: JSON.stringify({ ...details, deliveryStatus: 'Pending' } satisfies SubmissionDetails),
    })
    return announce(ctx, row, 'update')
  })
}

/** Throws ConflictError where a request that takes one submission has one that is neither rejected nor failed. */
function assertRoom(asked: RequestRow, others: readonly SubmissionRow[]): void {
  const isTaken = others.some(row => row.active_status === 'Active' && !makesRoom(row.submission_status))
  if (isTaken && asked.details.allowMultipleSubmissions !== true) {
    throw new ServiceError('ConflictError', 'The delivery request has a submission already')
  }
}

/** Whether there is nothing to deliver. */
function isBlank({ annotation_ids: annotationIds, form_field_values: values, details }: SubmissionRow): boolean {
  return annotationIds.length === 0 && Object.keys(values).length === 0 && (details.submissionComments ?? '') === ''
}

/** Only those who began a submission, and those who manage deliveries. */
function assertOwn({ actor }: Context, row: SubmissionRow): void {
  if (!isOwn(actor, row) && !managesDeliveries(actor)) throw missingRight('DELIVERY_MANAGE')
}

/** The row to be changed. Throws NotFoundError, and ForbiddenError for that of somebody else. */
async function lockRow(ctx: Transaction, productionId: number, id: number): Promise<SubmissionRow> {
  const row = await store.lockSubmissionRow(ctx.db, id)
  if (row?.production_id !== productionId) throw notFound(objectType, id)
  assertOwn(ctx, row)
  assertPrecondition(ctx, row.version)
  return row
}

/** Emits the event of a submission that was written, and gives it as it is shown. */
export async function announce(
  ctx: Transaction,
  row: SubmissionRow,
  kind: 'create' | 'update' | 'delete',
): Promise<DeliveryRequestSubmission> {
  indexSubmissions(ctx, [row.id])
  ctx.publish({
    // The interface has no type for the deletion of one.
    ...(kind === 'delete' ? { type: 'Activity', verb: `${objectType}.delete` } : { type: `${objectType}.${kind}` }),
    productionId: row.production_id,
    object: { objectType, id: row.id, submissionStatus: row.submission_status, version: row.version },
    target: { objectType: 'DeliveryRequest', id: row.delivery_request_id },
  })
  return show(ctx, row)
}

async function show(ctx: Context, row: SubmissionRow): Promise<DeliveryRequestSubmission> {
  const annotations = await findSubmitted(ctx, row.production_id, row.annotation_ids)
  return toSubmission(row, annotations, ctx.platform.publicUrl)
}
