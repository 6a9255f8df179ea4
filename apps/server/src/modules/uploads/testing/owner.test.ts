import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ProductionRight, User } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, createClips, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const createMember = async (...rights: ProductionRight[]) =>
  (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', ...rights] })).api
const bytes = makeBytes(100)

describe('an upload belongs to who began it', () => {
  // uploads-33
  test('others with LIBRARY_UPLOAD neither read its state, nor close, nor cancel it', async () => {
    const [owner, other] = [await createMember('LIBRARY_UPLOAD'), await createMember('LIBRARY_UPLOAD')]
    const { id, location } = await beginUpload(owner, prId, bytes.length)
    await putChunk(location, 0, bytes)
    await assert.rejects(other.uploads.getUpload({ prId, id }), refusal(403))
    await assert.rejects(other.uploads.closeUpload({ prId, id, body: {} }), refusal(403))
    await assert.rejects(other.uploads.cancelUpload({ prId, id }), refusal(403, 'LIBRARY_DELETE'))
    assert.equal((await owner.uploads.getUpload({ prId, id })).complete, true)
    await owner.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
    await assert.rejects(other.uploads.getUpload({ prId, id }), refusal(403))
  })

  // uploads-33
  test('who may delete the clip may cancel an upload that was abandoned, and no more', async () => {
    const owner = await createMember('LIBRARY_UPLOAD')
    const { id, location } = await beginUpload(owner, prId, bytes.length)
    for (const manager of [
      await createMember('LIBRARY_DELETE'),
      await createMember('LIBRARY_DELETE', 'LIBRARY_UPLOAD'),
    ])
      await assert.rejects(manager.uploads.getUpload({ prId, id }), refusal(403))
    await (await createMember('LIBRARY_DELETE')).uploads.cancelUpload({ prId, id })
    assert.equal((await putChunk(location, 0, bytes)).status, 404)
  })

  // uploads-33
  test('SUPPORT may do what its owner may', async () => {
    const owner = await createMember('LIBRARY_UPLOAD')
    const { id } = await beginUpload(owner, prId, bytes.length)
    const { location } = await kit.admin.uploads.getUpload({ prId, id })
    assert.equal((await putChunk(location!, 0, bytes)).status, 204)
    await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  })

  // uploads-50
  test('a synchronization by somebody else gets no location of it', async () => {
    const rights = ['LIBRARY_UPLOAD', 'LIBRARY_UPDATE_METADATA'] as const
    const [owner, other] = [await createMember(...rights), await createMember(...rights)]
    const begun = await beginUpload(owner, prId, bytes.length, { name: 'Synchronized' })
    const again = {
      name: 'Synchronized',
      fileName: 'interview.mov',
      size: bytes.length,
      resolveMethod: 'NAME',
    } as const
    const [found] = await createClips(other, prId, again)
    assert.deepEqual([found!.mediaObjectId, found!.location, found!.uploadId], [begun.id, undefined, undefined])
    const [own] = await createClips(owner, prId, again)
    assert.equal(own!.location, begun.location)
  })

  // uploads-34
  test('one begun with an API token belongs to its user', async () => {
    const { user, api } = await kit.createMember(prId, { rights: ['LIBRARY_UPLOAD'] })
    const { id: tokenId, token } = await api.authentication.createAccessToken({ id: user.id, body: {} })
    const clip = await beginUpload(kit.client(token), prId, bytes.length)
    const { location } = await api.uploads.getUpload({ prId, id: clip.id })
    assert.equal((await putChunk(clip.location, 0, bytes.slice(0, 50))).status, 204)
    await api.authentication.logout()
    assert.equal((await putChunk(clip.location, 50, bytes.slice(50))).status, 204, 'it lives as long as the token')
    assert.equal((await putChunk(location!, 50, bytes.slice(50))).status, 403)
    await kit.client(token).authentication.deleteAccessToken({ id: user.id, tokenId })
    assert.equal((await putChunk(clip.location, 50, bytes.slice(50))).status, 403)
  })
})

interface Uploader {
  readonly user: User
  readonly api: Client
}

const ends: [name: string, end: (uploader: Uploader) => Promise<unknown>][] = [
  ['removal from the team', ({ user }) => kit.admin.productions.removeParticipant({ prId, userId: user.id })],
  [
    'the loss of LIBRARY_UPLOAD',
    ({ user }) =>
      kit.admin.productions.updateParticipant({ prId, userId: user.id, body: { rights: ['LIBRARY_VIEW'] } }),
  ],
  ['disabling', ({ user }) => kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: true } })],
  ['a lock', ({ user }) => kit.admin.accounts.updateUserState({ id: user.id, body: { locked: true } })],
  ['logout', ({ api }) => api.authentication.logout()],
  [
    'a new password',
    ({ user }) =>
      kit.admin.authentication.changePassword({ id: user.id, body: { newPassword: 'another one of them' } }),
  ],
]

describe('a location "accepts no bytes any more"', () => {
  for (const [name, end] of ends) {
    // uploads-35
    test(`after ${name}, also once the login would have run out`, async () => {
      const uploader = await kit.createMember(prId, { rights: ['LIBRARY_UPLOAD'] })
      const { location } = await beginUpload(uploader.api, prId, bytes.length)
      assert.equal((await putChunk(location, 0, bytes.slice(0, 50))).status, 204)
      await end(uploader)
      const dayMs = 24 * 60 * 60 * 1000
      for (const later of [0, dayMs]) {
        kit.clock.advance(later)
        assert.equal((await putChunk(location, 50, bytes.slice(50))).status, 403)
        assert.equal((await fetch(location, { method: 'HEAD' })).status, 403)
        kit.clock.advance(-later)
      }
    })

    // uploads-35
    test(`nor does a chunk on its way go on after ${name}`, async () => {
      const uploader = await kit.createMember(prId, { rights: ['LIBRARY_UPLOAD'] })
      const { location } = await beginUpload(uploader.api, prId, bytes.length)
      const { promise: isOver, resolve: finish } = Promise.withResolvers<void>()
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytes.slice(0, 50))
          await isOver
          controller.close()
        },
      })
      const answer = fetch(`${location}&position=0`, { method: 'PUT', body, duplex: 'half' })
      await fetch(location, { method: 'HEAD' })
      await end(uploader)
      assert.equal((await answer).status, 403)
      finish()
    })
  }

  // uploads-23, uploads-35
  test('a login that merely ran out leaves it open; after a logout a new login gets a fresh one', async () => {
    const { user, password } = await kit.createUser()
    await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['LIBRARY_UPLOAD'] } })
    const signIn = async () =>
      kit.client((await kit.client().authentication.login({ body: { username: user.username, password } })).token)
    const first = await signIn()
    const { id, location } = await beginUpload(first, prId, bytes.length)
    const hoursMs = 3 * 60 * 60 * 1000
    kit.clock.advance(hoursMs)
    assert.equal((await putChunk(location, 0, bytes.slice(0, 50))).status, 204)
    kit.clock.advance(-hoursMs)
    await first.authentication.logout()
    const second = await signIn()
    const fresh = (await second.uploads.getUpload({ prId, id })).location!
    assert.notEqual(fresh, location)
    assert.equal((await putChunk(location, 50, bytes.slice(50))).status, 403)
    assert.equal((await putChunk(fresh, 50, bytes.slice(50))).status, 204)
    await second.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  })
})
