import Type from 'typebox'
import { accountRight, productionRight, signedInWith } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { JsonPatch } from '../resources/json-patch.ts'
import { searchParameters, ThesaurusSolrDocumentList } from '../resources/search.ts'
import {
  EntryRequests,
  Thesaurus,
  ThesaurusCreation,
  ThesaurusEntry,
  ThesaurusEntryMerge,
  ThesaurusEntryReplacement,
  ThesaurusImport,
  ThesaurusReplacement,
  ThesaurusTag,
  ThesaurusUpload,
  thesaurusFormats,
  thesaurusMediaTypes,
  WrittenEntries,
} from '../resources/thesauri.ts'
import { about, listOf, oneOf } from '../shapes.ts'

const view = accountRight('ACCOUNT_VIEW', 'accountId')
const manage = accountRight('ACCOUNT_MANAGE', 'accountId')
const viewInProduction = productionRight('PRODUCTION_VIEW')
const EntryId = Type.String({ maxLength: 20 })
const Prefix = Type.String({
  maxLength: 1000,
  description: 'what the label begins with, whatever its case and accents',
})
/** For the lists of 100 thousand entries that a planning system or a table brings. */
const bulkLimitBytes = 64 * 1024 * 1024
const result = { status: 200, body: Thesaurus } as const
const entryResult = { status: 200, body: ThesaurusEntry } as const
const found = { status: 200, body: ThesaurusSolrDocumentList, kind: 'search' } as const
const tags = { status: 200, body: listOf(ThesaurusTag, 100) } as const

