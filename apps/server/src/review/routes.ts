import { contract } from '@rushes/contract'
import { type Api, implement } from '../platform/http/index.ts'
import type { FindSharedUserNames } from './authors.ts'
import { exportClipComments, exportCollectionComments } from './export.ts'
import { importComments } from './import.ts'
import { toMarkerFile } from './marker-file.ts'

const { review } = contract

/** Which endpoint of the review is answered by which use case; the names of visitors are known to the rooms above. */
export function addReviewRoutes(api: Api, findSharedUserNames: FindSharedUserNames): void {
  implement(api, review.exportComments, (ctx, { params, query }) =>
    exportClipComments(ctx, params.prId, params.moId, query.format, findSharedUserNames),
  )
  implement(api, review.exportCommentsOfCollection, (ctx, { params, query }) =>
    exportCollectionComments(ctx, params.prId, params.id, query.format, findSharedUserNames),
  )
  implement(api, review.importComments, (ctx, { params, body }) =>
    importComments(ctx, params.prId, params.moId, toMarkerFile(body), findSharedUserNames),
  )
}
