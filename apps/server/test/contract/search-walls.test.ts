/** For every search of the contract: no query, filter, facet, pivot or order reveals documents that are none of its own. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import {
  annotationObjectTypes,
  collectionTypes,
  contract,
  type Endpoint,
  type SearchResultList,
} from '@rushes/contract'
import { createClips } from '../scene/begin-upload.ts'
import { startTestService, type TestService } from '../service.ts'

/** What the documents of a search are; all that are not named here are annotations. */
const shown: Readonly<Record<string, readonly string[]>> = {
  searchTimings: ['RequestTiming'],
  searchUsers: ['User'],
  searchSubscriptions: ['Subscription'],
  searchRuns: ['WorkflowReport', 'TaskReport'],
  searchActivitiesOfProduction: ['Event'],
  searchAllActivities: ['Event'],
  searchShareActivity: ['Event'],
  searchDeliveryRequests: ['DeliveryRequest'],
  searchSubmissions: ['DeliveryRequestSubmission'],
  searchCollections: collectionTypes,
  searchEntriesOfAccount: ['ThesaurusEntry'],
  searchEntries: ['ThesaurusEntry'],
  searchEntriesInProduction: ['ThesaurusEntry'],
}

const searches = Object.values(contract)
  .flatMap((module): Endpoint[] => Object.values(module))
  .filter(({ resultKind }) => resultKind === 'search')

let kit: TestService
let here: Scene
let elsewhere: Scene
before(async () => {
  kit = await startTestService()
  here = await build('Harbour', kit.accountId)
  const { id } = await kit.admin.accounts.createAccount({ body: { humanName: 'Elsewhere' } })
  elsewhere = await build('Elsewhere', id)
})
after(() => kit.stop())

interface Scene {
  readonly member: Client
  /** Values of path parameters, by the names that they have in the contract; `id` by the part of the path before it. */
  readonly ids: Readonly<Record<string, number>>
}

/** A production with one of everything that searches find, all of it under a name. */
async function build(name: string, accountId: number): Promise<Scene> {
  const { id: prId } = await kit.admin.productions.createProduction({ body: { accountId, name } })
  const { api: member } = await kit.createMember(prId, { roles: ['Production Administrator'] })
  const { id: eoId } = await member.collections.createCollection({ prId, body: { title: `${name} collection` } })
  const [clip] = await createClips(member, prId, { name: `${name} clip`, attachToEoId: eoId })
  const moId = clip!.id
  await member.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: {
      objectType: 'ClipAnnotation',
      funnel: 'ReviewComment',
      description: `${name} is too dark`,
      tags: [name],
      start: 1,
      end: 2,
    },
  })
  const share = await member.sharing.createShare({ prId, id: eoId, body: { label: `${name} share` } })
  const request = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: `${name} promo` } })
  await kit.admin.delivery.createSubmission({ prId, body: { deliveryRequestId: request.id } })
  const thesaurus = await kit.admin.thesauri.createThesaurus({ accountId, body: { label: `${name} places` } })
  await kit.admin.thesauri.writeEntries({ accountId, id: thesaurus.id, body: [{ label: `${name} entry` }] })
  return { member, ids: { prId, moId, aId: accountId, accountId, share: share.id, thesaurus: thesaurus.id } }
}

function toPath(endpoint: Endpoint, { ids }: Scene): string {
  return endpoint.path
    .replaceAll(/(share|thesaurus)\/\{id\}/g, (_match, what: string) => `${what}/${ids[what]}`)
    .replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(ids[name]))
}

async function search(endpoint: Endpoint, parameters: Record<string, string>): Promise<SearchResultList> {
  const { member } = here
  const api = endpoint.access.who === 'production' ? member : kit.admin
  const query = new URLSearchParams({
    rows: '1000',
    includeDebugTraces: 'true',
    'facet.pivot': 'objectType,productionId',
    'facet.mincount': '0',
    'facet.limit': '-1',
    ...parameters,
  })
  const facets = ['objectType', 'productionId', 'mediaObjectName', 'name', 'label', 'object.name', 'username', 'tags']
  for (const name of facets) query.append('facet.field', name)
  const response = await fetch(`${kit.url}${toPath(endpoint, here)}?${query}`, {
    headers: { authorization: `Bearer ${api.options.token}` },
  })
  const body = (await response.json()) as SearchResultList
  assert.ok(response.ok, JSON.stringify(body))
  return { ...body, responseHeader: {} }
}

function listQueries(): Record<string, string>[] {
  const { prId, accountId } = elsewhere.ids
  return [
    { q: '*:*' },
    { q: 'elsewhere' },
    { q: `*:* OR productionId:${prId} OR accountId:${accountId}` },
    { q: `-productionId:${here.ids.prId}` },
    { fq: `productionId:${prId} OR (*:* AND objectType:[* TO *])` },
    { q: '*', sort: 'name asc, created desc', 'facet.prefix': 'E' },
    { q: '*', 'facet.query': `productionId:${prId}` },
  ]
}

describe('a search', () => {
  for (const endpoint of searches) {
    const own: readonly string[] = shown[endpoint.id] ?? annotationObjectTypes
    // search-2
    test(`by ${endpoint.id} of ${endpoint.path} shows nothing but ${own.join(', ')}`, async () => {
      for (const query of listQueries()) {
        const { results, facetFields, facetPivot } = await search(endpoint, query)
        const told = [
          ...results.map(({ objectType }) => objectType),
          ...(facetFields[0]?.values.map(({ name }) => name) ?? []),
          ...Object.values(facetPivot).flatMap(nodes => nodes.map(({ value }) => value)),
        ]
        assert.deepEqual(
          told.filter(type => !own.includes(String(type))),
          [],
          JSON.stringify(query),
        )
      }
    })
  }

  for (const endpoint of searches.filter(({ access }) => access.who === 'production' || access.who === 'account')) {
    // search-2
    test(`by ${endpoint.id} of ${endpoint.path} tells nothing of another production or account`, async () => {
      for (const query of listQueries()) {
        const found = await search(endpoint, query)
        assert.doesNotMatch(JSON.stringify({ ...found, facetQuery: {} }), /Elsewhere/, JSON.stringify(query))
        assert.deepEqual(
          Object.values(found.facetQuery).filter(count => count > 0),
          [],
        )
      }
      assert.ok((await search(endpoint, { q: '*:*' })).numFound > 0 || mayBeEmpty.has(endpoint.id))
    })
  }
})

/** Searches for what this production has none of. */
const mayBeEmpty = new Set(['searchTranscripts', 'searchTranscriptsOfClip', 'searchCreatedAnnotations'])
