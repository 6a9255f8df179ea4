import { contract } from '@rushes/contract'
import { type Api, implement } from '../platform/http/index.ts'
import { requestIngest } from './service.ts'

/** Which endpoint of ingest is answered by which use case. */
export function addIngestRoutes(api: Api): void {
  implement(api, contract.ingest.startIngest, (ctx, { params, body }) =>
    requestIngest(ctx, params.prId, params.moId, body),
  )
}
