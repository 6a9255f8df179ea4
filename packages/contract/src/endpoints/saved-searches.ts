import { productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { SavedSearch, SavedSearchCreation, SavedSearchReplacement } from '../resources/saved-searches.ts'
import { listOf } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')

export const savedSearches = endpointsOf('savedSearches', {
  listSavedSearches: endpoint({
    method: 'GET',
    path: '/production/{prId}/savedSearch',
    summary: "The caller's own saved searches and those that the production shares, in their order",
    access: view,
    query: paging,
    success: { status: 200, body: listOf(SavedSearch), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  createSavedSearch: endpoint({
    method: 'POST',
    path: '/production/{prId}/savedSearch',
    summary: 'Save a search; a shared one needs LIBRARY_UPDATE_METADATA',
    access: view,
    body: SavedSearchCreation,
    success: { status: 201, body: SavedSearch },
    errors: ['BadRequestError', 'ConflictError', 'ValidationError'],
  }),
  getSavedSearch: endpoint({
    method: 'GET',
    path: '/production/{prId}/savedSearch/{id}',
    summary: 'A saved search',
    access: view,
    success: { status: 200, body: SavedSearch },
    errors: ['NotFoundError'],
  }),
  updateSavedSearch: endpoint({
    method: 'PUT',
    path: '/production/{prId}/savedSearch/{id}',
    summary:
      'Change a saved search; what is absent stays. One that is shared, or becomes so, needs LIBRARY_UPDATE_METADATA',
    access: view,
    body: SavedSearchReplacement,
    success: { status: 200, body: SavedSearch },
    errors: ['BadRequestError', 'NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  deleteSavedSearch: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/savedSearch/{id}',
    summary: 'Delete a saved search; a shared one needs LIBRARY_UPDATE_METADATA',
    access: view,
    success: { status: 200, body: SavedSearch },
    errors: ['NotFoundError'],
  }),
})
