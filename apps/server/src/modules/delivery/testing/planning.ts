import type { TestService } from '../../../../test/service.ts'

/** The template group of an account that asks for a promo of each episode, and for a dossier of each season. */
export const templateGroup = {
  objectType: 'DeliveryRequestTemplateGroup',
  handle: 'my_template',
  label: 'First template group',
  deliveryRequestTemplates: [
    {
      handle: 'episodePromoVideo',
      objectType: 'DeliveryRequestTemplate',
      label: 'Request For Promo File',
      group: 'Video',
      subGroup: 'Promo',
      description: 'Give me the promo file',
    },
    { handle: 'press dossier', label: 'Dossier', formFieldValues: { language: 'nl', kind: 'press' } },
  ],
  deliveryRequestTemplateInstances: [
    {
      templateContext: 'EditorialObject',
      query: { key: 'editorialObject.customFields.type', values: ['Episode'] },
      templateHandle: 'episodePromoVideo',
      overrideProperties: {
        label: 'Promo',
        formFieldValues: {
          externalManifestationId: { '@value': 'editorialObject.customFields.externalManifestationId.value' },
          nowhere: { '@value': 'editorialObject.constructor.name' },
        },
      },
    },
    {
      templateContext: 'EditorialObject',
      query: { key: 'editorialObject.funnel', values: ['Delivery.Season'] },
      templateHandle: 'press dossier',
      overrideProperties: { formFieldValues: { language: 'en' } },
    },
  ],
}

/** A season of two episodes, as a planning system reports it. */
export function toProduct(reference: string, change: Record<string, unknown> = {}) {
  return {
    externalReference: reference,
    title: 'The Harbour, season 2',
    productType: 'Season',
    pressSheetID: 'PS-1',
    productionYear: 2026,
    expectedDuration: '00:52:00.000',
    expectedNrOfEpisodes: 2,
    seasonNumber: 2,
    parentSerie: { externalReference: `${reference}-series`, title: 'The Harbour' },
    episodes: [
      { externalReference: `${reference}-1`, title: 'Low tide', episodeNumber: 1, externalManifestationId: 'M-1' },
      { externalReference: `${reference}-2`, title: 'High tide', episodeNumber: 2, externalManifestationId: 'M-2' },
    ],
    ...change,
  }
}

/** The event that reports a product. */
export function toEvent(product: unknown, change: Record<string, unknown> = {}) {
  const object = { deliveryRequestTemplateGroupHandle: 'my_template', product, ...change }
  return { type: 'Activity' as const, verb: 'Product.update', object }
}

export async function setAccountSetting(kit: TestService, key: string, value: unknown): Promise<void> {
  await kit.admin.accounts.updateAccountSetting({ id: kit.accountId, key, body: value })
}
