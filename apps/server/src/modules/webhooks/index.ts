/**
 * Webhooks: addresses of other systems to which the events of an account are posted, signed by the Standard Webhooks
 * scheme, and the log of what was sent.
 * Promises: an event is sent at least once, also after a crash, in the order of the log as far as the target takes it;
 * a target that fails holds up no other; nothing is sent into the service's own network unless the settings allow it.
 * Leaves to others: what happens (the event log), which addresses may be reached (the platform's outbound calls).
 */

import { toReadings } from '../../platform/log/figures.ts'
import { defineModule } from '../../platform/module.ts'
import { countPendingDeliveries, findOldestPending, retainedDeliveries, retainedEvents } from './delivery-store.ts'
import { addWebhookRoutes } from './routes.ts'
import { startWebhooks } from './sender.ts'
import { sealedWebhookSecrets } from './service.ts'
import { countWebhooks } from './store.ts'

export const webhooks = defineModule({
  name: 'webhooks',
  routes: addWebhookRoutes,
  background: [{ name: 'webhooks', role: 'background', start: startWebhooks }],
  figures: [
    {
      name: 'rushes_webhook_deliveries_pending',
      help: 'Events that are still to be sent to webhooks',
      read: async ({ database }) => [{ value: await countPendingDeliveries(database) }],
    },
    {
      name: 'rushes_webhook_wait_seconds',
      help: 'Age of the oldest event that is still to be sent to a webhook that is not paused',
      read: async ({ database, clock }) => {
        const now = clock.now()
        return [{ value: Math.max(0, now - ((await findOldestPending(database)) ?? now)) / 1000 }]
      },
    },
    {
      name: 'rushes_webhooks',
      help: 'Webhooks by state: active, inactive, paused',
      labelNames: ['state'],
      read: async ({ database }) => toReadings('state', await countWebhooks(database)),
    },
  ],
  sealed: sealedWebhookSecrets,
  // It knows everybody who still reads the log.
  retention: [retainedDeliveries, retainedEvents],
})
