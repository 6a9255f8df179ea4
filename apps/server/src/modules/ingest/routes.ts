import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { answerFrame } from './files/frame.ts'
import { answerSpriteIndex } from './files/sprite-index.ts'
import { requestIngest } from './service.ts'

/** Which endpoint of ingest is answered by which use case. */
export function addIngestRoutes(api: Api): void {
  const engine = api.platform.services.mediaEngine
  implement(api, contract.ingest.grabFrame, (ctx, { params, query, exchange }) => {
    const wanted = { productionId: params.prId, mediaObjectId: params.id, frame: params.n, width: query.width }
    return answerFrame(ctx, engine, wanted, exchange)
  })
  implement(api, contract.ingest.getSpriteIndex, (ctx, { params }) => answerSpriteIndex(ctx, params.prId, params.id))
  implement(api, contract.ingest.startIngest, (ctx, { params, body }) =>
    requestIngest(ctx, params.prId, params.moId, body),
  )
}
