import { contract } from '@rushes/contract'
import { type Api, implement } from '../platform/http/index.ts'
import { listEvents } from './service.ts'

/** Which endpoint of the event log is answered by which use case. */
export function addEventRoutes(api: Api): void {
  const { events } = contract
  implement(api, events.listAccountEvents, (ctx, { params, query }) => listEvents(ctx, { accountId: params.id }, query))
  implement(api, events.listProductionEvents, (ctx, { params, query }) =>
    listEvents(ctx, { productionId: params.prId }, query),
  )
}
