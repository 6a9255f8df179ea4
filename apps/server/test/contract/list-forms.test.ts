/** What every list of the interface has in common, by a table made from the contract. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, type Endpoint } from '@rushes/contract'
import { createClip, createProduction } from '../scene/subtitles.ts'
import { startTestService, type TestService } from '../service.ts'

const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
const reads = endpoints.filter(({ method }) => method === 'GET')

/** Lists that show the first of many by their nature, as a text is typed. */
const suggestions = ['suggestTags', 'suggestTagsOfAll']

// http-39, http-40
test('"the total number of results is in response header X-Pagination-Total-Results" on every list', () => {
  const uncounted = reads
    .filter(({ result }) => (result as { type?: string } | undefined)?.type === 'array')
    .filter(({ resultKind }) => !['list', 'counted list', 'search'].includes(resultKind))
  assert.deepEqual(
    uncounted.map(({ id }) => id),
    suggestions,
  )
})

const lists = reads
  .filter(({ result }) => (result as { title?: string } | undefined)?.title === 'AnnotationSolrDocumentList')
  .flatMap(({ path, aliases }) => [path, ...aliases])
const contentTypes = {
  srt: 'application/x-subrip; charset=utf-8',
  webvtt: 'text/vtt; charset=utf-8',
  ass: 'text/x-ssa; charset=utf-8',
  stl: 'application/x-ebu-stl',
  ebuttd: 'application/ttml+xml; charset=utf-8',
  ebutt: 'application/x-ebu-tt+xml; charset=utf-8',
  imsc: 'application/x-imsc+xml; charset=utf-8',
  itt: 'application/x-itt+xml; charset=utf-8',
  scc: 'text/x-scc; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

// annotations-38, search-32, sharing-39
describe('"The `.srt`, `.webvtt`, `.json`, `.stl`, `.ebuttd` extension on the search-index list calls selects another serialisation"', () => {
  let kit: TestService
  let names: Record<string, number>
  before(async () => {
    kit = await startTestService()
    const prId = await createProduction(kit)
    const moId = await createClip(kit, prId, { num: 25, den: 1 }, 1000)
    const body = { start: 50, description: 'Too dark' }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    const { id: eoId } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
    const { id } = await kit.admin.sharing.createShare({ prId, id: eoId, body: { label: 'For the client' } })
    names = { prId, moId, aId: kit.accountId, id }
  })
  after(() => kit.stop())

  test('finds the lists', () => assert.ok(lists.length >= 14, lists.join()))

  for (const path of lists) {
    test(path, async () => {
      const address = kit.url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name]))
      const headers = { authorization: `Bearer ${kit.admin.options.token}` }
      const get = (url: string) => fetch(url, { headers })
      const total = (await get(address)).headers.get('x-pagination-total-results')
      for (const [extension, contentType] of Object.entries(contentTypes)) {
        const response = await get(`${address}.${extension}?rows=10000000`)
        const text = await response.text()
        assert.ok(response.ok, `.${extension}: ${response.status} ${text}`)
        assert.equal(response.headers.get('content-type'), contentType)
        assert.equal(response.headers.get('x-pagination-total-results'), total)
        if (extension === 'srt' && path.endsWith('/{moId}/an')) assert.match(text, /Too dark/)
      }
    })
  }
})
