import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createClip } from '@rushes/client'
import { sql } from 'kysely'
import { refusal } from '../../test/refusal.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { Spool } from '../platform/spool.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

test('an export that fails when everything is gathered keeps nothing: no file open, no folder', async t => {
  const { database, blobs } = kit.service.platform
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
  assert.deepEqual(await readdir(blobs.stagingDir), [])
  await sql`alter table audit drop constraint unwritten`.execute(database)
})