export const thesauri = endpointsOf('thesauri', {
  createThesaurus: endpoint({
    method: 'POST',
    path: '/account/{accountId}/thesaurus',
    summary: 'Create a thesaurus',
    access: manage,
    body: ThesaurusCreation,
    success: { status: 201, body: Thesaurus },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  listThesauri: endpoint({
    method: 'GET',
    path: '/account/{accountId}/thesaurus',
    summary: 'The thesauri of an account',
    access: view,
    query: paging,
    success: { status: 200, body: listOf(Thesaurus), kind: 'list' },
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  getThesaurus: endpoint({
    method: 'GET',
    path: '/account/{accountId}/thesaurus/{id}',
    summary: 'A thesaurus',
    access: view,
    success: result,
    errors: ['NotFoundError'],
  }),
  updateThesaurus: endpoint({
    method: 'PUT',
    path: '/account/{accountId}/thesaurus/{id}',
    summary: 'Replace what a thesaurus says of itself; what is left out is removed, but for the label',
    access: manage,
    body: ThesaurusReplacement,
    success: result,
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  patchThesaurus: endpoint({
    method: 'PATCH',
    path: '/account/{accountId}/thesaurus/{id}',
    summary: 'Change parts of a thesaurus with JSON Patch',
    access: manage,
    query: {
      version: Type.Integer({
        format: 'int64',
        description: 'version that the patch expects; any version when absent',
      }),
    },
    body: JsonPatch,
    bodyKind: 'json patch',
    success: result,
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  deleteThesaurus: endpoint({
    method: 'DELETE',
    path: '/account/{accountId}/thesaurus/{id}',
    summary: 'Delete a thesaurus with its entries; refused, naming them, while thesauri or custom fields refer to it',
    access: manage,
    success: result,
    errors: ['NotFoundError', 'ConflictError'],
  }),
  writeEntries: endpoint({
    method: 'POST',
    path: '/account/{accountId}/thesaurus/{id}/entry',
    summary: 'Create entries, and change those whose `id` or `value` exists: all or none, in the order of the list',
    access: manage,
    body: EntryRequests,
    bodyKind: 'json list',
    bodyLimitBytes: bulkLimitBytes,
    success: { status: 201, body: WrittenEntries },
    errors: ['NotFoundError', 'ConflictError', 'ValidationError', 'PayloadTooLargeError'],
  }),
  searchEntriesOfAccount: endpoint({
    method: 'GET',
    path: '/account/{accountId}/thesaurus/{id}/entry',
    summary: 'Search the entries of a thesaurus',
    access: manage,
    query: searchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  searchEntries: endpoint({
    method: 'GET',
    path: '/thesaurus/{id}/entry',
    summary: "Search the entries of a thesaurus; needs PRODUCTION_VIEW in one of its account's productions",
    access: signedInWith('PRODUCTION_VIEW'),
    query: searchParameters,
    success: found,
    errors: ['BadRequestError', 'ForbiddenError', 'NotFoundError'],
  }),
  searchEntriesInProduction: endpoint({
    method: 'GET',
    path: '/production/{prId}/thesaurus/{id}/entry',
    summary: 'Search the entries of a thesaurus of the account that a production belongs to',
    access: viewInProduction,
    query: searchParameters,
    success: found,
    errors: ['BadRequestError', 'NotFoundError'],
  }),
  getEntry: endpoint({
    method: 'GET',
    path: '/account/{accountId}/thesaurus/{id}/entry/{entryId}',
    params: { entryId: EntryId },
    summary: 'An entry',
    access: view,
    success: entryResult,
    errors: ['NotFoundError'],
  }),
  updateEntry: endpoint({
    method: 'PUT',
    path: '/account/{accountId}/thesaurus/{id}/entry/{entryId}',
    params: { entryId: EntryId },
    summary: 'Replace an entry; a new `value` goes into the custom fields that hold the old one',
    access: manage,
    body: ThesaurusEntryReplacement,
    success: entryResult,
    errors: ['NotFoundError', 'ConflictError', 'ValidationError'],
  }),
  deleteEntry: endpoint({
    method: 'DELETE',
    path: '/account/{accountId}/thesaurus/{id}/entry/{entryId}',
    params: { entryId: EntryId },
    summary: 'Delete an entry; refused, naming them, while entries or custom fields refer to it',
    access: manage,
    success: entryResult,
    errors: ['NotFoundError', 'ConflictError'],
  }),
  mergeEntry: endpoint({
    method: 'POST',
    path: '/account/{accountId}/thesaurus/{id}/entry/{entryId}/merge',
    params: { entryId: EntryId },
    summary: 'Put another entry of the thesaurus instead of this one, wherever it is used, and delete this one',
    access: manage,
    body: ThesaurusEntryMerge,
    success: entryResult,
    errors: ['NotFoundError', 'ValidationError'],
  }),
  suggestTags: endpoint({
    method: 'GET',
    path: '/production/{prId}/thesaurus/{id}/tags',
    params: { id: Type.String({ maxLength: 200 }) },
    summary: 'The first entries whose label begins so, of a thesaurus named by its id or its `secondaryId`',
    access: viewInProduction,
    query: {
      prefix: Prefix,
      model: Type.String({
        maxLength: 500,
        description: 'id or value of an entry in the linked thesaurus: only entries that belong under it',
      }),
    },
    success: tags,
    errors: ['NotFoundError'],
  }),
  suggestTagsOfAll: endpoint({
    method: 'GET',
    path: '/production/{prId}/thesaurus/tags',
    summary: 'The same over all thesauri of the account that a production belongs to',
    access: viewInProduction,
    query: { prefix: Prefix },
    success: tags,
    deprecated: { since: '2026-11-22', successor: '/production/{prId}/thesaurus/{id}/tags' },
  }),
  exportEntries: endpoint({
    method: 'GET',
    path: '/account/{accountId}/thesaurus/{id}/export',
    summary: 'A thesaurus as a file: CSV, or SKOS as Turtle or RDF/XML; `format` counts before `Accept`',
    access: view,
    query: { format: about(oneOf(...thesaurusFormats), 'format of the file; `csv` when absent') },
    success: { status: 200, kind: 'raw', contentTypes: Object.values(thesaurusMediaTypes) },
    errors: ['NotFoundError', 'NotAcceptableError'],
  }),
  importEntries: endpoint({
    method: 'POST',
    path: '/account/{accountId}/thesaurus/{id}/import',
    summary: 'Write the entries of a file (CSV, or SKOS as Turtle or RDF/XML), as a POST of the list would',
    access: manage,
    query: {
      language: Type.String({
        maxLength: 35,
        description: 'language whose labels are imported from SKOS; any language when absent',
      }),
    },
    body: ThesaurusUpload,
    bodyKind: 'json or file',
    fileTypes: Object.values(thesaurusMediaTypes),
    bodyLimitBytes: bulkLimitBytes,
    success: { status: 200, body: ThesaurusImport },
    errors: ['NotFoundError', 'ConflictError', 'PayloadTooLargeError', 'UnsupportedMediaTypeError', 'ValidationError'],
  }),
})
