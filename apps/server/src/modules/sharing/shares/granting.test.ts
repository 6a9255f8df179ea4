/** A share grants no more than its creator holds: "403 naming the missing right". */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ProductionRight, type SharePermission, sharePermissions } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

/** The right that each permission needs of the person who adds it. */
const needed: Readonly<Record<SharePermission, ProductionRight>> = {
  VIEW: 'PRODUCTION_VIEW',
  DOWNLOAD_PROXY: 'PRODUCTION_VIEW',
  DOWNLOAD: 'LIBRARY_DOWNLOAD',
  UPLOAD: 'LIBRARY_UPLOAD',
  REVIEW: 'REVIEW_EDIT',
  ANNOTATE: 'REVIEW_EDIT',
  REVIEW_STATUS_EDIT: 'REVIEW_STATUS_EDIT',
}
const allNeeded = [...new Set(Object.values(needed))]

let kit: TestService
let prId: number
let id: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  id = (await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })).id
})
after(() => kit.stop())

const createSharer = async (rights: readonly ProductionRight[]) =>
  (await kit.createMember(prId, { rights: ['LIBRARY_SHARE', ...rights] })).api

describe('a person who lacks the right of a permission', () => {
  for (const permission of sharePermissions) {
    const right = needed[permission]
    // sharing-14
    test(`${permission} needs ${right}: in a new share, and in one that did not have it`, async () => {
      const without = await createSharer(allNeeded.filter(held => held !== right))
      await assert.rejects(
        without.sharing.createShare({ prId, id, body: { permissions: [permission] } }),
        refusal(403, right),
      )
      const holder = await createSharer(['PRODUCTION_VIEW', right])
      const share = await holder.sharing.createShare({ prId, id, body: { permissions: [permission] } })
      if (permission === 'VIEW') return
      const seenOnly = await kit.admin.sharing.createShare({ prId, id })
      const body = { version: seenOnly.version, permissions: [permission] }
      await assert.rejects(without.sharing.updateShare({ prId, id: seenOnly.id, body }), refusal(403, right))
      assert.equal((await kit.admin.sharing.getShare({ prId, id: seenOnly.id })).version, seenOnly.version)
      const widened = await holder.sharing.updateShare({ prId, id: seenOnly.id, body })
      assert.deepEqual(widened.permissions, share.permissions)
    })
  }

  for (const permission of ['DOWNLOAD', 'UPLOAD', 'REVIEW', 'REVIEW_STATUS_EDIT'] as const) {
    // sharing-1, sharing-5
    test(`sees no token of a share with ${permission}, which would give them that`, async () => {
      const without = await createSharer(allNeeded.filter(held => held !== needed[permission]))
      const { token, ...share } = await kit.admin.sharing.createShare({ prId, id, body: { permissions: [permission] } })
      const seen = await without.sharing.getShare({ prId, id: share.id })
      assert.deepEqual({ ...seen, hrefs: share.hrefs }, share)
      const listed = (await without.sharing.listShares({ prId, query: { limit: 100 } })).items.find(
        item => item.id === share.id,
      )
      assert.ok(listed && !('token' in listed))
      assert.ok(!('token' in (await without.sharing.updateShare({ prId, id: share.id, body: share }))))
      const holder = await createSharer(['PRODUCTION_VIEW', needed[permission]])
      assert.equal((await holder.sharing.getShare({ prId, id: share.id })).token, token)
    })
  }

  // sharing-15
  test('leaves as they are what somebody else has granted: "an unchanged PUT stays 200"', async () => {
    const share = await kit.admin.sharing.createShare({ prId, id, body: { permissions: [...sharePermissions] } })
    const sharer = await createSharer(['PRODUCTION_VIEW'])
    const { version, permissions } = await sharer.sharing.updateShare({ prId, id: share.id, body: share })
    assert.deepEqual(permissions, share.permissions)
    const less = { version, permissions: ['VIEW', 'DOWNLOAD'] as const }
    const narrowed = await sharer.sharing.updateShare({
      prId,
      id: share.id,
      body: { ...less, permissions: [...less.permissions] },
    })
    assert.deepEqual(narrowed.permissions, ['VIEW', 'DOWNLOAD'])
    const again = { version: narrowed.version, permissions: ['VIEW', 'DOWNLOAD', 'UPLOAD'] as SharePermission[] }
    await assert.rejects(
      sharer.sharing.updateShare({ prId, id: share.id, body: again }),
      refusal(403, 'LIBRARY_UPLOAD'),
    )
  })
})

// sharing-15
test('"later losses of rights do not change existing shares"', async () => {
  const { user, api } = await kit.createMember(prId, {
    rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE', 'REVIEW_EDIT'],
  })
  const share = await api.sharing.createShare({ prId, id, body: { permissions: ['REVIEW'] } })
  await kit.admin.productions.updateParticipant({
    prId,
    userId: user.id,
    body: { rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE'] },
  })
  await assert.rejects(api.sharing.createShare({ prId, id, body: { permissions: ['REVIEW'] } }), refusal(403))
  const kept = await api.sharing.updateShare({ prId, id: share.id, body: share })
  assert.deepEqual(kept.permissions, share.permissions)
})

// sharing-16
test('an API token grants no more than what it is confined to', async () => {
  const { user, api } = await kit.createMember(prId, {
    rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE', 'LIBRARY_DOWNLOAD'],
  })
  const body = { rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE'] as ('PRODUCTION_VIEW' | 'LIBRARY_SHARE')[] }
  const { token } = await api.authentication.createAccessToken({ id: user.id, body })
  const program = kit.client(token)
  const permissions: SharePermission[] = ['DOWNLOAD']
  await assert.rejects(
    program.sharing.createShare({ prId, id, body: { permissions } }),
    refusal(403, 'LIBRARY_DOWNLOAD'),
  )
  await api.sharing.createShare({ prId, id, body: { permissions } })
})
