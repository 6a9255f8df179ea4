import { orShare, type ProductionRight, productionRight, signedIn, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import {
  Annotation,
  AnnotationBulkRequest,
  AnnotationBulkResult,
  ClipAnnotation,
  ClipAnnotationCreation,
  MediaObjectAnnotation,
} from '../resources/annotation.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { AnnotationSolrDocumentList, annotationSearchParameters } from '../resources/search.ts'
import { Flag, listOf, Name, oneOf } from '../shapes.ts'

/** Every right that lets someone change some kind of annotation; the use case decides which one a kind needs. */
const editRights: readonly ProductionRight[] = [
  'LIBRARY_UPDATE_METADATA',
  'REVIEW_STATUS_EDIT',
  'REVIEW_EDIT',
  'REVIEW_EDIT_ALL',
  'LOG_EDIT',
  'SUBTITLE_EDIT',
]
const reviewing = ['REVIEW', 'ANNOTATE'] as const

const seeList = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'list'))
const seeClip = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip'))
const found = { status: 200, body: AnnotationSolrDocumentList, kind: 'search' } as const
const structuredBodyBytes = 8 * 1024 * 1024

export const annotations = endpointsOf('annotations', {
  getMediaObjectAnnotation: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/moa',
    summary: 'The annotation of a whole clip: its metadata',
    access: seeClip,
    query: {
      includeMediaObject: Flag,
      includeMediaObjectWorkflowReportType: listOf(Name, 100),
      includeMediaObjectInstanceType: listOf(Name, 100),
      includeTranslatedToIds: Flag,
    },
    success: { status: 200, body: MediaObjectAnnotation },
  }),
  patchMediaObjectAnnotation: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/mo/{moId}/moa',
    summary: 'Change the metadata of a clip with JSON Patch; `/reviewStatus` alone needs REVIEW_STATUS_EDIT',
    access: productionRight(['LIBRARY_UPDATE_METADATA', 'REVIEW_STATUS_EDIT'], orShare('REVIEW_STATUS_EDIT', 'clip')),
    body: JsonPatch,
    bodyKind: 'json patch',
    bodyLimitBytes: structuredBodyBytes,
    success: { status: 200, body: MediaObjectAnnotation },
    errors: ['ConflictError', 'ValidationError'],
  }),
  createClipAnnotation: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/{type}',
    params: { type: oneOf('clip', 'comment') },
    summary: 'Create a subclip (LOG_EDIT) or a comment (funnel `ReviewComment`, REVIEW_EDIT or an identified visitor)',
    access: productionRight(['LOG_EDIT', 'REVIEW_EDIT'], orShare(reviewing, 'clip')),
    body: ClipAnnotationCreation,
    bodyLimitBytes: structuredBodyBytes,
    success: { status: 201, body: ClipAnnotation },
    errors: ['ForbiddenError', 'ValidationError'],
  }),
  getAnnotation: endpoint({
    method: 'GET',
    path: '/production/{prId}/an/{anId}',
    summary: 'An annotation of any kind',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'annotation')),
    query: { includeMediaObject: Flag, includeTranslatedToIds: Flag },
    success: { status: 200, body: Annotation },
  }),
  patchAnnotation: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/an/{anId}',
    summary: 'Change an annotation with JSON Patch; what it is decides the right that this needs',
    access: productionRight(editRights, orShare([...reviewing, 'REVIEW_STATUS_EDIT'], 'annotation')),
    body: JsonPatch,
    bodyKind: 'json patch',
    bodyLimitBytes: structuredBodyBytes,
    success: { status: 200, body: Annotation },
    errors: ['ConflictError', 'ForbiddenError', 'ValidationError'],
  }),
  deleteAnnotation: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/an/{anId}',
    summary: 'Delete an annotation; a comment takes its replies, the annotation of a whole clip takes the clip',
    access: productionRight([...editRights, 'LIBRARY_DELETE'], orShare(reviewing, 'annotation')),
    query: { detachAssemble: Flag, deleteAssemble: Flag },
    success: { status: 200, body: Annotation },
    errors: ['ConflictError', 'ForbiddenError'],
  }),
  deleteAnnotations: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/an/bulk',
    summary: 'Delete several annotations, all or none',
    access: productionRight([...editRights, 'LIBRARY_DELETE'], orShare(reviewing, 'list')),
    body: AnnotationBulkRequest,
    success: { status: 200, body: AnnotationBulkResult },
    errors: ['ConflictError', 'ForbiddenError', 'NotFoundError'],
  }),
  listAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/an',
    summary: 'Search the annotations of a production; a share visitor searches those of the share',
    access: seeList,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  searchAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/an/search',
    summary: 'The same under its older name',
    access: seeList,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  queryAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/an/query',
    summary: 'The same for those who run the service',
    access: systemRight('DEVOPS'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  listAnnotationsOfClip: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/an',
    summary: 'Search the annotations of a clip',
    access: seeClip,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  searchAnnotationsOfClip: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/an/search',
    summary: 'The same under its older name',
    access: seeClip,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
    deprecated: true,
  }),
  queryAnnotationsOfClip: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/an/query',
    summary: 'The same for those who run the service',
    access: systemRight('DEVOPS'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchAnnotationsOfAccount: endpoint({
    method: 'GET',
    path: '/account/{aId}/an/search',
    summary: 'Search the annotations of the productions of an account where the caller has PRODUCTION_VIEW',
    access: signedIn,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchAllAnnotations: endpoint({
    method: 'GET',
    path: '/an',
    summary: 'Search the annotations of every production',
    access: systemRight('SUPPORT'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
})
