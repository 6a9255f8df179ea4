import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract } from '@rushes/contract'
import { call, endpoints, type Ids } from '../security/calls/calls.ts'
import { buildEstate, type Estate } from '../security/calls/estate.ts'
import { startTestService, type TestService } from '../service.ts'
import { findUnversionedPuts, findVersionFaults, hasVersion } from './put-versions.ts'

/** Bodies that are not the resource, and so need not name its version. */
const partial = {
  updateUserState: 'locks and disables, whatever else has changed',
  setSharePassword: 'is a bare text',
  updateScreenshot: 'is a picture of the clip',
  updateAnnotationField: 'is one field of the description',
  updateCollectionField: 'is one field of the description',
  updateAnnotationFields: 'compares a version where it is given (custom-fields-3)',
  updateCollectionFields: 'compares a version where it is given (custom-fields-3)',
}

/** What bodies need beside what their shapes require. */
const contents: Readonly<Record<string, object>> = {
  replaceSubtitle: { structuredDescription: { subtitles: [] } },
  replaceSubtitleOfLanguage: { structuredDescription: { subtitles: [] } },
  updateEntry: { label: 'Yet another word' },
}

describe('the contract', () => {
  test('has every PUT of a resource with a version require it', () => {
    assert.deepEqual(findUnversionedPuts(endpoints, partial), [])
  })

  test('is refused with a PUT that does not, with one that declares no conflict, and with a needless exception', () => {
    const { updateProduction } = contract.productions
    const planted = { ...updateProduction, body: contract.productions.createProduction.body }
    assert.deepEqual(findUnversionedPuts([planted], {}), [
      'updateProduction: the resource has a version; require it in the body, or say why not',
    ])
    assert.deepEqual(findUnversionedPuts([planted], { updateProduction: 'planted' }), [])
    assert.deepEqual(findUnversionedPuts([updateProduction], { updateProduction: 'planted' }), [
      'updateProduction is no exception any more; remove it',
    ])
    assert.deepEqual(findUnversionedPuts([{ ...updateProduction, errors: [] }], {}), [
      'updateProduction: the body has a version; declare ConflictError',
    ])
  })
})

describe('the service', () => {
  let kit: TestService
  let estate: Estate
  let ids: Ids
  before(async () => {
    kit = await startTestService()
    estate = await buildEstate(kit)
    const place = { accountId: kit.accountId, id: Number(estate.ids['thesaurus/id']) }
    const [entry] = await kit.admin.thesauri.writeEntries({ ...place, body: [{ label: 'Another word' }] })
    ids = { ...estate.ids, entryId: entry!.id }
  })
  after(() => kit.stop())

  for (const endpoint of endpoints.filter(({ method }) => method === 'PUT').filter(hasVersion)) {
    // http-24, http-25
    test(`compares the version in ${endpoint.id}`, async () => {
      // Saved searches are shown to those alone who saved them.
      const { token } = (endpoint.id === 'updateSavedSearch' ? estate.member : kit.admin).options
      const send = (body: object) =>
        call(kit.url, endpoint, { token, ids, body: { ...body, ...contents[endpoint.id] } })
      assert.deepEqual(await findVersionFaults(endpoint, send), [])
    })
  }
})

test('a service that does not compare versions is found', async () => {
  const { updateRole } = contract.productions
  const conflict = { status: 409, error: { type: 'ConflictError', data: { version: 3 } } } as never
  const careless = async () => ({ status: 200, error: undefined })
  assert.deepEqual(await findVersionFaults(updateRole, careless), ['updateRole answers 200 to another version'])
  const silent = async () => ({ status: 409, error: undefined })
  assert.deepEqual(await findVersionFaults(updateRole, silent), ['updateRole does not say which version is stored'])
  const lenient = async (body: { version?: number }) =>
    body.version === 999_999 ? conflict : { status: 200, error: undefined }
  assert.deepEqual(await findVersionFaults(updateRole, lenient), [
    'updateRole answers 200 without a version',
    'updateRole answers 200 to a replaced version',
  ])
})
