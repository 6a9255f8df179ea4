import { Int, SavedSearchParameters } from '@rushes/contract'
import Type from 'typebox'
import { archivedFields, archiveTable, fromArchived, toArchived } from '../../platform/archive/index.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { mapParameters } from './archived-parameters.ts'
import { assertSearchable, toName } from './policy.ts'

/** Searches that are kept. Those of one person alone come along where that person is a user. */
export const savedSearchArchive = archiveTable({
  name: 'saved-searches',
  table: 'saved_search',
  shape: Type.Object(
    {
      ...archivedFields,
      name: Type.String({ minLength: 1, maxLength: 1000 }),
      parameters: SavedSearchParameters,
      shared: Type.Boolean(),
      order: Int,
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({
    ...toArchived(row, source),
    name: row.name,
    parameters: row.parameters,
    shared: row.shared,
    order: row.position,
  }),
  toRow(item, into, ctx) {
    const { creator_id: creatorId, ...columns } = fromArchived('saved-searches', item, into, ctx)
    assertStorable(item.parameters)
    assertSearchable(item.parameters)
    if (creatorId === null && !item.shared) return void into.ids.lose('savedSearches')
    return {
      ...columns,
      creator_id: creatorId ?? into.userId,
      production_id: into.productionId,
      name: toName(item.name),
      parameters: mapParameters(item.parameters, into.ids),
      shared: item.shared,
      position: item.order,
    }
  },
})
