/** The table "Annotations" of the interface, row by row: success code, rights, and what is not found. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ProductionRight } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { defineWorkflow, startWorkflow } from '../../workflows/index.ts'
import { createAnnotation } from '../index.ts'
import { createClip } from './create-clip.ts'

let kit: TestService
let prId: number
let moId: number
let anId: number
let viewer: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
})
beforeEach(async () => {
  moId = await createClip(kit, prId)
  anId = (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: { start: 1, end: 5 } })).id
})
after(() => kit.stop())

async function send(api: Client, method: string, path: string, body?: unknown) {
  const response = await fetch(kit.url + path, {
    method,
    headers: {
      authorization: `Bearer ${api.options.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const member = async (...rights: ProductionRight[]) => (await kit.createMember(prId, { rights })).api
const describeAs = [{ op: 'add', path: '/description', value: 'text' }]

interface Row {
  /** As stored in the table. */
  says: string
  method: string
  path: () => string
  body?: unknown
  status: number
  /** A right that suffices beside PRODUCTION_VIEW; nothing: PRODUCTION_VIEW alone. */
  right?: ProductionRight
  /** Another address of the same, where nothing is. */
  nowhere: () => string
}

const unknown = 999_999_999
const search = '?q=*&rows=1&isCompressed=true&facet.field=funnel'
const production = () => `/production/${prId}`
const clip = () => `/production/${prId}/mo/${moId}`
const noClip = () => `/production/${prId}/mo/${unknown}`
const noProduction = () => `/production/${unknown}`

const rows: Row[] = [
  {
    says: 'GET `…/mo/{moId}/moa`: 200; 403 PRODUCTION_VIEW or VIEW on the media object; 404',
    method: 'GET',
    path: () => `${clip()}/moa?includeMediaObject=true&includeTranslatedToIds=true`,
    status: 200,
    nowhere: () => `${noClip()}/moa`,
  },
  {
    says: 'PATCH `…/mo/{moId}/moa`: 200; 403 LIBRARY_UPDATE_METADATA or MANAGE on the media object; 404; 409; 422',
    method: 'PATCH',
    path: () => `${clip()}/moa`,
    body: describeAs,
    status: 200,
    right: 'LIBRARY_UPDATE_METADATA',
    nowhere: () => `${noClip()}/moa`,
  },
  {
    says: 'PATCH `/production/{prId}/an/{anId}`',
    method: 'PATCH',
    path: () => `${production()}/an/${anId}`,
    body: describeAs,
    status: 200,
    right: 'LOG_EDIT',
    nowhere: () => `${production()}/an/${unknown}`,
  },
  {
    says: 'GET `…/mo/{moId}/an`: 200; 403 PRODUCTION_VIEW; 404',
    method: 'GET',
    path: () => `${clip()}/an${search}`,
    status: 200,
    nowhere: () => `${noClip()}/an`,
  },
  {
    says: 'GET `/production/{prId}/an`: 200; 403; 404',
    method: 'GET',
    path: () => `${production()}/an${search}`,
    status: 200,
    nowhere: () => `${noProduction()}/an`,
  },
  {
    says: 'GET `/production/{prId}/an/search`: 200; 403; 404',
    method: 'GET',
    path: () => `${production()}/an/search${search}`,
    status: 200,
    nowhere: () => `${noProduction()}/an/search`,
  },
  {
    says: 'GET `…/mo/{moId}/an/search` (deprecated): 200; 403; 404',
    method: 'GET',
    path: () => `${clip()}/an/search${search}`,
    status: 200,
    nowhere: () => `${noClip()}/an/search`,
  },
  {
    says: 'POST `…/mo/{moId}/{type}` (type: clip): 201; 403 LOG_EDIT; 404; 422',
    method: 'POST',
    path: () => `${clip()}/clip`,
    body: { start: 1, end: 2 },
    status: 201,
    right: 'LOG_EDIT',
    nowhere: () => `${noClip()}/clip`,
  },
  {
    says: 'POST `…/mo/{moId}/{type}` (type: comment), where "create comment" needs REVIEW_EDIT',
    method: 'POST',
    path: () => `${clip()}/comment`,
    body: { start: 1, end: 2 },
    status: 201,
    right: 'REVIEW_EDIT',
    nowhere: () => `${noClip()}/comment`,
  },
  {
    says: 'DELETE `/production/{prId}/an/{id}`: query `detachAssemble`, `deleteAssemble`',
    method: 'DELETE',
    path: () => `${production()}/an/${anId}?detachAssemble=true&deleteAssemble=false`,
    status: 200,
    right: 'LOG_EDIT',
    nowhere: () => `${production()}/an/${unknown}`,
  },
  {
    says: 'POST `/production/{prId}/an/bulk_workflow`',
    method: 'POST',
    path: () => `${production()}/an/bulk_workflow`,
    body: { actions: [], parameters: {}, waitForIndex: false, workflowLabel: 'Nothing' },
    status: 200,
    right: 'LOG_EDIT',
    nowhere: () => `${noProduction()}/an/bulk_workflow`,
  },
  {
    says: 'DELETE `/production/{prId}/an/bulk`',
    method: 'DELETE',
    path: () => `${production()}/an/bulk`,
    body: { actions: [] },
    status: 200,
    right: 'LOG_EDIT',
    nowhere: () => `${noProduction()}/an/bulk`,
  },
]

