import { contract } from '@rushes/contract'
import { type Api, type Exchange, implement, RawReply, toWatched } from '../../platform/http/index.ts'
import { type ExportedFile, exportClipComments, exportCollectionComments } from './markers/export.ts'
import { importComments } from './markers/import.ts'
import { toMarkerFile } from './markers/marker-file.ts'

const { review } = contract

/** Which endpoint of the review is answered by which use case. */
export function addReviewRoutes(api: Api): void {
  implement(api, review.exportComments, async (ctx, { params, query, exchange }) => {
    const file = await exportClipComments(ctx, params.prId, params.moId, query)
    return toReply(api, file, exchange)
  })
  implement(api, review.exportCommentsOfCollection, async (ctx, { params, query, exchange }) => {
    const file = await exportCollectionComments(ctx, params.prId, params.id, query)
    return toReply(api, file, exchange)
  })
  implement(api, review.importComments, (ctx, { params, body }) =>
    importComments(ctx, params.prId, params.moId, toMarkerFile(body)),
  )
}

/** Ends when the caller may no longer be here. */
function toReply({ platform }: Api, { headers, pieces }: ExportedFile, exchange: Exchange): RawReply {
  return new RawReply(200, headers, toWatched(platform, pieces, exchange.assertStillAllowed))
}
