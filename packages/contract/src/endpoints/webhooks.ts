import Type from 'typebox'
import { accountRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import {
  deliveryStatuses,
  Webhook,
  WebhookCreation,
  WebhookDelivery,
  WebhookReplacement,
  WebhookReplay,
  WebhookReplayResult,
} from '../resources/webhook.ts'
import { about, listOf, oneOf } from '../shapes.ts'

const manage = accountRight('ACCOUNT_MANAGE')

export const webhooks = endpointsOf('webhooks', {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/account/{id}/webhook',
    summary: 'The webhooks of an account',
    access: manage,
    success: { status: 200, body: listOf(Webhook), kind: 'list' },
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/account/{id}/webhook',
    summary:
      'Have events posted to an address, signed by the Standard Webhooks scheme; the answer shows the secret once',
    access: manage,
    body: WebhookCreation,
    success: { status: 201, body: Webhook },
    errors: ['ValidationError', 'ConflictError'],
  }),
  getWebhook: endpoint({
    method: 'GET',
    path: '/account/{id}/webhook/{webhookId}',
    summary: 'A webhook',
    access: manage,
    success: { status: 200, body: Webhook },
  }),
  updateWebhook: endpoint({
    method: 'PUT',
    path: '/account/{id}/webhook/{webhookId}',
    summary: 'Change a webhook; `active: true` lets one that was paused go on where it stopped',
    access: manage,
    body: WebhookReplacement,
    success: { status: 200, body: Webhook },
    errors: ['ConflictError', 'ValidationError'],
  }),
  renewWebhookSecret: endpoint({
    method: 'POST',
    path: '/account/{id}/webhook/{webhookId}/secret',
    summary: 'Give a webhook a new secret, shown once; for a day both sign',
    access: manage,
    success: { status: 200, body: Webhook },
    versioned: false,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/account/{id}/webhook/{webhookId}',
    summary: 'Delete a webhook and its log',
    access: manage,
    versioned: true,
    success: { status: 204 },
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/account/{id}/webhook/{webhookId}/delivery',
    summary: 'What was sent to a webhook and how it was answered, the newest first; kept for thirty days',
    access: manage,
    query: {
      limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'largest number of deliveries; 100 when absent' }),
      offset: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'number of deliveries to skip, from the newest',
      }),
      status: about(oneOf(...deliveryStatuses), 'only deliveries in this state; all states when absent'),
    },
    success: { status: 200, body: listOf(WebhookDelivery), kind: 'list' },
  }),
  getWebhookDelivery: endpoint({
    method: 'GET',
    path: '/account/{id}/webhook/{webhookId}/delivery/{deliveryId}',
    summary: 'A delivery with the event that is posted',
    access: manage,
    success: { status: 200, body: WebhookDelivery },
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/account/{id}/webhook/{webhookId}/delivery/{deliveryId}/redeliver',
    summary: 'Send an event again, at once and with all its attempts',
    access: manage,
    success: { status: 200, body: WebhookDelivery },
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/account/{id}/webhook/{webhookId}/test',
    summary:
      'Post a test event, `Webhook.test`, whatever the types and the production of the webhook are; what became of it is in the log',
    access: manage,
    success: { status: 200, body: WebhookDelivery },
    errors: ['ConflictError'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/account/{id}/webhook/{webhookId}/replay',
    summary: 'Send the events behind `since` again, in their order',
    access: manage,
    body: WebhookReplay,
    success: { status: 200, body: WebhookReplayResult },
    errors: ['BadRequestError'],
  }),
})
