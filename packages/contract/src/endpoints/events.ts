import Type from 'typebox'
import { accountRight, productionRight, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { Event, EventCreation, EventType } from '../resources/event.ts'
import { ActivitySolrDocumentList, searchParameters } from '../resources/search.ts'
import { about, Flag, listOf, Name } from '../shapes.ts'

const reading = {
  since: about(Name, 'id of an event; only later events, from the first one when absent'),
  type: Type.Array(EventType, {
    maxItems: 100,
    description: 'only events of this type, given several times: of any of these types; all types when absent',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'largest number of events; 100 when absent, any number is accepted. An answer has at most 10 000 events and 8 MiB of them, and `X-Pagination-Total-Results` counts all that follow `since`: continue with the id of the last one until the list is empty',
  }),
} as const

const searching = {
  ...searchParameters,
  includeDebugTraces: about(Flag, 'accepted for older clients and ignored'),
} as const
const found = { status: 200, body: ActivitySolrDocumentList, kind: 'search' } as const

export const events = endpointsOf('events', {
  listAccountEvents: endpoint({
    method: 'GET',
    path: '/account/{id}/event',
    summary: 'What happened in an account, in order, behind the event `since`',
    access: accountRight('ACCOUNT_VIEW'),
    query: reading,
    success: { status: 200, body: listOf(Event), kind: 'counted list' },
    errors: ['BadRequestError'],
  }),
  postAccountEvents: endpoint({
    method: 'POST',
    path: '/account/{id}/event',
    summary: 'Tell what has happened elsewhere: the posted events, each with an assigned `id`, all or none',
    access: accountRight('ACCOUNT_MANAGE'),
    body: listOf(EventCreation, 1000),
    success: { status: 200, body: listOf(Event) },
    errors: ['ValidationError'],
  }),
  streamProductionEvents: endpoint({
    method: 'GET',
    path: '/production/{prId}/event/stream',
    summary:
      'What happens in a production, as server-sent events: `id`, the type as `event`, the event as `data`; begins now, or behind the `Last-Event-ID` that a client comes back with',
    access: productionRight('PRODUCTION_VIEW'),
    success: { status: 200, kind: 'raw', contentTypes: ['text/event-stream'] },
    errors: ['BadRequestError'],
  }),
  listProductionEvents: endpoint({
    method: 'GET',
    path: '/production/{prId}/event',
    summary: 'What happened in a production, in order, behind the event `since`',
    access: productionRight('PRODUCTION_VIEW'),
    query: reading,
    success: { status: 200, body: listOf(Event), kind: 'counted list' },
    errors: ['BadRequestError'],
  }),
  searchActivitiesOfProduction: endpoint({
    method: 'GET',
    path: '/production/{prId}/activity',
    summary:
      'Search what happened in a production; with `includeDebugTraces` also the single steps of workflows (`Task.*`, `Workflow.update` that nobody asked for, `Metric.correction`)',
    access: productionRight('PRODUCTION_VIEW'),
    query: searching,
    success: found,
    errors: ['BadRequestError'],
  }),
  searchAllActivities: endpoint({
    method: 'GET',
    path: '/activity',
    summary: 'The same of every production and account',
    access: systemRight('SUPPORT'),
    query: searching,
    success: found,
    errors: ['BadRequestError'],
  }),
})
