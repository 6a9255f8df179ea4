/** "all optional": typed clients send null for members that are not set, which is the same as leaving them out. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@rushes/client'
import type { Annotation, JsonPatch } from '@rushes/contract'
import { createClip } from '../../src/modules/annotations/testing/create-clip.ts'
import { startTestService, type TestService } from '../service.ts'
import { fetchWithNulls } from './null-members.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

const asTyped = (token?: string) =>
  createClient({ baseUrl: kit.url, fetch: fetchWithNulls, ...(token === undefined ? {} : { token }) })

const post = (path: string, body: unknown) =>
  fetch(`${kit.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

// http-11
test('requests of a typed client do what they do without the nulls', async () => {
  const api = asTyped(kit.admin.options.token)
  const { id: eoId } = await api.collections.createCollection({ prId, body: { title: 'Selection' } })
  await api.collections.attachEntries({ prId, id: eoId, body: [{ mediaObjectId: moId }] })
  const comment = await api.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: { description: 'Brighter', start: 3 },
  })
  assert.equal(comment.description, 'Brighter')
  assert.equal(comment.relatedToId, undefined)
  const placeholder = await api.uploads.createMediaObjects({ prId, body: { name: 'Placeholder' } })
  assert.ok(!Array.isArray(placeholder) && placeholder.mediaObjectId)
  const share = await api.sharing.createShare({ prId, id: eoId, body: { label: 'Have a look', permissions: ['VIEW'] } })
  const { token } = await asTyped(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const identified = await asTyped(token).sharing.identify({
    prId,
    body: { username: 'ada', email: 'ada@example.org' },
  })
  assert.equal(identified.sharedUser.username, 'ada')
  const { id: thesaurusId } = await api.thesauri.createThesaurus({
    accountId: kit.accountId,
    body: { label: 'Genres' },
  })
  assert.ok(thesaurusId)
})

// http-11
test('null stays wrong where a member is required', async () => {
  const answer = await post(`/production`, { accountId: kit.accountId, name: null })
  assert.equal(answer.status, 400)
})

// http-12
test('null stays a value where any value may be', async () => {
  const path = `/production/${prId}/mo/${moId}/comment`
  const answer = await post(path, { description: null, start: 4, customFields: { note: null } })
  assert.equal(answer.status, 201)
  const { id, description, customFields } = (await answer.json()) as Annotation
  assert.equal(description, undefined)
  assert.deepEqual(customFields, { note: null })
  const patch: JsonPatch = [{ op: 'add', path: '/customFields/note', value: null }]
  const patched = await asTyped(kit.admin.options.token).annotations.patchAnnotation({ prId, anId: id, body: patch })
  assert.deepEqual(patched.customFields, { note: null })
})

// http-13
test('a fault in one thing of a list names that thing alone', async () => {
  const answer = await post(`/production/${prId}/mo`, [{ name: 'a' }, { name: 'b', fileName: 'b.mov', size: -1 }])
  assert.equal(answer.status, 400)
  const { data } = (await answer.json()) as { data: { path: string }[] }
  assert.deepEqual(
    data.map(({ path }) => path),
    ['/1/size'],
  )
})