describe('the table', () => {
  for (const { says, method, path, body, status, right, nowhere } of rows) {
    test(says, async () => {
      if (right !== undefined) {
        const refused = await send(viewer, method, path(), body)
        assert.deepEqual([refused.status, refused.body.type], [403, 'ForbiddenError'])
        assert.match(refused.body.data.right, new RegExp(`\\b${right}\\b`), 'the missing right is named')
      }
      const outsider = (await kit.createUser()).api
      assert.equal((await send(outsider, method, path(), body)).status, 403)
      const missing = await send(kit.admin, method, nowhere(), body)
      assert.deepEqual([missing.status, missing.body.type], [404, 'NotFoundError'])
      const api = right === undefined ? viewer : await member('PRODUCTION_VIEW', right)
      const done = await send(api, method, path(), body)
      assert.equal(done.status, status, JSON.stringify(done.body))
    })
  }

  for (const path of ['/an', '/mo/{moId}/an']) {
    // annotations-31
    test(`GET \`…${path}/query\`: 200; 403 DEVOPS; 404`, async () => {
      const address = (production: number, clip: number) =>
        `/production/${production}${path.replace('{moId}', String(clip))}/query?fq=mediaObjectId:${clip}&limit=5&offset=0`
      const refused = await send(viewer, 'GET', address(prId, moId))
      assert.deepEqual([refused.status, refused.body.data], [403, { right: 'DEVOPS' }])
      const found = await send(kit.admin, 'GET', address(prId, moId))
      assert.equal(found.status, 200)
      assert.ok(found.body.results.some((result: { id: number }) => result.id === anId))
      assert.equal((await send(kit.admin, 'GET', address(unknown, unknown))).status, 404)
    })
  }

  // annotations-32
  test('GET `/account/{aId}/an/search`: 200; 404', async () => {
    assert.equal((await send(viewer, 'GET', `/account/${kit.accountId}/an/search${search}`)).status, 200)
    assert.equal((await send(kit.admin, 'GET', `/account/${unknown}/an/search`)).status, 404)
  })

  // annotations-33
  test('GET `/an`: "same, across all accessible productions": 200; 403 SUPPORT', async () => {
    const refused = await send(viewer, 'GET', `/an${search}`)
    assert.deepEqual([refused.status, refused.body.data], [403, { right: 'SUPPORT' }])
    assert.equal((await send(kit.admin, 'GET', `/an${search}`)).status, 200)
  })
})

describe('the flags of `moa`', () => {
  const get = (query: string) => send(kit.admin, 'GET', `${clip()}/moa?${query}`)

  // annotations-7
  test('includeMediaObject brings the clip, and nothing else does', async () => {
    assert.equal((await get('')).body.mediaObject, undefined)
    assert.equal((await get('includeMediaObject=false')).body.mediaObject, undefined)
    assert.equal((await get('includeMediaObject=true')).body.mediaObject.id, moId)
  })

  // annotations-7
  test('includeMediaObjectInstanceType and includeMediaObjectWorkflowReportType bring those of these types', async () => {
    const definition = defineWorkflow<object, 'wait'>({
      name: 'waits',
      tasks: { wait: { attempts: 1, retryDelayMs: 1, timeoutMs: 60_000 } },
    })
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      startWorkflow(ctx, definition, { productionId: prId, mediaObjectId: moId, input: {} }),
    )
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await send(kit.admin, 'PUT', `${clip()}/screenshot`, { screenshot: [...png], screenshotType: 'image/png' })
    const types = async (query: string) => {
      const { mediaObject } = (await get(query)).body
      const of = (items: { type: string }[] | undefined) => items?.map(item => item.type)
      return [of(mediaObject.mediaObjectInstances), of(mediaObject.wfr)]
    }
    assert.deepEqual(await types('includeMediaObjectInstanceType=THUMB'), [['THUMB'], undefined])
    assert.deepEqual(await types('includeMediaObjectInstanceType=RAW,THUMB'), [['THUMB'], undefined])
    assert.deepEqual(await types('includeMediaObjectInstanceType=RAW&includeMediaObjectWorkflowReportType=waits'), [
      [],
      ['waits'],
    ])
    assert.deepEqual(await types('includeMediaObjectWorkflowReportType=ingest'), [[], []])
  })

  // annotations-7
  test('includeTranslatedToIds names what was translated from it', async () => {
    const own = (await get('')).body
    const { id } = await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      createAnnotation(ctx, {
        ...{ productionId: prId, mediaObjectId: moId, translatedFromId: own.id, language: 'nl' },
        ...{ objectType: 'StructuredAnnotation', funnel: 'Data' },
      }),
    )
    assert.equal(own.translatedToIds, undefined)
    assert.deepEqual((await get('includeTranslatedToIds=true')).body.translatedToIds, [id])
    assert.equal((await kit.admin.annotations.getAnnotation({ prId, anId: id })).translatedFromId, own.id)
  })

  // annotations-7
  test('that are no flags are a malformed request', async () => {
    assert.equal((await get('includeMediaObject=perhaps')).status, 400)
    assert.equal((await get('includeTranslatedToIds=1e9')).status, 400)
  })
})
