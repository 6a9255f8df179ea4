import { productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import {
  CustomFieldDescription,
  CustomFieldMisfits,
  CustomFieldsDescription,
  CustomFieldsDescriptionReplacement,
} from '../resources/custom-fields.ts'
import { Name } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')
const manage = productionRight('PRODUCTION_MANAGE')
const description = { status: 200, body: CustomFieldsDescription } as const

export const customFields = endpointsOf('customFields', {
  getAnnotationFields: endpoint({
    method: 'GET',
    path: '/production/{prId}/cfd',
    summary: 'The description of the custom fields of annotations',
    access: view,
    success: description,
  }),
  updateAnnotationFields: endpoint({
    method: 'PUT',
    path: '/production/{prId}/cfd',
    summary: 'Replace the description of the custom fields of annotations; `misfits` says what no longer fits',
    access: manage,
    body: CustomFieldsDescriptionReplacement,
    success: description,
    errors: ['ConflictError', 'ValidationError'],
  }),
  updateAnnotationField: endpoint({
    method: 'PUT',
    path: '/production/{prId}/cfd/{property}',
    params: { property: Name },
    summary: 'Describe one custom field of annotations; `misfits` says what no longer fits',
    access: manage,
    body: CustomFieldDescription,
    success: description,
    errors: ['ValidationError'],
  }),
  getAnnotationFieldMisfits: endpoint({
    method: 'GET',
    path: '/production/{prId}/cfd/misfit',
    summary: 'The stored custom fields of annotations that their description would refuse',
    access: manage,
    success: { status: 200, body: CustomFieldMisfits },
  }),
  getCollectionFields: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo/cfd',
    summary: 'The description of the custom fields of collections',
    access: view,
    success: description,
  }),
  updateCollectionFields: endpoint({
    method: 'PUT',
    path: '/production/{prId}/eo/cfd',
    summary: 'Replace the description of the custom fields of collections; `misfits` says what no longer fits',
    access: manage,
    body: CustomFieldsDescriptionReplacement,
    success: description,
    errors: ['ConflictError', 'ValidationError'],
  }),
  updateCollectionField: endpoint({
    method: 'PUT',
    path: '/production/{prId}/eo/cfd/{property}',
    params: { property: Name },
    summary: 'Describe one custom field of collections; `misfits` says what no longer fits',
    access: manage,
    body: CustomFieldDescription,
    success: description,
    errors: ['ValidationError'],
  }),
  getCollectionFieldMisfits: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo/cfd/misfit',
    summary: 'The stored custom fields of collections that their description would refuse',
    access: manage,
    success: { status: 200, body: CustomFieldMisfits },
  }),
})
