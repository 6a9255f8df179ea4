import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract, type Endpoint } from '@rushes/contract'
import { createOpenApi } from '../../src/modules/system/open-api.ts'
import { call, endpoints } from '../security/calls/calls.ts'
import { buildEstate, type Estate } from '../security/calls/estate.ts'
import { startTestService, type TestService } from '../service.ts'
import { findMissingMembers } from './required-members.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

const { schemas } = (createOpenApi(contract, 'http://x') as { components: { schemas: Record<string, Schema> } })
  .components
interface Schema {
  properties?: Record<string, unknown>
  required?: string[]
}
const requires = (title: string, ...names: string[]) => names.every(name => schemas[title]?.required?.includes(name))

/** Shapes of resources that are not stored as such: what is shown of somebody, and subtitles that nobody made yet. */
const unstored = ['CustomFieldsDescription', 'Participant', 'ShareLogin', 'SharedUser', 'SubtitleAnnotation', 'User']

// http-19
test('resources that are stored require when and by whom they were created and changed', () => {
  const resources = Object.keys(schemas).filter(
    title => requires(title, 'version') && schemas[title]?.properties?.createdBy !== undefined,
  )
  const lacking = resources.filter(title => !requires(title, 'created', 'createdBy', 'lastUpdated', 'objectType'))
  const creations = lacking.filter(title => title.endsWith('Replacement'))
  assert.deepEqual(lacking.filter(title => !creations.includes(title)).toSorted(), unstored)
})

/** Answers of reads with this token, and of the writes whose resources no read shows. */
async function* listAnswers(token: string | undefined): AsyncGenerator<[Endpoint, unknown]> {
  for (const endpoint of endpoints.filter(({ method, result }) => method === 'GET' && result)) {
    const { status, headers, text } = await call(kit.url, endpoint, { token, ids: estate.ids })
    const isJson = headers.get('content-type')?.startsWith('application/json') === true
    if (status === 200 && isJson) yield [endpoint, JSON.parse(text)]
  }
  const { prId, moId, collectionId, member } = estate
  const { annotations, collections, thesauri } = contract
  const [accountId, { admin }] = [kit.accountId, kit]
  const clip = { prId, moId, type: 'clip', body: { start: 0, end: 1 } } as const
  yield [annotations.createClipAnnotation, await member.annotations.createClipAnnotation(clip)]
  await member.collections.createCollection({ prId, body: { title: 'Below', parentId: collectionId } })
  const query = { includeChildren: true }
  yield [collections.getCollection, await member.collections.getCollection({ prId, id: collectionId, query })]
  const above = await admin.thesauri.createThesaurus({ accountId, body: { label: 'Above' } })
  const body = { label: 'Below', linkedThesaurusId: above.id }
  const below = await admin.thesauri.createThesaurus({ accountId, body })
  const words = await admin.thesauri.writeEntries({ accountId, id: above.id, body: [{ label: 'Night' }] })
  yield [thesauri.createThesaurus, below]
  yield [thesauri.writeEntries, words]
}

// http-19
test('every answer of a service with one of everything has every member that its shape requires', async () => {
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const { options } of [kit.admin, estate.member]) {
    for await (const [{ id, result }, answer] of listAnswers(options.token)) {
      const missing = findMissingMembers(result!, answer, title => seen.add(title))
      wrong.push(...missing.map(place => `${id} ${place}`))
    }
  }
  assert.deepEqual(wrong, [])
  const unseen = Object.keys(schemas).filter(title => requires(title, 'created', 'createdBy') && !seen.has(title))
  assert.deepEqual(unseen, ['MediaObjectTrack'], 'tracks come by ingest, whose tests are watched as all others are')
})
