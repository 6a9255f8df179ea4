import { contract } from '@rushes/contract'
import type { Database } from '../platform/database/index.ts'
import { type Api, implement } from '../platform/http/index.ts'
import { searchActivities } from './activities.ts'
import { type AfterPost, postEvents } from './post.ts'
import { listEvents } from './service.ts'
import { answerStream, followProduction } from './stream.ts'

/**
 * Which endpoint of the event log is answered by which use case. `findAccountId` tells whose a production is, `afterPost`
 * does what posted events ask for; streams end when the service stops.
 */
export function addEventRoutes(
  api: Api,
  findAccountId: (db: Database, productionId: number) => Promise<number | undefined>,
  afterPost: AfterPost,
  stopping: AbortSignal,
): void {
  const { events } = contract
  implement(api, events.listAccountEvents, (ctx, { params, query }) => listEvents(ctx, { accountId: params.id }, query))
  implement(api, events.postAccountEvents, (ctx, { params, body }) =>
    postEvents(ctx, params.id, body, findAccountId, afterPost),
  )
  implement(api, events.streamProductionEvents, async (ctx, { params, exchange }) => {
    const lastEventId = exchange.headers['last-event-id']
    const follow = await followProduction(ctx, params.prId, Array.isArray(lastEventId) ? lastEventId[0] : lastEventId)
    return answerStream(ctx, exchange, stopping, follow)
  })
  implement(api, events.listProductionEvents, (ctx, { params, query }) =>
    listEvents(ctx, { productionId: params.prId }, query),
  )
  implement(api, events.searchActivitiesOfProduction, (ctx, { params, query }) =>
    searchActivities(ctx, { productionId: params.prId }, query),
  )
  implement(api, events.searchAllActivities, (ctx, { query }) => searchActivities(ctx, { all: true }, query))
}
