import { accountRight, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import {
  DeliveryRequest,
  DeliveryRequestCreation,
  DeliveryRequestReplacement,
  DeliveryRequestSubmission,
  NoticeSecret,
  SubmissionCreation,
  SubmissionReplacement,
} from '../resources/delivery.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { DocumentList, searchParameters } from '../resources/search.ts'
import { about, Flag, listOf } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')
const manage = productionRight('DELIVERY_MANAGE')
/** What is delivered is uploaded: a supplier is a participant who may do that. */
const deliver = productionRight(['LIBRARY_UPLOAD', 'DELIVERY_MANAGE'])

const found = { status: 200, body: DocumentList, kind: 'search' } as const

export const delivery = endpointsOf('delivery', {
  renewNoticeSecret: endpoint({
    method: 'POST',
    path: '/account/{id}/deliveryWorkspaceBootstrapWebhook/secret',
    summary:
      'Have the notices of bootstraps signed by the Standard Webhooks scheme; the answer shows the secret once, and for a day a former one signs, too',
    access: accountRight('ACCOUNT_MANAGE'),
    success: { status: 200, body: NoticeSecret },
  }),
  removeNoticeSecret: endpoint({
    method: 'DELETE',
    path: '/account/{id}/deliveryWorkspaceBootstrapWebhook/secret',
    summary: 'Leave the notices of bootstraps unsigned',
    access: accountRight('ACCOUNT_MANAGE'),
    success: { status: 204 },
    errors: ['NotFoundError'],
  }),
  listDeliveryRequests: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request',
    summary: 'What suppliers are asked to deliver',
    access: view,
    query: { ...paging, includeEditorialObject: about(Flag, 'true: each request has its season or episode') },
    success: { status: 200, body: listOf(DeliveryRequest), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  createDeliveryRequest: endpoint({
    method: 'POST',
    path: '/production/{prId}/delivery_request',
    summary: 'Ask for a delivery',
    access: manage,
    body: DeliveryRequestCreation,
    success: { status: 201, body: DeliveryRequest },
    errors: ['ValidationError'],
  }),
  getDeliveryRequest: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request/{id}',
    summary: 'A delivery request',
    access: view,
    query: { includeEditorialObject: about(Flag, 'true: each request has its season or episode') },
    success: { status: 200, body: DeliveryRequest },
  }),
  updateDeliveryRequest: endpoint({
    method: 'PUT',
    path: '/production/{prId}/delivery_request/{id}',
    summary: 'Change a delivery request; members that are left out stay as they are',
    access: manage,
    body: DeliveryRequestReplacement,
    success: { status: 200, body: DeliveryRequest },
    errors: ['ConflictError', 'ValidationError'],
  }),
  patchDeliveryRequest: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/delivery_request/{id}',
    summary: 'Change parts of a delivery request with JSON Patch',
    access: manage,
    body: JsonPatch,
    bodyKind: 'json patch',
    success: { status: 200, body: DeliveryRequest },
    errors: ['ConflictError', 'ValidationError'],
  }),
  deleteDeliveryRequest: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/delivery_request/{id}',
    summary:
      'Delete a delivery request; refused, naming them, while it has submissions. What a template made comes back with the next bootstrap: archive it instead',
    access: manage,
    success: { status: 200, body: DeliveryRequest },
    errors: ['ConflictError'],
  }),
  searchDeliveryRequests: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request/search',
    summary: 'Search delivery requests: what they say, and `formFieldValues.<name>`',
    access: view,
    query: searchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  listSubmissions: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request_submission',
    summary: 'What suppliers have delivered; what they are about to, for those who began it, and with DELIVERY_MANAGE',
    access: view,
    query: paging,
    success: { status: 200, body: listOf(DeliveryRequestSubmission), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  createSubmission: endpoint({
    method: 'POST',
    path: '/production/{prId}/delivery_request_submission',
    summary: 'Begin a submission to a delivery request; a Draft once it holds something',
    access: deliver,
    body: SubmissionCreation,
    success: { status: 201, body: DeliveryRequestSubmission },
    errors: ['ConflictError', 'ValidationError'],
  }),
  getSubmission: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request_submission/{id}',
    summary: "A submission: until it is submitted, one's own, with DELIVERY_MANAGE any",
    access: view,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ForbiddenError'],
  }),
  updateSubmission: endpoint({
    method: 'PUT',
    path: '/production/{prId}/delivery_request_submission/{id}',
    summary:
      "Change one's own submission until it is submitted; with DELIVERY_MANAGE that of others too, and accept or reject it by `reviewStatus`; members that are left out stay as they are",
    access: deliver,
    body: SubmissionReplacement,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ForbiddenError', 'ConflictError', 'ValidationError'],
  }),
  patchSubmission: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/delivery_request_submission/{id}',
    summary: 'Change parts of a submission with JSON Patch, where a PUT could',
    access: deliver,
    body: JsonPatch,
    bodyKind: 'json patch',
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ForbiddenError', 'ConflictError', 'ValidationError'],
  }),
  deleteSubmission: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/delivery_request_submission/{id}',
    summary:
      "Delete a submission: one's own until it is submitted, with DELIVERY_MANAGE any; not while it is on its way to review",
    access: deliver,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ForbiddenError', 'ConflictError'],
  }),
  searchSubmissions: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request_submission/search',
    summary: 'Search submissions: their states, comments, and `formFieldValues.<name>`; drafts as in the list',
    access: view,
    query: searchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  submitSubmission: endpoint({
    method: 'POST',
    path: '/production/{prId}/delivery_request_submission/{id}/submit',
    summary:
      "Submit one's own draft, with DELIVERY_MANAGE any: from here on the service takes it through probe, validation and delivery to review",
    access: deliver,
    changesResource: true,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ForbiddenError', 'ConflictError', 'ValidationError'],
  }),
  redeliverSubmission: endpoint({
    method: 'POST',
    path: '/production/{prId}/delivery_request_submission/{id}/redeliver',
    summary:
      'Deliver a submission again whose delivery has failed, as it was submitted; refused where another version took its place',
    access: manage,
    changesResource: true,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ConflictError'],
  }),
})
