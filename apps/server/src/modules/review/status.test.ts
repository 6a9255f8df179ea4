/** The review status: "stored in `reviewStatus` on the MediaObjectAnnotation and set by PATCH add of `/reviewStatus`". */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@rushes/client'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createClip } from './testing/scene.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

const setStatus = (value: unknown, api: Client = kit.admin) =>
  api.annotations.patchMediaObjectAnnotation({ prId, moId, body: [{ op: 'add', path: '/reviewStatus', value }] })

const configure = (...ids: string[]) =>
  kit.admin.productions.updateSetting({
    prId,
    key: 'reviewStatusConfig',
    body: { possibleValues: ids.map(id => ({ id, label: id })) },
  })

// review-1, review-2
test('the default values are APPROVED and NOT_APPROVED; another is 422 and tells the possible ones', async () => {
  assert.equal((await setStatus('APPROVED')).reviewStatus, 'APPROVED')
  await assert.rejects(setStatus('NEEDS_WORK'), error => {
    assert.ok(error instanceof Error && 'data' in error)
    assert.equal(error.name, 'ValidationError')
    const [fault] = error.data as { path: string; possibleValues: string[] }[]
    assert.equal(fault?.path, '/reviewStatus')
    assert.deepEqual(fault?.possibleValues, ['NOT_APPROVED', 'APPROVED'])
    return true
  })
  for (const value of ['', 'approved', 5, {}]) await assert.rejects(setStatus(value), { name: 'ValidationError' })
})

// review-2, review-4
test('a setting that changes later leaves what is stored, and counts for the next change', async () => {
  await configure('NOT_APPROVED', 'NEEDS_WORK')
  const read = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.equal(read.reviewStatus, 'APPROVED', 'as it was set')
  const body = [{ op: 'add' as const, path: '/description', value: 'x' }]
  assert.equal(
    (await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })).reviewStatus,
    'APPROVED',
    'a patch of something else does not ask',
  )
  assert.equal((await setStatus('NEEDS_WORK')).reviewStatus, 'NEEDS_WORK')
  await assert.rejects(setStatus('APPROVED'), { name: 'ValidationError' })
  const cleared = await kit.admin.annotations.patchMediaObjectAnnotation({
    prId,
    moId,
    body: [{ op: 'remove', path: '/reviewStatus' }],
  })
  assert.equal(cleared.reviewStatus, undefined)
})

// review-3
test('it needs REVIEW_STATUS_EDIT, by the clip’s address and by the annotation’s', async () => {
  await configure('APPROVED')
  const { api: chief } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_STATUS_EDIT'] })
  const { api: other } = await kit.createMember(prId, {
    rights: ['PRODUCTION_VIEW', 'LIBRARY_UPDATE_METADATA', 'REVIEW_EDIT', 'REVIEW_EDIT_ALL'],
  })
  assert.equal((await setStatus('APPROVED', chief)).reviewStatus, 'APPROVED')
  const forbidden = { name: 'ForbiddenError', data: { right: 'REVIEW_STATUS_EDIT' } }
  await assert.rejects(setStatus('APPROVED', other), forbidden)
  const { id } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  const body = [{ op: 'add' as const, path: '/reviewStatus', value: 'APPROVED' }]
  assert.equal((await chief.annotations.patchAnnotation({ prId, anId: id, body })).reviewStatus, 'APPROVED')
  await assert.rejects(other.annotations.patchAnnotation({ prId, anId: id, body }), forbidden)
})

// productions-40, review-42
test('the statuses are listed for the team and for visitors, who read no other setting', async () => {
  const body = {
    possibleValues: ['PLAIN', { id: 'AGAIN', label: 'Once more', color: '#d03a2f', kind: 'NEEDS_CHANGES', theirs: 1 }],
  }
  await kit.admin.productions.updateSetting({ prId, key: 'reviewStatusConfig', body })
  const collection = await kit.admin.collections.createCollection({ prId, body: { title: 'Shared' } })
  const share = await kit.admin.sharing.createShare({ prId, id: collection.id, body: {} })
  const { token } = await kit.client(share.token ?? '').sharing.loginToShare({ prId, id: share.id, body: {} })
  const visitor = kit.client(token)
  for (const api of [kit.admin, visitor]) {
    assert.deepEqual((await api.productions.listReviewStatuses({ prId })).items, [
      { id: 'PLAIN', label: 'PLAIN' },
      { id: 'AGAIN', label: 'Once more', color: '#d03a2f', kind: 'NEEDS_CHANGES' },
    ])
  }
  await assert.rejects(visitor.productions.getSetting({ prId, key: 'reviewStatusConfig' }), { name: 'ForbiddenError' })
  const { id: other } = await kit.createProduction('Another')
  await assert.rejects(visitor.productions.listReviewStatuses({ prId: other }), { name: 'NotFoundError' })
  assert.deepEqual(
    (await kit.admin.productions.listReviewStatuses({ prId: other })).items.map(({ id }) => id),
    ['NOT_APPROVED', 'APPROVED'],
  )
})
