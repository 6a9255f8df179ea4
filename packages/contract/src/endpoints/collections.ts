import { orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { Annotation } from '../resources/annotation.ts'
import {
  ClipVersions,
  EditorialObject,
  EditorialObjectCreation,
  EditorialObjectReplacement,
  EntryDetachment,
  EntryRequest,
  VersionRequest,
} from '../resources/collection.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { DocumentList, searchParameters } from '../resources/search.ts'
import { about, Flag, listOf } from '../shapes.ts'

const edit = productionRight('LIBRARY_UPDATE_METADATA')
const view = productionRight('PRODUCTION_VIEW')
const viewOrShare = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'collection'))

export const collections = endpointsOf('collections', {
  createCollection: endpoint({
    method: 'POST',
    path: '/production/{prId}/eo',
    summary: 'Create a collection; `objectType` decides which kind, a Notebook when it is absent',
    access: edit,
    body: EditorialObjectCreation,
    success: { status: 201, body: EditorialObject },
    errors: ['ValidationError'],
  }),
  listCollections: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo',
    summary: 'The collections of a production',
    access: view,
    query: paging,
    success: { status: 200, body: listOf(EditorialObject), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  searchCollections: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo/search',
    summary: 'Search the collections of a production',
    access: view,
    query: searchParameters,
    success: { status: 200, body: DocumentList, kind: 'search' },
    errors: ['BadRequestError'],
  }),
  getCollection: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo/{id}',
    summary: 'A collection; flags add its entries and the collections around it',
    access: viewOrShare,
    query: {
      includeEntries: about(Flag, 'true: the answer has the attached annotations as `entries`'),
      includeEdl: about(Flag, 'true: the answer has the entries as a cut, in `edl`'),
      includeAnnotations: about(Flag, 'true: the answer has the attached annotations as `annotations`'),
      includeCategoryName: about(Flag, 'true: the answer has the name of its category'),
      includeChildren: about(Flag, 'true: the answer has the collections directly below'),
      includeParent: about(Flag, 'true: the answer has the collection that contains it'),
      includeScenes: about(Flag, 'true: the answer has the scenes below it'),
      includeStoryParts: about(Flag, 'true: the answer has the story parts below it'),
    },
    success: { status: 200, body: EditorialObject },
    errors: ['NotFoundError'],
  }),
  updateCollection: endpoint({
    method: 'PUT',
    path: '/production/{prId}/eo/{id}',
    summary: 'Change a collection',
    access: edit,
    body: EditorialObjectReplacement,
    success: { status: 200, body: EditorialObject },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  patchCollection: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/eo/{id}',
    summary: 'Change parts of a collection with JSON Patch',
    access: edit,
    body: JsonPatch,
    bodyKind: 'json patch',
    success: { status: 200, body: EditorialObject },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  deleteCollection: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/eo/{id}',
    summary: 'Delete a collection and those below it; their entries are detached, their shares end',
    access: edit,
    success: { status: 200, body: EditorialObject },
    errors: ['NotFoundError'],
  }),
  listCollectionEntries: endpoint({
    method: 'GET',
    path: '/production/{prId}/eo/{id}/entry',
    summary: 'The annotations attached to a collection, in its order',
    access: viewOrShare,
    query: { limit: paging.limit, offset: paging.offset, rows: paging.rows, start: paging.start },
    success: { status: 200, body: listOf(Annotation), kind: 'list' },
    errors: ['NotFoundError'],
  }),
  attachEntries: endpoint({
    method: 'POST',
    path: '/production/{prId}/eo/{id}/entry',
    summary: 'Attach annotations, or clips by their MediaObjectAnnotation; what is attached already may be moved',
    access: edit,
    body: listOf(EntryRequest, 1000),
    success: { status: 201, body: listOf(Annotation) },
    errors: ['NotFoundError', 'ValidationError'],
  }),
  detachEntries: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/eo/{id}/entry/bulk',
    summary: 'Detach annotations from a collection; the annotations stay, what is not attached is passed over',
    access: edit,
    body: EntryDetachment,
    success: { status: 204 },
    errors: ['NotFoundError'],
  }),
  detachEntry: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/eo/{id}/entry/{annotationId}',
    summary: 'Detach an annotation from a collection; the annotation itself stays',
    access: edit,
    success: { status: 204 },
    errors: ['NotFoundError'],
  }),
  addVersions: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{id}/version',
    summary: 'Make clips the latest versions of a clip, in the collection of its versions or in a new one',
    access: edit,
    body: VersionRequest,
    success: { status: 201, body: ClipVersions },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
})
