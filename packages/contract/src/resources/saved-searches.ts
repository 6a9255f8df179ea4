import Type from 'typebox'
import { creation, Id, Int, optionalMembers, replacement, resource, shape } from '../shapes.ts'
import { searchParameters } from './search.ts'

/** Where in the results one stands belongs to one look at them, not to the search. */
const { start, rows, offset, limit, cursorMark, ...kept } = searchParameters

/** What to search for, as the search parameters of a list: query, filters, order, returned fields, facets, marks, groups. */
export const SavedSearchParameters = shape('SavedSearchParameters', optionalMembers(kept))
export type SavedSearchParameters = Type.Static<typeof SavedSearchParameters>

const savedSearchFields = {
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  parameters: SavedSearchParameters,
  shared: Type.Boolean({ description: 'whether the whole production has it, or its creator alone' }),
  order: Int,
  productionId: Id,
}

/** A search that somebody keeps in a production; whoever runs it sends its parameters to a list. */
export const SavedSearch = resource('SavedSearch', savedSearchFields)
export type SavedSearch = Type.Static<typeof SavedSearch>

const { name, ...others } = savedSearchFields
export const SavedSearchCreation = creation('SavedSearchCreation', { name, ...optionalMembers(others) })
export type SavedSearchCreation = Type.Static<typeof SavedSearchCreation>
export const SavedSearchReplacement = replacement('SavedSearchReplacement', savedSearchFields)
export type SavedSearchReplacement = Type.Static<typeof SavedSearchReplacement>
