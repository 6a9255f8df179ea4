import { contract } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import * as service from './service.ts'

const { savedSearches } = contract

/** Which endpoint of saved searches is answered by which use case. */
export function addSavedSearchRoutes(api: Api): void {
  implement(api, savedSearches.listSavedSearches, (ctx, { params, query }) =>
    service.listSavedSearches(ctx, params.prId, readListing(query)),
  )
  implement(api, savedSearches.createSavedSearch, (ctx, { params, body }) =>
    service.createSavedSearch(ctx, params.prId, body),
  )
  implement(api, savedSearches.getSavedSearch, (ctx, { params }) => service.getSavedSearch(ctx, params.prId, params.id))
  implement(api, savedSearches.updateSavedSearch, (ctx, { params, body }) =>
    service.updateSavedSearch(ctx, params.prId, params.id, body),
  )
  implement(api, savedSearches.deleteSavedSearch, (ctx, { params }) =>
    service.deleteSavedSearch(ctx, params.prId, params.id),
  )
}
