import { contract } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement } from '../../platform/http/index.ts'
import * as entries from './entries/entries.ts'
import { writeList } from './entries/write-list.ts'
import { exportEntries } from './files/export.ts'
import { importEntries } from './files/import.ts'
import * as reading from './reading/read.ts'
import type { ThesaurusUses } from './reading/uses.ts'
import * as service from './service.ts'

const { thesauri } = contract

/** Which endpoint of thesauri is answered by which use case. */
export function addThesaurusRoutes(api: Api): void {
  const uses = api.platform.services.thesaurusUses
  implement(api, thesauri.createThesaurus, (ctx, { params, body }) =>
    service.createThesaurus(ctx, params.accountId, body),
  )
  implement(api, thesauri.listThesauri, (ctx, { params, query }) =>
    service.listThesauri(ctx, params.accountId, readListing(query)),
  )
  implement(api, thesauri.getThesaurus, (ctx, { params }) => service.getThesaurus(ctx, params.accountId, params.id))
  implement(api, thesauri.updateThesaurus, (ctx, { params, body }) =>
    service.updateThesaurus(ctx, params.accountId, params.id, body, uses),
  )
  implement(api, thesauri.patchThesaurus, (ctx, { params, query, body }) =>
    service.patchThesaurus(ctx, params.accountId, params.id, body, query.version, uses),
  )
  implement(api, thesauri.deleteThesaurus, (ctx, { params }) =>
    service.deleteThesaurus(ctx, params.accountId, params.id, uses),
  )
  addEntryRoutes(api, uses)
  addReadingRoutes(api)
  implement(api, thesauri.exportEntries, (ctx, { params, query, exchange }) =>
    exportEntries(ctx, params.accountId, params.id, { format: query.format, accept: exchange.headers.accept }),
  )
  implement(api, thesauri.importEntries, (ctx, { params, query, body }) =>
    importEntries(ctx, params.accountId, params.id, { body, language: query.language }, uses),
  )
}

function toAddress({ accountId, id, entryId }: { accountId: number; id: number; entryId: string }) {
  return { accountId, thesaurusId: id, entryId }
}

function addEntryRoutes(api: Api, uses: ThesaurusUses): void {
  implement(api, thesauri.writeEntries, (ctx, { params, items }) =>
    writeList(ctx, params.accountId, params.id, items!, uses),
  )
  implement(api, thesauri.getEntry, (ctx, { params }) => entries.getEntry(ctx, toAddress(params)))
  implement(api, thesauri.updateEntry, (ctx, { params, body }) =>
    entries.updateEntry(ctx, toAddress(params), body, uses),
  )
  implement(api, thesauri.deleteEntry, (ctx, { params }) => entries.deleteEntry(ctx, toAddress(params), uses))
  implement(api, thesauri.mergeEntry, (ctx, { params, body }) =>
    entries.mergeEntry(ctx, toAddress(params), body.into, uses),
  )
}

function addReadingRoutes(api: Api): void {
  implement(api, thesauri.searchEntriesOfAccount, (ctx, { params, query }) =>
    reading.searchEntries(ctx, params.accountId, params.id, query),
  )
  implement(api, thesauri.searchEntries, (ctx, { params, query }) =>
    reading.searchEntriesAnywhere(ctx, params.id, query),
  )
  implement(api, thesauri.searchEntriesInProduction, (ctx, { params, query }) =>
    reading.searchEntriesInProduction(ctx, params.prId, params.id, query),
  )
  implement(api, thesauri.suggestTags, (ctx, { params, query }) =>
    reading.suggestTags(ctx, params.prId, params.id, query),
  )
  implement(api, thesauri.suggestTagsOfAll, (ctx, { params, query }) =>
    reading.suggestTagsOfAll(ctx, params.prId, query.prefix),
  )
}
