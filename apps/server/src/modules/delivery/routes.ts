import { contract, type DeliveryRequest, type DeliveryRequestSubmission } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import { searchDocuments } from '../search/index.ts'
import { removeNoticeSecret, renewNoticeSecret } from './notices/secret.ts'
import * as changes from './requests/change-requests.ts'
import * as requests from './requests/requests.ts'
import * as submissions from './submissions/submissions.ts'

const { delivery } = contract

/** Which endpoint of deliveries is answered by which use case. */
export function addDeliveryRoutes(api: Api): void {
  implement(api, delivery.renewNoticeSecret, (ctx, { params }) => renewNoticeSecret(ctx, params.id))
  implement(api, delivery.removeNoticeSecret, (ctx, { params }) => removeNoticeSecret(ctx, params.id))
  addRequestRoutes(api)
  addSubmissionRoutes(api)
}

function addRequestRoutes(api: Api): void {
  implement(api, delivery.listDeliveryRequests, (ctx, { params, query }) => {
    const { includeEditorialObject, ...listing } = query
    return requests.listRequests(ctx, params.prId, readListing<DeliveryRequest>(listing), includeEditorialObject)
  })
  implement(api, delivery.searchDeliveryRequests, (ctx, { params, query }) =>
    searchDocuments(ctx, { kind: 'deliveryRequest', productionId: params.prId }, query),
  )
  implement(api, delivery.createDeliveryRequest, (ctx, { params, body }) =>
    changes.createRequest(ctx, params.prId, body),
  )
  implement(api, delivery.getDeliveryRequest, (ctx, { params, query }) =>
    requests.getRequest(ctx, params.prId, params.id, query.includeEditorialObject),
  )
  implement(api, delivery.updateDeliveryRequest, (ctx, { params, body }) =>
    changes.updateRequest(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.patchDeliveryRequest, (ctx, { params, body }) =>
    changes.patchRequest(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.deleteDeliveryRequest, (ctx, { params }) =>
    changes.deleteRequest(ctx, params.prId, params.id),
  )
}

function addSubmissionRoutes(api: Api): void {
  implement(api, delivery.listSubmissions, (ctx, { params, query }) =>
    submissions.listSubmissions(ctx, params.prId, readListing<DeliveryRequestSubmission>(query)),
  )
  implement(api, delivery.searchSubmissions, (ctx, { params, query }) =>
    submissions.searchSubmissions(ctx, params.prId, query),
  )
  implement(api, delivery.createSubmission, (ctx, { params, body }) =>
    submissions.createSubmission(ctx, params.prId, body),
  )
  implement(api, delivery.getSubmission, (ctx, { params }) => submissions.getSubmission(ctx, params.prId, params.id))
  implement(api, delivery.updateSubmission, (ctx, { params, body }) =>
    submissions.updateSubmission(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.patchSubmission, (ctx, { params, body }) =>
    submissions.patchSubmission(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.deleteSubmission, (ctx, { params }) =>
    submissions.deleteSubmission(ctx, params.prId, params.id),
  )
  implement(api, delivery.submitSubmission, (ctx, { params }) => submissions.submit(ctx, params.prId, params.id))
  implement(api, delivery.redeliverSubmission, (ctx, { params }) => submissions.redeliver(ctx, params.prId, params.id))
}
