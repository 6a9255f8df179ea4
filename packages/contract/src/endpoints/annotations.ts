import { orShare, type ProductionRight, productionRight, signedInWith, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { foundFile } from '../files/found-file.ts'
import {
  Annotation,
  AnnotationBulkRequest,
  AnnotationBulkResult,
  ClipAnnotation,
  ClipAnnotationCreation,
  ClipPatchRequest,
  ClipPatchResult,
  MediaObjectAnnotation,
} from '../resources/annotation.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { AnnotationSolrDocumentList, annotationSearchParameters } from '../resources/search.ts'
import { WorkflowMinWrapper } from '../resources/workflow.ts'
import { about, Flag, listOf, Name, oneOf } from '../shapes.ts'

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

const includeMediaObject = about(Flag, 'true: the answer has the clip as `mediaObject`')
const includeTranslatedToIds = about(Flag, 'true: the answer lists the ids of translations')

export const annotations = endpointsOf('annotations', {
  getMediaObjectAnnotation: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/moa',
    summary: 'The annotation of a whole clip: its metadata',
    access: seeClip,
    query: {
      includeMediaObject,
      includeMediaObjectWorkflowReportType: about(listOf(Name, 100), 'types of workflows whose reports the clip has'),
      includeMediaObjectInstanceType: about(listOf(Name, 100), 'types of instances that the clip has'),
      includeTranslatedToIds,
      includeCommentCount: about(Flag, 'true: the answer has the number of comments'),
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
  patchMediaObjectAnnotations: endpoint({
    method: 'PATCH',
    path: '/production/{prId}/moa/bulk',
    summary:
      'Change the metadata of many clips with JSON Patch, each as a whole or not; the answer says what became of each',
    access: productionRight(['LIBRARY_UPDATE_METADATA', 'REVIEW_STATUS_EDIT']),
    body: ClipPatchRequest,
    bodyLimitBytes: structuredBodyBytes,
    success: { status: 200, body: ClipPatchResult },
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
    errors: ['ConflictError', 'ForbiddenError', 'ValidationError'],
  }),
  getAnnotation: endpoint({
    method: 'GET',
    path: '/production/{prId}/an/{anId}',
    summary: 'An annotation of any kind',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'annotation')),
    query: { includeMediaObject, includeTranslatedToIds },
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
    summary:
      'Delete an annotation; a comment takes the replies that the caller may delete and stays without content while others remain, the annotation of a whole clip takes the clip',
    access: productionRight([...editRights, 'LIBRARY_DELETE'], orShare(reviewing, 'annotation')),
    query: {
      detachAssemble: about(Flag, 'true: detaches the annotation from its collections, then deletes it'),
      deleteAssemble: about(Flag, 'true: also deletes an annotation attached to collections; its entries are removed'),
    },
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
  startBulkWorkflow: endpoint({
    method: 'POST',
    path: '/production/{prId}/an/bulk_workflow',
    summary: 'Delete many annotations in a workflow: each as a whole or not, what became of each in the task report',
    access: productionRight([...editRights, 'LIBRARY_DELETE']),
    body: AnnotationBulkRequest,
    bodyLimitBytes: structuredBodyBytes,
    success: { status: 200, body: WorkflowMinWrapper },
    versioned: false,
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
  listAnnotationsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/an.{format}',
    access: seeList,
    aliases: ['/production/{prId}/an/search.{format}'],
    summary: 'The same as a subtitle file: a cue for each annotation that says something, and for each caption',
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
  queryAnnotationsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/an/query.{format}',
    access: systemRight('DEVOPS'),
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
  listAnnotationsOfClipAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/mo/{moId}/an.{format}',
    access: seeClip,
    aliases: ['/production/{prId}/mo/{moId}/an/search.{format}'],
  }),
  searchAnnotationsOfClip: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/an/search',
    summary: 'The same under its older name',
    access: seeClip,
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
    deprecated: { since: '2026-11-21', successor: '/production/{prId}/mo/{moId}/an' },
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
  queryAnnotationsOfClipAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/mo/{moId}/an/query.{format}',
    access: systemRight('DEVOPS'),
  }),
  searchAnnotationsOfAccount: endpoint({
    method: 'GET',
    path: '/account/{aId}/an/search',
    summary: 'Search the annotations of the productions of an account where the caller has PRODUCTION_VIEW',
    access: signedInWith('PRODUCTION_VIEW'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchAnnotationsOfAccountAsFile: endpoint({
    ...foundFile,
    path: '/account/{aId}/an/search.{format}',
    access: signedInWith('PRODUCTION_VIEW'),
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
  searchAllAnnotationsAsFile: endpoint({ ...foundFile, path: '/an.{format}', access: systemRight('SUPPORT') }),
  searchMediaObjects: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/search',
    summary: 'Search the clips of a production by their own annotations',
    access: productionRight('PRODUCTION_VIEW'),
    query: annotationSearchParameters,
    success: { ...found, status: 201 },
    errors: ['BadRequestError'],
  }),
  searchMediaObjectsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/mo/search.{format}',
    access: productionRight('PRODUCTION_VIEW'),
  }),
  searchTranscripts: endpoint({
    method: 'GET',
    path: '/production/{prId}/tsa/search',
    summary: 'Search the paragraphs of the transcripts of a production',
    access: productionRight('PRODUCTION_VIEW'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError'],
  }),
  searchTranscriptsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/tsa/search.{format}',
    access: productionRight('PRODUCTION_VIEW'),
  }),
  searchTranscriptsOfClip: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{moId}/tsa/search',
    summary: 'Search the paragraphs of the transcript of a clip',
    access: productionRight('PRODUCTION_VIEW'),
    query: annotationSearchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
    deprecated: { since: '2026-11-21', successor: '/production/{prId}/tsa/search' },
  }),
  searchTranscriptsOfClipAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/mo/{moId}/tsa/search.{format}',
    access: productionRight('PRODUCTION_VIEW'),
  }),
})
