import type { Client } from '@rushes/client'

/** Removes all webhooks of an account, with what is still to be sent to them. */
export async function removeWebhooks({ webhooks }: Client, accountId: number): Promise<void> {
  const { items } = await webhooks.listWebhooks({ id: accountId })
  for (const { id: webhookId } of items) await webhooks.deleteWebhook({ id: accountId, webhookId })
}
