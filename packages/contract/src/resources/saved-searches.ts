import Type from 'typebox'
import { about, creation, Id, Int, optionalMembers, replacement, shape, storedResource } from '../shapes.ts'
import { searchParameters } from './search.ts'

/** Where in the results one stands belongs to one look at them, not to the search. */
const { start, rows, offset, limit, cursorMark, ...kept } = searchParameters

/** Stands for any name in the name of a parameter. */
const placeholder = /<\w+>/
const [parameters, parametersOfFields] = [false, true].map(isOfField =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => placeholder.test(name) === isOfField)),
) as [KeptParameters, Record<string, Type.TSchema>]
type KeptParameters = {
  [Name in keyof typeof kept as Name extends `${string}<${string}` ? never : Name]: (typeof kept)[Name]
}

/**
 * What to search for, as the search parameters of a list: query, filters, order, returned fields, facets, marks, groups.
 * Those of one field have its name in theirs: `f.funnel.facet.limit`.
 */
export const SavedSearchParameters = Object.assign(shape('SavedSearchParameters', optionalMembers(parameters)), {
  patternProperties: Object.fromEntries(
    Object.entries(parametersOfFields).map(([name, schema]) => [toPattern(name), schema]),
  ),
})
export type SavedSearchParameters = Type.Static<typeof SavedSearchParameters> & Record<`f.${string}`, unknown>

/** The names under which a parameter of one field is given, as a regular expression. */
function toPattern(name: string): string {
  return `^${name.replaceAll('.', '\\.').replace(placeholder, '.+')}$`
}

const savedSearchFields = {
  name: about(Type.String({ minLength: 1, maxLength: 1000 }), 'name of the saved search that lists show'),
  parameters: about(SavedSearchParameters, 'search parameters to send to a list of the production'),
  shared: Type.Boolean({ description: 'whether the whole production has it, or its creator alone' }),
  order: about(Int, 'place in the list of saved searches, ascending'),
  productionId: about(Id, 'id of the production that contains the saved search'),
}

/** A search that somebody has saved in a production; to run it, send its parameters to a list. */
export const SavedSearch = storedResource('SavedSearch', savedSearchFields)
export type SavedSearch = Type.Static<typeof SavedSearch>

const { name, ...others } = savedSearchFields
export const SavedSearchCreation = creation('SavedSearchCreation', { name, ...optionalMembers(others) })
export type SavedSearchCreation = Type.Static<typeof SavedSearchCreation>
export const SavedSearchReplacement = replacement('SavedSearchReplacement', savedSearchFields)
export type SavedSearchReplacement = Type.Static<typeof SavedSearchReplacement>
