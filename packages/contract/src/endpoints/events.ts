import Type from 'typebox'
import { accountRight, productionRight, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { Event, EventType } from '../resources/event.ts'
import { ActivitySolrDocumentList, searchParameters } from '../resources/search.ts'
import { Flag, listOf, Name } from '../shapes.ts'

const reading = {
  since: Name,
  type: EventType,
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: '100 when absent' }),
} as const

const searching = {
  ...searchParameters,
  includeDebugTraces: Flag,
} as const
const found = { status: 200, body: ActivitySolrDocumentList, kind: 'search' } as const

export const events = endpointsOf('events', {
  listAccountEvents: endpoint({
    method: 'GET',
    path: '/account/{id}/event',
    summary: 'What happened in an account, in order, behind the event `since`',
    access: accountRight('ACCOUNT_VIEW'),
    query: reading,
    success: { status: 200, body: listOf(Event) },
    errors: ['BadRequestError'],
  }),
  postAccountEvents: endpoint({
    method: 'POST',
    path: '/account/{id}/event',
    summary: 'Tell what has happened elsewhere: the posted events, each with an assigned `id`, all or none',
    access: accountRight('ACCOUNT_MANAGE'),
    body: listOf(Event, 1000),
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
    success: { status: 200, body: listOf(Event) },
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
