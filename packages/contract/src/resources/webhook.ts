import Type from 'typebox'
import { creation, Flag, Id, Instant, Name, oneOf, replacement, resource, setOf, shape } from '../shapes.ts'
import { EventType } from './event.ts'

const webhookFields = {
  url: Type.Optional(Type.String({ maxLength: 2000, description: 'http or https; where events are posted' })),
  types: Type.Optional(setOf(EventType)),
  productionId: Type.Optional(Id),
  active: Type.Optional(Flag),
  label: Type.Optional(Name),
} as const

const webhookState = {
  accountId: Type.Optional(Id),
  paused: Type.Optional(Instant),
  pauseReason: Type.Optional(Type.String({ description: 'why the service itself made it inactive' })),
  secret: Type.Optional(
    Type.String({ description: '`whsec_…`, shown once: in the answer to its creation, or to a new one' }),
  ),
} as const

/** An address to which events of an account are posted; no `types` means all, no `productionId` all productions. */
export const Webhook = resource('Webhook', { ...webhookFields, ...webhookState })
export type Webhook = Type.Static<typeof Webhook>
export const WebhookCreation = creation('WebhookCreation', webhookFields)
export type WebhookCreation = Type.Static<typeof WebhookCreation>
export const WebhookReplacement = replacement('WebhookReplacement', {
  ...webhookFields,
  productionId: Type.Optional(Type.Union([Id, Type.Null()], { description: 'null: events of all productions again' })),
  accountId: Type.Optional(Type.Unknown()),
  paused: Type.Optional(Type.Unknown()),
  pauseReason: Type.Optional(Type.Unknown()),
})
export type WebhookReplacement = Type.Static<typeof WebhookReplacement>

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** One event on its way to one address. */
export const WebhookDelivery = shape('WebhookDelivery', {
  id: Id,
  eventId: Type.String(),
  type: EventType,
  status: oneOf(...deliveryStatuses),
  attempts: Type.Integer({ minimum: 0 }),
  created: Instant,
  nextAttempt: Type.Optional(Instant),
  completed: Type.Optional(Instant),
  response: Type.Optional(
    shape('WebhookResponse', {
      status: Type.Optional(Type.Integer()),
      body: Type.Optional(Type.String({ description: 'its beginning' })),
      error: Type.Optional(Type.String({ description: 'why there was no answer' })),
    }),
  ),
})
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>

/** Which events to send again: those behind `since`, the id of an event; all where it is absent. */
export const WebhookReplay = shape('WebhookReplay', { since: Type.Optional(Name) })
export type WebhookReplay = Type.Static<typeof WebhookReplay>
export const WebhookReplayResult = shape('WebhookReplayResult', {
  deliveries: Type.Integer({ minimum: 0, description: 'how many events are sent again' }),
})
