import { productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import {
  DeliveryRequest,
  DeliveryRequestCreation,
  DeliveryRequestReplacement,
  DeliveryRequestSubmission,
  SubmissionCreation,
  SubmissionReplacement,
} from '../resources/delivery.ts'
import { Flag, listOf } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')
const manage = productionRight('DELIVERY_MANAGE')
/** What is delivered is uploaded: a supplier is a participant who may do that. */
const deliver = productionRight(['LIBRARY_UPLOAD', 'DELIVERY_MANAGE'])

export const delivery = endpointsOf('delivery', {
  listDeliveryRequests: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request',
    summary: 'What suppliers are asked to deliver',
    access: view,
    query: { ...paging, includeEditorialObject: Flag },
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
    query: { includeEditorialObject: Flag },
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
  listSubmissions: endpoint({
    method: 'GET',
    path: '/production/{prId}/delivery_request_submission',
    summary: 'What suppliers have delivered, or are about to',
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
    summary: 'A submission',
    access: view,
    success: { status: 200, body: DeliveryRequestSubmission },
  }),
  updateSubmission: endpoint({
    method: 'PUT',
    path: '/production/{prId}/delivery_request_submission/{id}',
    summary:
      'Change a submission until it is submitted, or (with DELIVERY_MANAGE, by `reviewStatus`) accept or reject it; members that are left out stay as they are',
    access: deliver,
    body: SubmissionReplacement,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ConflictError', 'ValidationError'],
  }),
  submitSubmission: endpoint({
    method: 'POST',
    path: '/production/{prId}/delivery_request_submission/{id}/submit',
    summary: 'Submit: from here on the service takes it through probe, validation and delivery to review',
    access: deliver,
    success: { status: 200, body: DeliveryRequestSubmission },
    errors: ['ConflictError', 'ValidationError'],
  }),
})
