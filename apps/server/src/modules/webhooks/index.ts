/**
 * Webhooks: addresses of other systems to which the events of an account are posted, signed by the Standard Webhooks
 * scheme, and the log of what was sent.
 * Promises: an event is sent at least once, also after a crash, in the order of the log as far as the target takes it;
 * a target that fails holds up no other; nothing is sent into the service's own network unless the settings allow it.
 * Leaves to others: what happens (the event log), which addresses may be reached (the platform's outbound calls).
 */

import { defineModule } from '../../platform/module.ts'
import { addWebhookRoutes } from './routes.ts'
import { startWebhooks } from './sender.ts'
import { sealedWebhookSecrets } from './service.ts'

export const webhooks = defineModule({
  name: 'webhooks',
  routes: addWebhookRoutes,
  background: [{ name: 'webhooks', role: 'background', start: startWebhooks }],
  sealed: sealedWebhookSecrets,
})
