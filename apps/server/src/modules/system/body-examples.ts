/** Bodies of the main operations as the documents show them. */

import type { BodyOf, contract } from '@rushes/contract'

type Contract = typeof contract
type Bodies<Module> = { readonly [Call in keyof Module]?: BodyOf<Module[Call]> }

export const bodyExamples: { readonly [Module in keyof Contract]?: Bodies<Contract[Module]> } = {
  authentication: {
    login: { username: 'ada@example.org', password: 'seven quiet herons at dawn' },
    validateSecondFactor: { token: '123456' },
    createAccessToken: { label: 'nightly export', rights: ['PRODUCTION_VIEW', 'LIBRARY_DOWNLOAD'] },
  },
  accounts: {
    createUser: { username: 'ada', email: 'ada@example.org', password: 'seven quiet herons at dawn' },
    addAccountParticipant: { email: 'ada@example.org', rights: ['ACCOUNT_VIEW'] },
  },
  productions: {
    createProduction: { accountId: 12, name: 'Northern lights' },
    addParticipant: { email: 'ada@example.org', rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] },
  },
  uploads: {
    createMediaObjects: [{ name: 'A001C003', fileName: 'A001C003.mov', size: 734_003_200 }],
    closeUpload: { skipIngest: false },
  },
  annotations: {
    createClipAnnotation: {
      objectType: 'ClipAnnotation',
      funnel: 'ReviewComment',
      start: 54,
      end: 55,
      description: 'A little brighter here, please.',
    },
    patchAnnotation: [
      { op: 'test', path: '/version', value: 3 },
      { op: 'replace', path: '/description', value: 'Brighter, but keep the window.' },
    ],
    patchMediaObjectAnnotation: [{ op: 'add', path: '/reviewStatus', value: 'APPROVED' }],
  },
  customFields: {
    updateAnnotationField: { type: 'TEXT', label: 'Scene' },
  },
  collections: {
    createCollection: { objectType: 'Notebook', title: 'Day 1' },
    attachEntries: [{ mediaObjectId: 41 }],
  },
  subtitles: {
    createAdvancedSubtitle: { language: 'en', subtitlePresetId: 'broadcast', generateTranscriptFromASR: true },
    exportSubtitle: { format: 'ebustl', timeBase: 'smpte' },
    patchSubtitle: [
      { op: 'replace', path: '/structuredDescription/subtitles/0/textParts/0/content', value: 'Good evening.' },
    ],
  },
  sharing: {
    createShare: { label: 'For the client', password: 'open sesame', permissions: ['VIEW', 'ANNOTATE'] },
    loginToShare: { password: 'open sesame' },
    identify: { username: 'Ada', email: 'ada@example.org' },
  },
  thesauri: {
    createThesaurus: { label: 'Places' },
    writeEntries: [{ value: 'antwerp', label: 'Antwerp' }],
  },
  savedSearches: {
    createSavedSearch: { name: 'Approved', parameters: { q: 'reviewStatus:APPROVED' }, shared: true },
  },
  events: {
    postAccountEvents: [
      {
        type: 'Activity',
        verb: 'Product.update',
        object: {
          deliveryRequestTemplateGroupHandle: 'promos',
          supplierEmail: 'supplier@example.org',
          product: { externalReference: 'S5', title: 'The Harbour, season 2', productType: 'Season' },
        },
      },
    ],
  },
  webhooks: {
    createWebhook: { url: 'https://example.org/rushes', types: ['Media.create', 'Annotation.create'] },
  },
  delivery: {
    createSubmission: { deliveryRequestId: 7, attachedAnnotations: [{ mediaObjectId: 41 }] },
  },
}
