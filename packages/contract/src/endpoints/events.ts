import Type from 'typebox'
import { accountRight, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { Event, EventType } from '../resources/event.ts'
import { listOf, Name } from '../shapes.ts'

const reading = {
  since: Name,
  type: EventType,
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: '100 when absent' }),
} as const

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
  listProductionEvents: endpoint({
    method: 'GET',
    path: '/production/{prId}/event',
    summary: 'What happened in a production, in order, behind the event `since`',
    access: productionRight('PRODUCTION_VIEW'),
    query: reading,
    success: { status: 200, body: listOf(Event) },
    errors: ['BadRequestError'],
  }),
})
