import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import * as service from './service.ts'
import type { DescriptionKind } from './tables.ts'
import { getBearers } from './vocabulary/thesaurus-uses.ts'

const { customFields } = contract

/** Which endpoint of custom fields is answered by which use case. */
export function addCustomFieldRoutes(api: Api): void {
  const toAddress = (kind: DescriptionKind, productionId: number) => ({
    productionId,
    kind,
    read: getBearers(api.platform, kind).read,
  })
  const annotationsOf = (params: { prId: number }) => toAddress('annotation', params.prId)
  const collectionsOf = (params: { prId: number }) => toAddress('collection', params.prId)

  implement(api, customFields.getAnnotationFields, (ctx, { params }) =>
    service.getDescription(ctx, annotationsOf(params)),
  )
  implement(api, customFields.updateAnnotationFields, (ctx, { params, body }) =>
    service.updateDescription(ctx, annotationsOf(params), body),
  )
  implement(api, customFields.updateAnnotationField, (ctx, { params, body }) =>
    service.updateField(ctx, annotationsOf(params), params.property, body),
  )
  implement(api, customFields.getAnnotationFieldMisfits, (ctx, { params }) =>
    service.getMisfits(ctx, annotationsOf(params)),
  )
  implement(api, customFields.getCollectionFields, (ctx, { params }) =>
    service.getDescription(ctx, collectionsOf(params)),
  )
  implement(api, customFields.updateCollectionFields, (ctx, { params, body }) =>
    service.updateDescription(ctx, collectionsOf(params), body),
  )
  implement(api, customFields.updateCollectionField, (ctx, { params, body }) =>
    service.updateField(ctx, collectionsOf(params), params.property, body),
  )
  implement(api, customFields.getCollectionFieldMisfits, (ctx, { params }) =>
    service.getMisfits(ctx, collectionsOf(params)),
  )
}
