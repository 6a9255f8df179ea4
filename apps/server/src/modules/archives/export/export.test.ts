import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createClip } from '@rushes/client'
import { sql } from 'kysely'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { Spool } from '../../../platform/blobs/spool.ts'
import { fetchArchive, sendArchive } from '../testing/tar-file.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

test('an export that fails when everything is gathered keeps nothing: no file open, no folder', async t => {
  const { database, stagingDir } = kit.service.platform
  const { id: prId } = await kit.createProduction()
  await createClip(kit.admin, prId, { name: 'A001' })
  await sql`alter table audit add constraint unwritten check (action <> 'production.export')`.execute(database)
  const append = t.mock.method(Spool.prototype, 'append')
  const close = t.mock.method(Spool.prototype, 'close')
  await assert.rejects(kit.admin.archives.exportProduction({ prId }), refusal(500))
  const closed = new Set(close.mock.calls.map(call => call.this))
  const filled = new Set(append.mock.calls.map(call => call.this))
  assert.ok(filled.size > 0)
  assert.ok([...filled].every(spool => closed.has(spool)))
  assert.deepEqual(await readdir(stagingDir), [])
  await sql`alter table audit drop constraint unwritten`.execute(database)
})

test('an original that is still being uploaded does not count in the imported production', async () => {
  const { database } = kit.service.platform
  const { id: prId } = await kit.createProduction()
  const { id, location } = await beginUpload(kit.admin, prId, 100, { name: 'Replaced' })
  await putChunk(location, 0, makeBytes(100))
  await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  await beginUpload(kit.admin, prId, 60, { name: 'Replaced', mediaObjectId: id, forceOverwrite: true })
  await beginUpload(kit.admin, prId, 7, { name: 'First' })
  const listBytes = async (productionId: number) => {
    const clips = database.selectFrom('media_object').select(['name', 'original_bytes']).orderBy('name')
    const rows = await clips.where('production_id', '=', productionId).execute()
    return rows.map(row => [row.name, row.original_bytes])
  }
  assert.deepEqual(await listBytes(prId), [
    ['First', 7],
    ['Replaced', 160],
  ])
  for (const media of ['all', 'none'] as const) {
    const archive = await fetchArchive(kit.admin, prId, { media })
    const { production } = await sendArchive(kit.admin, kit.accountId, archive)
    const expected = [
      ['First', 0],
      ['Replaced', 100],
    ]
    assert.deepEqual(await listBytes(production.id), expected, media)
  }
})
