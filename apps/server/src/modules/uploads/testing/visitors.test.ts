import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { SharePermission } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

/** A collection, and a way for visitors into it. */
async function createShare(...permissions: SharePermission[]) {
  const { id: eoId } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  const share = await kit.admin.sharing.createShare({ prId, id: eoId, body: { permissions } })
  const visit = async (body = {}) => {
    const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body })
    return kit.client(token)
  }
  const comeBack = (earlier: Client) => visit({ previousToken: earlier.options.token! })
  const visitAs = async (username: string) => {
    const body = { username, email: `${username}@example.org` }
    return kit.client((await (await visit()).sharing.identify({ prId, body })).token)
  }
  return { eoId, share, visit, visitAs, comeBack }
}

const listNames = async (api: Client) => {
  const { items } = await api.media.listMediaObjects({ prId })
  return items.map(clip => clip.name)
}

// uploads-12
test('a visitor with UPLOAD uploads into the shared collection and ends the upload itself', async () => {
  const { share, visit } = await createShare('VIEW', 'UPLOAD')
  const visitor = await visit()
  const clip = await beginUpload(visitor, prId, 100, { name: 'From outside' })
  assert.equal(clip.createdByShareId, share.id)
  assert.deepEqual(await listNames(visitor), ['From outside'])
  assert.equal((await putChunk(clip.location, 0, makeBytes(100))).status, 204)
  assert.equal((await visitor.uploads.getUpload({ prId, id: clip.id })).complete, true)
  const closed = await visitor.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
  assert.equal(closed.createdByShareId, share.id)
})

// uploads-4
test('a visitor without UPLOAD creates nothing', async () => {
  const { visit } = await createShare('VIEW')
  await assert.rejects(beginUpload(await visit(), prId, 1), refusal(403, 'UPLOAD'))
})

// uploads-12
test('a visitor attaches to nothing outside the share', async () => {
  const [inside, outside] = [await createShare('VIEW', 'UPLOAD'), await createShare('VIEW')]
  const visitor = await inside.visit()
  await assert.rejects(beginUpload(visitor, prId, 1, { attachToEoId: outside.eoId }), refusal(404))
  await beginUpload(visitor, prId, 1, { attachToEoId: inside.eoId })
})

// uploads-33
test('to a visitor the uploads of others do not exist, those through the same share among them', async () => {
  const { eoId, visit, visitAs } = await createShare('VIEW', 'UPLOAD')
  const [one, two] = [await visit(), await visit()]
  const uploads = [
    await beginUpload(one, prId, 10),
    await beginUpload(kit.admin, prId, 10, { attachToEoId: eoId }),
    await beginUpload(kit.admin, prId, 10),
    await beginUpload(await visitAs('alice'), prId, 10),
  ]
  for (const { id } of uploads) {
    for (const call of ['getUpload', 'closeUpload', 'cancelUpload'] as const) {
      await assert.rejects(two.uploads[call]({ prId, id }), refusal(404))
    }
  }
  await kit.admin.uploads.cancelUpload({ prId, id: uploads[0]!.id })
})

test('a session that continues an earlier one goes on with its upload; one that claims its name does not', async () => {
  const { visitAs, visit, comeBack } = await createShare('VIEW', 'UPLOAD')
  const carol = await visitAs('carol')
  const clip = await beginUpload(carol, prId, 10)
  const sharedUserId = clip.createdBySharedUserId!
  const claimed = (await (await visit()).sharing.identify({ prId, body: { sharedUserId } })).token
  for (const claimant of [kit.client(claimed), await visitAs('carol')]) {
    for (const call of ['getUpload', 'closeUpload', 'cancelUpload'] as const) {
      await assert.rejects(claimant.uploads[call]({ prId, id: clip.id }), refusal(404))
    }
  }
  const later = await comeBack(carol)
  assert.equal((await later.uploads.getUpload({ prId, id: clip.id })).size, 10)
  await later.uploads.cancelUpload({ prId, id: clip.id })
  await assert.rejects(later.uploads.getUpload({ prId, id: clip.id }), refusal(404))
})

