import Type from 'typebox'
import { orShare, productionRight, shareToken } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { foundFile } from '../files/found-file.ts'
import { paging } from '../paging.ts'
import { AccountBranding } from '../resources/account.ts'
import {
  ActivitySolrDocumentList,
  AnnotationSolrDocumentList,
  annotationSearchParameters,
  searchParameters,
} from '../resources/search.ts'
import {
  IdentifyRequest,
  SharedObjectRequest,
  SharedUser,
  SharedUserCreation,
  ShareLogin,
  ShareLoginRequest,
  ShareObject,
  SharePassword,
  ShareReplacement,
  ShareSession,
  TokenizedSharedUser,
} from '../resources/share.ts'
import { documentedAs, listOf } from '../shapes.ts'

const share = productionRight('LIBRARY_SHARE')
const viewShare = productionRight('PRODUCTION_VIEW', orShare('VIEW', 'share'))

export const sharing = endpointsOf('sharing', {
  createShare: endpoint({
    method: 'POST',
    path: '/production/{prId}/eo/{id}/share',
    summary: 'Share a collection; everyone who has the token of the share may log in to it',
    access: share,
    body: SharedObjectRequest,
    bodyOptional: true,
    success: { status: 200, body: ShareObject },
    errors: ['NotFoundError', 'ValidationError'],
  }),
  listShares: endpoint({
    method: 'GET',
    path: '/production/{prId}/share',
    summary: 'The shares of a production',
    access: share,
    query: paging,
    success: { status: 200, body: listOf(ShareObject), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  getShare: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}',
    summary: 'A share, its token included',
    access: share,
    success: { status: 200, body: ShareObject },
    errors: ['NotFoundError'],
  }),
  updateShare: endpoint({
    method: 'PUT',
    path: '/production/{prId}/share/{id}',
    summary: 'Change a share; its password is set by a call of its own',
    access: share,
    body: ShareReplacement,
    success: { status: 200, body: ShareObject },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  deleteShare: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/share/{id}',
    summary: 'End a share; its token and every session of it stop working at once',
    access: share,
    success: { status: 200, body: ShareObject },
    errors: ['NotFoundError'],
  }),
  setSharePassword: endpoint({
    method: 'PUT',
    path: '/production/{prId}/share/{id}/password',
    summary: 'Set the password of a share as a bare text; the empty text clears it. A new password ends open sessions',
    access: share,
    body: SharePassword,
    bodyKind: 'text',
    // Whether nothing or the empty text was sent is known by its content type.
    bodyOptional: true,
    success: { status: 200, body: ShareObject },
    errors: ['NotFoundError'],
  }),
  loginToShare: endpoint({
    method: 'POST',
    path: '/production/{prId}/share/{id}/login',
    summary: 'Open a session with the token of the share, and its password where it has one',
    access: shareToken,
    body: ShareLoginRequest,
    bodyKind: 'form or json',
    bodyOptional: true,
    success: { status: 200, body: ShareLogin },
    errors: ['ForbiddenError', 'AccountLockedError', 'NotFoundError', 'TooManyRequestsError'],
  }),
  getCurrentShare: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/current',
    summary: 'The share of the token, be it the share token or that of a session',
    access: shareToken,
    success: { status: 200, body: ShareObject },
    errors: ['ForbiddenError', 'NotFoundError'],
  }),
  getShareBranding: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/current/branding',
    summary: 'How the account of the share of the token looks',
    access: shareToken,
    success: { status: 200, body: AccountBranding },
    errors: ['ForbiddenError', 'NotFoundError'],
  }),
  identify: endpoint({
    method: 'POST',
    path: '/production/{prId}/share/current/identify',
    summary: 'Say who the visitor is; the answer holds the token to use from then on',
    access: shareToken,
    body: IdentifyRequest,
    bodyOptional: true,
    success: { status: 200, body: TokenizedSharedUser },
    errors: ['AccountLockedError', 'ForbiddenError', 'NotFoundError', 'TooManyRequestsError', 'ValidationError'],
  }),
  listShareSessions: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/session',
    summary: 'The open sessions of a share: who is there, since when, and which clips they have seen',
    access: share,
    query: paging,
    success: { status: 200, body: listOf(ShareSession), kind: 'list' },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  deleteShareSession: endpoint({
    method: 'DELETE',
    path: '/production/{prId}/share/{id}/session/{sessionId}',
    summary:
      'End the session of a visitor, with those that it continues and that continue it; who has the link can begin another one',
    access: share,
    success: { status: 204 },
    errors: ['NotFoundError'],
  }),
  searchShareActivity: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/activity',
    summary:
      'Search what happened to a share and in it, by `verb`: `Share.login`, `Share.loginFailed`, `Share.identify`, `Share.view`, `Share.play` and `Share.download` of a clip by each visit, `Annotation.create`, `Media.create` and so on',
    access: share,
    query: searchParameters,
    success: { status: 200, kind: 'search', body: ActivitySolrDocumentList },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  streamShareEvents: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/event/stream',
    summary:
      'What happens to the clips of a share and what is said of them, as server-sent events: what changed, not who did it; begins now',
    access: viewShare,
    success: { status: 200, kind: 'raw', contentTypes: ['text/event-stream'] },
    errors: ['NotFoundError'],
  }),
  searchShareAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/an',
    summary: 'The annotations of the clips in a share',
    access: viewShare,
    query: annotationSearchParameters,
    success: { status: 200, kind: 'search', body: AnnotationSolrDocumentList },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchShareAnnotationsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/share/{id}/an.{format}',
    access: viewShare,
  }),
  searchAttachedAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/attachedannotations',
    summary: 'The annotations that are attached to the shared collection',
    access: viewShare,
    query: annotationSearchParameters,
    success: { status: 200, kind: 'search', body: AnnotationSolrDocumentList },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchAttachedAnnotationsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/share/{id}/attachedannotations.{format}',
    access: viewShare,
  }),
  searchCreatedAnnotations: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/createdannotations',
    summary: 'The annotations that were created in a share',
    access: viewShare,
    query: annotationSearchParameters,
    success: { status: 200, kind: 'search', body: AnnotationSolrDocumentList },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchCreatedAnnotationsAsFile: endpoint({
    ...foundFile,
    path: '/production/{prId}/share/{id}/createdannotations.{format}',
    access: viewShare,
  }),
  listSharedUsers: endpoint({
    method: 'GET',
    path: '/production/{prId}/share/{id}/shareduser',
    summary: 'Who has identified in a share, or was added to it',
    access: share,
    query: paging,
    success: { status: 200, body: listOf(SharedUser), kind: 'list' },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  addSharedUsers: endpoint({
    method: 'POST',
    path: '/production/{prId}/share/{id}/shareduser',
    summary: 'Add users to a share; one sent, one answered, else the list',
    access: share,
    body: documentedAs(
      Type.Union([listOf(SharedUserCreation, 1000), SharedUserCreation]),
      listOf(SharedUserCreation, 1000),
      'the users to add; a single user without a list is accepted too, and answered with a single user',
    ),
    success: {
      status: 200,
      body: documentedAs(
        Type.Union([SharedUser, listOf(SharedUser)]),
        listOf(SharedUser),
        'the added users, in the order of the request; a single user when a single one was sent',
      ),
    },
    errors: ['NotFoundError', 'ValidationError'],
  }),
})
