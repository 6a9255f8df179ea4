import { type Client, type DeliveryRequestSubmission, listAll, toArray } from '@rushes/client'

/** For each episode that a planning system reports, a promo is asked for. */
const templates = {
  handle: 'promos',
  objectType: 'DeliveryRequestTemplateGroup',
  label: 'Promos',
  deliveryRequestTemplates: [
    { handle: 'promo', objectType: 'DeliveryRequestTemplate', label: 'Promo', group: 'Video', description: 'A promo' },
  ],
  deliveryRequestTemplateInstances: [
    {
      templateContext: 'EditorialObject',
      query: { key: 'editorialObject.customFields.type', values: ['Episode'] },
      templateHandle: 'promo',
    },
  ],
}

/** Once for an account: what is asked for, and the address that is called when a workspace has been created. */
export async function configure(api: Client, accountId: number, tellUrl: string): Promise<void> {
  const set = (key: string, body: unknown) => api.accounts.updateAccountSetting({ id: accountId, key, body })
  await set('deliveryRequestTemplateGroups', [templates])
  await set('deliveryWorkspaceBootstrapWebhookUrl', tellUrl)
}

/** What a planning system does: reports a season. A workflow makes the workspace and then calls `tellUrl`. */
export async function announce(api: Client, accountId: number, supplierEmail: string): Promise<string | undefined> {
  const product = {
    externalReference: 'S5',
    title: 'The Harbour, season 2',
    productType: 'Season',
    parentSerie: { externalReference: 'S', title: 'The Harbour' },
    episodes: [
      { externalReference: 'S5-1', title: 'Low tide', episodeNumber: 1 },
      { externalReference: 'S5-2', title: 'High tide', episodeNumber: 2 },
    ],
  }
  const object = { deliveryRequestTemplateGroupHandle: 'promos', supplierEmail, product }
  const [told] = await api.events.postAccountEvents({
    id: accountId,
    body: [{ type: 'Activity', verb: 'Product.update', object }],
  })
  return told?.id
}

/** What a supplier does: answers the request for a title with a clip that was uploaded, and submits. */
export async function deliver(
  api: Client,
  prId: number,
  title: string,
  moId: number,
): Promise<DeliveryRequestSubmission> {
  const requests = listAll(api.delivery.listDeliveryRequests, { prId, query: { includeEditorialObject: true } })
  const wanted = (await toArray(requests)).find(({ editorialObject }) => editorialObject?.title === title)
  if (!wanted) throw new Error(`nothing is asked for ${title}`)
  const { id } = await api.delivery.createSubmission({
    prId,
    body: { deliveryRequestId: wanted.id, attachedAnnotations: [{ mediaObjectId: moId }] },
  })
  return api.delivery.submitSubmission({ prId, id })
}
