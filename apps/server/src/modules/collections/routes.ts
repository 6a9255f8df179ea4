import { contract } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import { searchDocuments } from '../search/index.ts'
import { attachEntries, detachEntries, detachEntry, listCollectionEntries } from './entries.ts'
import { readCollection } from './read.ts'
import * as service from './service.ts'
import { addVersions } from './versions.ts'

const { collections } = contract

/** Which endpoint of collections is answered by which use case. */
export function addCollectionRoutes(api: Api): void {
  implement(api, collections.createCollection, (ctx, { params, body }) =>
    service.createCollection(ctx, params.prId, body),
  )
  implement(api, collections.listCollections, (ctx, { params, query }) =>
    service.listCollections(ctx, params.prId, readListing(query)),
  )
  implement(api, collections.searchCollections, (ctx, { params, query }) =>
    searchDocuments(ctx, { kind: 'collection', productionId: params.prId }, query),
  )
  implement(api, collections.getCollection, (ctx, { params, query }) =>
    readCollection(ctx, params.prId, params.id, query),
  )
  implement(api, collections.updateCollection, (ctx, { params, body }) =>
    service.updateCollection(ctx, params.prId, params.id, body),
  )
  implement(api, collections.patchCollection, (ctx, { params, body }) =>
    service.patchCollection(ctx, params.prId, params.id, body),
  )
  implement(api, collections.deleteCollection, (ctx, { params }) =>
    service.deleteCollection(ctx, params.prId, params.id),
  )
  implement(api, collections.listCollectionEntries, (ctx, { params, query }) =>
    listCollectionEntries(ctx, params.prId, params.id, readListing(query)),
  )
  implement(api, collections.attachEntries, (ctx, { params, body }) => attachEntries(ctx, params.prId, params.id, body))
  implement(api, collections.detachEntries, async (ctx, { params, body }) => {
    await detachEntries(ctx, params.prId, params.id, body.annotationIds)
    return undefined
  })
  implement(api, collections.detachEntry, async (ctx, { params }) => {
    await detachEntry(ctx, params.prId, params.id, params.annotationId)
    return undefined
  })
  implement(api, collections.addVersions, (ctx, { params, body }) =>
    addVersions(ctx, params.prId, params.id, body.mediaObjectIds),
  )
}
