import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { exportProduction } from './export/export.ts'
import { importProduction } from './import/import.ts'

const { archives } = contract

/** Which endpoint of archives is answered by which use case. */
export function addArchiveRoutes(api: Api): void {
  implement(api, archives.exportProduction, (ctx, { params, query, exchange }) =>
    exportProduction(ctx, params.prId, query.media ?? 'original', exchange.assertStillAllowed),
  )
  implement(api, archives.importProduction, (ctx, { params, query, exchange }) =>
    importProduction(
      ctx,
      { accountId: params.id, name: query.name },
      // The connection stays open when an archive is refused, so that the refusal can be sent.
      exchange.stream.iterator({ destroyOnReturn: false }),
    ),
  )
}
