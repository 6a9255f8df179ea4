import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { SavedSearchCreation, SavedSearchParameters } from '@rushes/contract'
import { startTestService, type TestService } from '../../../test/service.ts'
import { mostPerUser } from './policy.ts'

let kit: TestService
let prId: number
let editor: Client
let other: Client
let viewer: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  const rights = ['PRODUCTION_VIEW', 'LIBRARY_UPDATE_METADATA'] as const
  editor = (await kit.createMember(prId, { rights: [...rights] })).api
  other = (await kit.createMember(prId, { rights: [...rights] })).api
  viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
})
after(() => kit.stop())

const save = (api: Client, body: Partial<SavedSearchCreation> = {}) =>
  api.savedSearches.createSavedSearch({ prId, body: { name: 'Open comments', ...body } })
const listNames = async (api: Client, query = {}) =>
  (await api.savedSearches.listSavedSearches({ prId, query })).items.map(({ name }) => name)
const missing = { name: 'ForbiddenError', data: { right: 'LIBRARY_UPDATE_METADATA' } }
const unknown = { name: 'NotFoundError' }

// saved-searches-1
test('a search is kept as it was sent, and is run with its parameters', async () => {
  const parameters = {
    q: 'brighter',
    fq: ['funnel:ReviewComment', 'start:[0 TO 100]'],
    sort: 'start asc',
    fl: ['id', 'description'],
    'facet.field': ['reviewStatus'],
    'facet.limit': -1,
  }
  const saved = await save(viewer, { name: '  Brighter  ', parameters, order: 5 })
  const { id, name, version, shared, order, objectType, productionId } = saved
  assert.deepEqual([name, version, shared, order], ['Brighter', 1, false, 5])
  assert.deepEqual([objectType, productionId], ['SavedSearch', prId])
  assert.deepEqual(saved.parameters, parameters)
  assert.deepEqual(await viewer.savedSearches.getSavedSearch({ prId, id }), saved)
  const found = await viewer.annotations.searchAnnotations({ prId, query: saved.parameters })
  assert.equal(found.numFound, 0)
  await viewer.savedSearches.deleteSavedSearch({ prId, id })
  await assert.rejects(viewer.savedSearches.getSavedSearch({ prId, id }), unknown)
})

// saved-searches-2
describe('parameters are read when they are saved: what a search would refuse is refused, where it is wrong', () => {
  const cases: [SavedSearchParameters, string][] = [
    [{ q: 'start:[1 TO' }, '/parameters/q'],
    [{ q: '{!func}x' }, '/parameters/q'],
    [{ fq: ['a', 'b AND'] }, '/parameters/fq'],
    [{ sort: 'start sideways' }, '/parameters/sort'],
    [{ 'facet.pivot': ['a,,b'] }, '/parameters/facet.pivot'],
  ]
  for (const [parameters, path] of cases) {
    test(JSON.stringify(parameters), async () => {
      const refusal = (error: { name: string; data: { path: string }[]; message: string }) =>
        error.name === 'BadRequestError' && error.data[0]?.path === path && /at position \d+/.test(error.message)
      await assert.rejects(save(viewer, { parameters }), refusal)
      const { id, version } = await save(viewer)
      await assert.rejects(viewer.savedSearches.updateSavedSearch({ prId, id, body: { version, parameters } }), refusal)
      await viewer.savedSearches.deleteSavedSearch({ prId, id })
    })
  }

  // saved-searches-2
  test('and what is no parameter of a search', async () => {
    for (const parameters of [{ start: 3 }, { cursorMark: '*' }, { colour: 'red' }, { fq: 'text' }]) {
      await assert.rejects(save(viewer, { parameters } as never), { name: 'BadRequestError' })
    }
    const long = { fq: Array.from({ length: 7 }, () => `name:${'x'.repeat(10_000)}`) }
    await assert.rejects(save(viewer, { parameters: long }), { name: 'ValidationError' })
    await assert.rejects(save(viewer, { name: ' ' }), { name: 'ValidationError' })
  })
})

// saved-searches-3
test('one that is not shared is its creator’s alone; one that is shared is everyone’s', async () => {
  const own = await save(editor, { name: 'Own' })
  const shared = await save(editor, { name: 'Shared', shared: true })
  assert.deepEqual(await listNames(editor), ['Own', 'Shared'])
  for (const api of [other, viewer]) {
    assert.deepEqual(await listNames(api), ['Shared'])
    const at = { prId, id: own.id }
    await assert.rejects(api.savedSearches.getSavedSearch(at), unknown)
    await assert.rejects(api.savedSearches.deleteSavedSearch(at), unknown)
    await assert.rejects(api.savedSearches.updateSavedSearch({ ...at, body: { version: 1, name: 'Mine' } }), unknown)
    assert.equal((await api.savedSearches.getSavedSearch({ prId, id: shared.id })).name, 'Shared')
  }
  const elsewhere = (await kit.createProduction()).id
  await assert.rejects(kit.admin.savedSearches.getSavedSearch({ prId: elsewhere, id: shared.id }), unknown)
  for (const { id } of [own, shared]) await editor.savedSearches.deleteSavedSearch({ prId, id })
})

