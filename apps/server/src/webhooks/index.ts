/**
 * Webhooks: addresses of other systems to which the events of an account are posted, signed by the Standard Webhooks
 * scheme, and the log of what was sent.
 * Promises: an event is sent at least once, also after a crash, in the order of the log as far as the target takes it;
 * a target that fails holds up no other; nothing is sent into the service's own network unless the settings allow it.
 * Leaves to others: what happens (the event log), which addresses may be reached (the platform's outbound calls).
 */
export { addWebhookRoutes } from './routes.ts'
export { startWebhooks } from './sender.ts'
export { sealedWebhookSecrets } from './service.ts'
