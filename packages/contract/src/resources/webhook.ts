import Type from 'typebox'
import {
  about,
  alwaysWith,
  creation,
  Flag,
  Id,
  Instant,
  listOf,
  Name,
  oneOf,
  replacement,
  setOf,
  shape,
  storedResource,
} from '../shapes.ts'
import { Event, EventType } from './event.ts'

const webhookFields = {
  url: Type.Optional(Type.String({ maxLength: 2000, description: 'http or https; where events are posted' })),
  types: Type.Optional(about(setOf(EventType), 'event types to post; all types when empty or absent')),
  productionId: Type.Optional(about(Id, 'only events of this production; all productions when absent')),
  active: Type.Optional(about(Flag, 'whether events are posted; true when absent')),
  label: Type.Optional(about(Name, 'name of the webhook for people')),
} as const

const webhookState = {
  accountId: Type.Optional(about(Id, 'id of the account whose events are posted')),
  paused: Type.Optional(about(Instant, 'when the service stopped posting after failures, in epoch milliseconds')),
  pauseReason: Type.Optional(Type.String({ description: 'why the service itself made it inactive' })),
  failingSince: Type.Optional(
    about(Instant, 'since when nothing was accepted, in epoch milliseconds; absent when all is'),
  ),
  secret: Type.Optional(
    Type.String({ description: '`whsec_…`, shown once: in the answer to its creation, or to a new one' }),
  ),
} as const

/** An address to which events of an account are posted; no `types` means all, no `productionId` all productions. */
export const Webhook = storedResource('Webhook', {
  ...alwaysWith(webhookFields, 'url', 'types', 'active'),
  ...alwaysWith(webhookState, 'accountId'),
})
export type Webhook = Type.Static<typeof Webhook>
export const WebhookCreation = creation('WebhookCreation', webhookFields)
export type WebhookCreation = Type.Static<typeof WebhookCreation>
export const WebhookReplacement = replacement('WebhookReplacement', {
  ...webhookFields,
  productionId: Type.Optional(Type.Union([Id, Type.Null()], { description: 'null: events of all productions again' })),
  accountId: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  paused: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  pauseReason: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
  failingSince: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
})
export type WebhookReplacement = Type.Static<typeof WebhookReplacement>

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** One attempt to deliver an event. */
export const WebhookAttempt = shape('WebhookAttempt', {
  at: about(Instant, 'when it began, in epoch milliseconds'),
  durationMs: about(Type.Integer({ minimum: 0 }), 'how long the answer took, in milliseconds'),
  status: Type.Optional(about(Type.Integer(), 'HTTP status of the answer')),
  error: Type.Optional(Type.String({ description: 'why there was no answer' })),
})

/** One event on its way to one address. */
export const WebhookDelivery = shape('WebhookDelivery', {
  id: about(Id, 'id of the delivery in the log'),
  eventId: about(Type.String(), 'id of the event that is posted'),
  type: about(EventType, 'type of the event that is posted'),
  status: about(oneOf(...deliveryStatuses), 'PENDING while attempts remain, FAILED after the last one'),
  attempts: about(Type.Integer({ minimum: 0 }), 'number of attempts so far'),
  attemptLog: about(
    listOf(WebhookAttempt, 20),
    'the latest attempts, oldest first, those before a repetition included',
  ),
  created: about(Instant, 'when the delivery was scheduled, in epoch milliseconds'),
  nextAttempt: Type.Optional(about(Instant, 'when the next attempt is due, in epoch milliseconds')),
  completed: Type.Optional(about(Instant, 'when it succeeded or finally failed, in epoch milliseconds')),
  response: Type.Optional(
    about(
      shape('WebhookResponse', {
        status: Type.Optional(about(Type.Integer(), 'HTTP status of the answer')),
        body: Type.Optional(Type.String({ description: 'beginning of the body of the answer' })),
        error: Type.Optional(Type.String({ description: 'why there was no answer' })),
      }),
      'answer to the last attempt; absent before the first',
    ),
  ),
  event: Type.Optional(about(Event, 'the event that is posted; only in the answer for a single delivery')),
})
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>

/** Which events to send again: those behind `since`, the id of an event; all where it is absent. */
export const WebhookReplay = shape('WebhookReplay', {
  since: Type.Optional(about(Name, 'id of an event: later events are sent again; all when absent')),
})
export type WebhookReplay = Type.Static<typeof WebhookReplay>
export const WebhookReplayResult = shape('WebhookReplayResult', {
  deliveries: Type.Integer({ minimum: 0, description: 'how many events are sent again' }),
})
