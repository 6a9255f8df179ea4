import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addFile } from '../../../../test/scene/add-file.ts'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { growingProfile, updateMediaObjectFacts } from '../index.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

/** A clip with a proxy of what has arrived, and perhaps another one, closed without an ingest. */
async function closeGrown(...profiles: string[]): Promise<number> {
  const bytes = Buffer.from('a film')
  const { id, location } = await beginUpload(kit.admin, prId, bytes.length)
  for (const profile of profiles) await addFile(kit, prId, id, bytes, { profile })
  const ctx = createServiceContext(kit.service.platform, 'test')
  await inTransaction(ctx, ctx => updateMediaObjectFacts(ctx, id, { proxyOnline: true }))
  await putChunk(location, 0, bytes)
  await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  return id
}

// ingest-22
test('a clip that loses its last proxy has none online any more, and `Media.instance.proxy.offline` tells so', async () => {
  const ids = [await closeGrown(growingProfile), await closeGrown(growingProfile, 'SD'), await closeGrown('SD')]
  const online = []
  for (const id of ids) online.push((await kit.admin.media.getMediaObject({ prId, id })).proxyOnline)
  assert.deepEqual(online, [false, true, true])
  const type = 'Media.instance.proxy.offline'
  const events = await kit.admin.events.listProductionEvents({ prId, query: { type: [type], limit: 1000 } })
  assert.deepEqual(
    events.map(({ object }) => object?.id),
    ids.slice(0, 1),
  )
})