// workflows-10
test('the progress of an ingest is read by the session that started it and those that continue it only', async () => {
  const { visitAs, visit, comeBack } = await createShare('VIEW', 'UPLOAD')
  const follow = async (api: Client, id: string) => {
    const headers = { authorization: `Bearer ${api.options.token}` }
    const address = `${kit.url}/production/${prId}/workflow/${id}/progress`
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(60_000) })
    await answer.text()
    return answer.status
  }
  const ingest = async (api: Client) => {
    const { id, location, workflowId } = await beginUpload(api, prId, 10)
    await putChunk(location, 0, makeBytes(10))
    const { createdBySharedUserId } = await api.uploads.closeUpload({ prId, id })
    return { workflowId, createdBySharedUserId }
  }
  const [unnamed, erin] = [await visit(), await visitAs('erin')]
  const [early, named] = [await ingest(unnamed), await ingest(erin)]
  const claim = async (api: Client, body: object) => kit.client((await api.sharing.identify({ prId, body })).token)
  const claimants = [
    await visit(),
    await visitAs('erin'),
    await claim(await visit(), { sharedUserId: named.createdBySharedUserId }),
  ]
  for (const claimant of claimants) {
    for (const { workflowId } of [early, named]) assert.equal(await follow(claimant, workflowId), 404)
  }
  const identified = await claim(unnamed, { username: 'frank', email: 'frank@example.org' })
  for (const api of [unnamed, identified, await comeBack(identified)]) {
    assert.equal(await follow(api, early.workflowId), 200)
  }
  for (const api of [erin, await comeBack(erin), kit.admin]) assert.equal(await follow(api, named.workflowId), 200)
})

test('originals need the permission DOWNLOAD, and a visitor deletes no clip', async () => {
  for (const permissions of [
    ['VIEW', 'UPLOAD'],
    ['VIEW', 'UPLOAD', 'DOWNLOAD'],
  ] satisfies SharePermission[][]) {
    const visitor = await (await createShare(...permissions)).visit()
    const clip = await beginUpload(visitor, prId, 0)
    const closed = await visitor.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    const link = visitor.media.getDownloadLink({ prId, id: clip.id, moiId: closed.mediaObjectInstances![0]!.id })
    if (permissions.includes('DOWNLOAD')) assert.equal((await link).status, 200)
    else await assert.rejects(link, refusal(403, 'DOWNLOAD'))
    await assert.rejects(visitor.media.deleteMediaObject({ prId, id: clip.id }), refusal(403, 'LIBRARY_DELETE'))
  }
})

test('the upload of a visitor ends with the share, and goes on in a later visit of the same person', async () => {
  const { share, visitAs, comeBack } = await createShare('VIEW', 'UPLOAD')
  const bytes = makeBytes(10)
  const dave = await visitAs('dave')
  const clip = await beginUpload(dave, prId, bytes.length)
  let { location } = clip
  const put = async (position: number) => (await putChunk(location, position, bytes.slice(position))).status
  assert.equal(await put(9), 204)
  // "expire after one hour of inactivity": chunks are activity.
  for (const position of [8, 7]) {
    kit.clock.advance(50 * 60_000)
    assert.equal(await put(position), 204)
  }
  kit.clock.advance(61 * 60_000)
  assert.equal(await put(6), 403)
  const later = await comeBack(dave)
  const state = await later.uploads.getUpload({ prId, id: clip.id })
  assert.deepEqual(state.missing, [[0, 7]])
  assert.equal(await put(5), 403)
  location = state.location!
  assert.equal(await put(5), 204)
  kit.clock.advance(-161 * 60_000)
  await kit.admin.sharing.deleteShare({ prId, id: share.id })
  assert.equal(await put(0), 403)
})