// saved-searches-2
test('parameters of one field are kept under its name, and refused where none has such a name or value', async () => {
  const parameters = {
    'facet.field': ['funnel', 'type'],
    'f.funnel.facet.limit': 2,
    'f.customFields.a.b.facet.sort': 'index',
  }
  const saved = await save(viewer, { parameters })
  assert.deepEqual(saved.parameters, parameters)
  const { savedSearches } = viewer
  assert.deepEqual((await savedSearches.getSavedSearch({ prId, id: saved.id })).parameters, parameters)
  for (const wrong of [{ 'f.funnel.facet.limit': 'two' }, { 'f.funnel.facet.colour': 1 }, { 'f..facet.limit': 1 }]) {
    await assert.rejects(save(viewer, { parameters: wrong as SavedSearchParameters }), { name: 'BadRequestError' })
  }
  await savedSearches.deleteSavedSearch({ prId, id: saved.id })
})

// saved-searches-4
test('creating or changing a shared one needs LIBRARY_UPDATE_METADATA, also for its creator', async () => {
  await assert.rejects(save(viewer, { shared: true }), missing)
  const own = await save(viewer)
  const share = { version: own.version, shared: true }
  await assert.rejects(viewer.savedSearches.updateSavedSearch({ prId, id: own.id, body: share }), missing)
  await viewer.savedSearches.deleteSavedSearch({ prId, id: own.id })

  const { id } = await save(editor, { shared: true })
  await assert.rejects(viewer.savedSearches.updateSavedSearch({ prId, id, body: { version: 1, name: 'x' } }), missing)
  await assert.rejects(viewer.savedSearches.deleteSavedSearch({ prId, id }), missing)
  const changed = await other.savedSearches.updateSavedSearch({ prId, id, body: { version: 1, name: 'Better' } })
  assert.deepEqual([changed.name, changed.version, changed.shared], ['Better', 2, true])
  await other.savedSearches.updateSavedSearch({ prId, id, body: { version: 2, shared: false } })
  await assert.rejects(other.savedSearches.getSavedSearch({ prId, id }), unknown)
  await editor.savedSearches.deleteSavedSearch({ prId, id })
})

// saved-searches-5
test('an update names the version that it changes: 409 with the stored one, 412 where If-Match says so', async () => {
  const { id } = await save(viewer, { parameters: { q: 'a' } })
  const update = (version: number, name: string) =>
    viewer.savedSearches.updateSavedSearch({ prId, id, body: { version, name } })
  assert.deepEqual((await update(1, 'B')).parameters, { q: 'a' }, 'what is absent stays')
  await assert.rejects(update(1, 'C'), { name: 'ConflictError', data: { version: 2 } })
  const path = `${kit.url}/production/${prId}/savedSearch/${id}`
  const headers = { authorization: `Bearer ${viewer.options.token}`, 'if-match': '"1"' }
  assert.equal((await fetch(path, { method: 'DELETE', headers })).status, 412)
  assert.equal((await fetch(path, { method: 'DELETE', headers: { ...headers, 'if-match': '"2"' } })).status, 200)
})

// saved-searches-6
test('they are listed in order, new ones last unless they name a position', async () => {
  const made = []
  for (const [name, order] of [['first'], ['second'], ['before', -1]] as const) {
    made.push(await save(viewer, { name, ...(order !== undefined && { order }) }))
  }
  assert.deepEqual(await listNames(viewer), ['before', 'first', 'second'])
  assert.deepEqual(await listNames(viewer, { limit: 1, offset: 1 }), ['first'])
  assert.deepEqual(await listNames(viewer, { fq: ['name:second'] }), ['second'])
  for (const { id } of made) await viewer.savedSearches.deleteSavedSearch({ prId, id })
})

// saved-searches-7, saved-searches-8
test('every change is reported in the log, without the names of those that are not shared', async () => {
  const body = { name: 'Told', shared: true }
  const { id } = await save(editor, body)
  await editor.savedSearches.updateSavedSearch({ prId, id, body: { version: 1, name: 'Untold', shared: false } })
  await editor.savedSearches.deleteSavedSearch({ prId, id })
  const listTold = async () =>
    (await editor.events.listProductionEvents({ prId, query: { limit: 1000 } })).filter(
      ({ object }) => object?.id === id,
    )
  // The log waits for whatever is being written anywhere on the database server, which other tests share.
  let told = await listTold()
  for (let turn = 0; told.length < 3 && turn < 1000; turn++) told = await listTold()
  assert.deepEqual(
    told.map(({ verb, object }) => [verb, object?.name]),
    [
      ['SavedSearch.create', 'Told'],
      ['SavedSearch.update', undefined],
      ['SavedSearch.delete', undefined],
    ],
  )
})

// saved-searches-9
test(`a user keeps at most ${mostPerUser} in a production, also when many are sent at once`, async () => {
  const elsewhere = (await kit.createProduction()).id
  const { api } = await kit.createMember(elsewhere, { rights: ['PRODUCTION_VIEW'] })
  const outcomes = await Promise.allSettled(
    Array.from({ length: mostPerUser + 5 }, () =>
      api.savedSearches.createSavedSearch({ prId: elsewhere, body: { name: 'One of many' } }),
    ),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.name),
    Array.from({ length: 5 }, () => 'ConflictError'),
  )
  const { total } = await api.savedSearches.listSavedSearches({ prId: elsewhere, query: { limit: 10 } })
  assert.equal(total, mostPerUser)
})
