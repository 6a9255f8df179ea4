import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { searchActivities } from './activities.ts'
import { postEvents } from './post.ts'
import { listEvents } from './service.ts'
import { answerStream, followProduction } from './stream.ts'

/** Which endpoint of the event log is answered by which use case; streams end when the service stops. */
export function addEventRoutes(api: Api): void {
  const { events } = contract
  implement(api, events.listAccountEvents, (ctx, { params, query }) => listEvents(ctx, { accountId: params.id }, query))
  implement(api, events.postAccountEvents, (ctx, { params, body }) => postEvents(ctx, params.id, body))
  implement(api, events.streamProductionEvents, async (ctx, { params, exchange }) => {
    const lastEventId = exchange.headers['last-event-id']
    const follow = await followProduction(ctx, params.prId, Array.isArray(lastEventId) ? lastEventId[0] : lastEventId)
    return answerStream(ctx, exchange, api.stopping, follow)
  })
  implement(api, events.listProductionEvents, (ctx, { params, query }) =>
    listEvents(ctx, { productionId: params.prId }, query),
  )
  implement(api, events.searchActivitiesOfProduction, (ctx, { params, query }) =>
    searchActivities(ctx, { productionId: params.prId }, query),
  )
  implement(api, events.searchAllActivities, (ctx, { query }) => searchActivities(ctx, { all: true }, query))
}
