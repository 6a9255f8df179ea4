import { contract, type DeliveryRequest, type DeliveryRequestSubmission } from '@rushes/contract'
import { type Api, implement } from '../platform/http/index.ts'
import { readListing } from '../platform/listing.ts'
import * as requests from './requests.ts'
import * as submissions from './submissions.ts'

/** Which endpoint of deliveries is answered by which use case. */
export function addDeliveryRoutes(api: Api): void {
  const { delivery } = contract
  implement(api, delivery.listDeliveryRequests, (ctx, { params, query }) => {
    const { includeEditorialObject, ...listing } = query
    return requests.listRequests(ctx, params.prId, readListing<DeliveryRequest>(listing), includeEditorialObject)
  })
  implement(api, delivery.createDeliveryRequest, (ctx, { params, body }) =>
    requests.createRequest(ctx, params.prId, body),
  )
  implement(api, delivery.getDeliveryRequest, (ctx, { params, query }) =>
    requests.getRequest(ctx, params.prId, params.id, query.includeEditorialObject),
  )
  implement(api, delivery.updateDeliveryRequest, (ctx, { params, body }) =>
    requests.updateRequest(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.listSubmissions, (ctx, { params, query }) =>
    submissions.listSubmissions(ctx, params.prId, readListing<DeliveryRequestSubmission>(query)),
  )
  implement(api, delivery.createSubmission, (ctx, { params, body }) =>
    submissions.createSubmission(ctx, params.prId, body),
  )
  implement(api, delivery.getSubmission, (ctx, { params }) => submissions.getSubmission(ctx, params.prId, params.id))
  implement(api, delivery.updateSubmission, (ctx, { params, body }) =>
    submissions.updateSubmission(ctx, params.prId, params.id, body),
  )
  implement(api, delivery.submitSubmission, (ctx, { params }) => submissions.submit(ctx, params.prId, params.id))
}
