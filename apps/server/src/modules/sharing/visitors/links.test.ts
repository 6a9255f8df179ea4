/** Download links that were made through a share: they end with it. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ShareObject, SharePermission } from '@rushes/contract'
import { addFile } from '../../../../test/scene/add-file.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
})
after(() => kit.stop())

/** A visitor's link to the original of a clip in the shared collection. */
async function makeLink(permissions: SharePermission[] = ['VIEW', 'DOWNLOAD']) {
  const collection = await scene.createCollection()
  const clip = await scene.createClip(collection.id)
  const share = await scene.createShare(collection.id, { permissions })
  const visitor = await scene.visit(share)
  const { id } = await addFile(kit, scene.prId, clip.moId, new TextEncoder().encode('bytes'), { type: 'RAW' })
  const link = await (await visitor.media.getDownloadLink({ prId: scene.prId, id: clip.moId, moiId: id })).text()
  const getStatus = async () => (await fetch(link)).status
  assert.equal(await getStatus(), 200)
  return { share, clip, collection, getStatus }
}

type Made = Awaited<ReturnType<typeof makeLink>>

const ends: [name: string, end: (made: Made) => Promise<unknown>, status: number][] = [
  ['is deleted', ({ share: { id } }) => scene.owner.sharing.deleteShare({ prId: scene.prId, id }), 403],
  [
    'gets another password',
    ({ share: { id } }) => scene.owner.sharing.setSharePassword({ prId: scene.prId, id, body: 'sesame 12' }),
    403,
  ],
  ['loses DOWNLOAD', ({ share }) => replace(share, { permissions: ['VIEW'] }), 403],
  [
    'has the clip no longer',
    ({ clip, collection: { id } }) =>
      scene.owner.collections.detachEntry({ prId: scene.prId, id, annotationId: clip.moaId }),
    404,
  ],
]

function replace(share: ShareObject, change: Partial<ShareObject>) {
  const { permissions = [], version } = { ...share, ...change }
  return scene.owner.sharing.updateShare({ prId: scene.prId, id: share.id, body: { permissions, version } })
}

for (const [name, end, status] of ends) {
  test(`a link made through a share that ${name} opens nothing from then on`, async () => {
    const made = await makeLink()
    await end(made)
    assert.equal(await made.getStatus(), status)
  })
}

// sharing-22
test('a visit that lies unused for an hour takes its links with it; reading through them is use', async () => {
  const { getStatus } = await makeLink()
  for (let minutes = 0; minutes < 120; minutes += 40) {
    kit.clock.advance(40 * 60_000)
    assert.equal(await getStatus(), 200)
  }
  kit.clock.advance(61 * 60_000)
  assert.equal(await getStatus(), 403)
})
