import { type CollectionType, collectionDetails, collectionTypes, FreeForm, Id, Int, oneOf } from '@rushes/contract'
import Type from 'typebox'
import {
  type ArchiveTarget,
  archivedFields,
  archiveTable,
  fromArchived,
  remember,
  toArchived,
} from '../../platform/archive/index.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { mapFieldIds } from '../custom-fields/index.ts'
import { markChangedBy } from '../search/index.ts'
import { assertPlace } from './policy.ts'
import { selectIdsOfProduction } from './store.ts'

/** What stands above others, by its id in the archive. */
const getTypes = remember<ArchiveTarget, Map<number, CollectionType>>(() => new Map())

/** The tree of collections, each after the one above it. */
export const collectionArchive = archiveTable({
  name: 'collections',
  table: 'editorial_object',
  shape: Type.Object(
    {
      ...collectionDetails,
      ...archivedFields,
      objectType: oneOf(...collectionTypes),
      funnel: Type.Optional(Type.String({ maxLength: 200 })),
      parentId: Type.Optional(Id),
      categoryId: Type.Optional(Id),
      subObjects_index: Int,
      customFields: FreeForm,
      systemFields: FreeForm,
    },
    { additionalProperties: false },
  ),
  parent: 'parent_id',
  toItem: (row, source) => ({
    ...row.details,
    ...toArchived(row, source),
    objectType: row.object_type,
    ...withoutNulls({ funnel: row.funnel, parentId: row.parent_id, categoryId: row.category_id }),
    subObjects_index: row.sub_objects_index,
    customFields: row.custom_fields,
    systemFields: row.system_fields,
  }),
  toRow(item, into, ctx) {
    const { id, version, created, creatorId, lastUpdated, objectType, funnel, parentId, categoryId, ...rest } = item
    const { subObjects_index, customFields, systemFields, ...details } = rest
    assertStorable({ customFields, systemFields })
    const parent = into.ids.getEarlier('collections', parentId, '/parentId')
    const types = getTypes(into).set(id, objectType)
    assertPlace(objectType, parentId === undefined ? undefined : types.get(parentId))
    return {
      ...fromArchived('collections', item, into, ctx),
      production_id: into.productionId,
      object_type: objectType,
      funnel: funnel ?? null,
      parent_id: parent,
      category_id: into.ids.getAny('categories', categoryId, '/categoryId'),
      sub_objects_index: subObjects_index,
      details,
      custom_fields: mapFieldIds(into, 'collection', customFields),
      system_fields: systemFields,
    }
  },
  finish: (ctx, { productionId }) => markChangedBy(ctx, 'collection', selectIdsOfProduction(productionId)),
})
