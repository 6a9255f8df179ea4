import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusal } from '../../../test/refusal.ts'
import { beginUpload, putChunk } from '../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

async function addClip(prId: number, size: number): Promise<void> {
  const { mediaObjectId: id, location } = await beginUpload(kit.admin, prId, size, { fileName: 'notes.txt' })
  await putChunk(location, 0, Buffer.alloc(size, 'a'))
  await kit.admin.uploads.closeUpload({ prId, id: id!, body: {} })
}

// system-12
test('what every production stores is listed, the largest first, and what was deleted until it is gone', async () => {
  const { api, user } = await kit.createUser()
  const [small, large, empty] = [
    await kit.createProduction('Small'),
    await kit.createProduction('Large'),
    await kit.createProduction('Empty'),
  ]
  await addClip(small.id, 30)
  for (const size of [2000, 500]) await addClip(large.id, size)
  const content = Buffer.from('a logo').toString('base64')
  await kit.admin.files.createFile({ prId: small.id, body: { filename: 'logo.txt', content } })
  await kit.admin.productions.deleteProduction({ prId: large.id })
  const { items } = await kit.admin.system.listStorage()
  const rows = items.filter(({ productionId }) => [small.id, large.id, empty.id].includes(productionId))
  assert.deepEqual(
    rows.map(({ name, clips, originalBytes, fileBytes, accountId }) => [
      name,
      clips,
      originalBytes,
      fileBytes,
      accountId,
    ]),
    [
      ['Large', 2, 2500, 0, kit.accountId],
      ['Small', 1, 30, 6, kit.accountId],
      ['Empty', 0, 0, 0, kit.accountId],
    ],
  )
  assert.deepEqual(
    rows.map(({ deleted }) => deleted !== undefined),
    [true, false, false],
  )
  await kit.admin.productions.addParticipant({ prId: small.id, body: { userId: user.id, rights: ['PRODUCTION_VIEW'] } })
  await assert.rejects(api.system.listStorage(), refusal(403, 'DEVOPS'))
})
