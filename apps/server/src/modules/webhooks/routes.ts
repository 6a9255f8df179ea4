import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import * as service from './service.ts'

/** Which endpoint of webhooks is answered by which use case. */
export function addWebhookRoutes(api: Api): void {
  const { webhooks } = contract
  implement(api, webhooks.listWebhooks, async (ctx, { params }) => {
    const items = await service.listWebhooks(ctx, params.id)
    return { items, offset: 0, total: items.length }
  })
  implement(api, webhooks.createWebhook, (ctx, { params, body }) => service.createWebhook(ctx, params.id, body))
  implement(api, webhooks.getWebhook, (ctx, { params }) => service.getWebhook(ctx, params.id, params.webhookId))
  implement(api, webhooks.updateWebhook, (ctx, { params, body }) =>
    service.updateWebhook(ctx, params.id, params.webhookId, body),
  )
  implement(api, webhooks.renewWebhookSecret, (ctx, { params }) =>
    service.renewSecret(ctx, params.id, params.webhookId),
  )
  implement(api, webhooks.deleteWebhook, async (ctx, { params }) => {
    await service.deleteWebhook(ctx, params.id, params.webhookId)
    return undefined
  })
  implement(api, webhooks.listWebhookDeliveries, (ctx, { params, query }) =>
    service.listDeliveries(ctx, params.id, params.webhookId, query),
  )
  implement(api, webhooks.getWebhookDelivery, (ctx, { params }) =>
    service.getDelivery(ctx, params.id, params.webhookId, params.deliveryId),
  )
  implement(api, webhooks.redeliver, (ctx, { params }) =>
    service.redeliver(ctx, params.id, params.webhookId, params.deliveryId),
  )
  implement(api, webhooks.testWebhook, (ctx, { params }) => service.testWebhook(ctx, params.id, params.webhookId))
  implement(api, webhooks.replay, (ctx, { params, body }) =>
    service.replay(ctx, params.id, params.webhookId, body.since),
  )
}
