import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { silentLog } from '../../../../test/database.ts'
import { openDatabase } from './open.ts'

describe('opening the embedded database', () => {
  let dataDir: string
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rushes-open-'))
  })
  after(() => rm(dataDir, { recursive: true, force: true }))

  test('what was committed is there after a stop and a start', async () => {
    const config = { dataDir, databaseUrl: undefined }
    const ids: unknown[] = []
    for (let round = 0; round < 2; round += 1) {
      const { db, stop, timings } = await openDatabase(config, silentLog)
      const { rows } = await sql<{ id: number }>`select nextval('rushes_id') as id`.execute(db)
      ids.push(rows[0]?.id)
      assert.deepEqual(Object.keys(timings), ['copyMs', 'createMs', 'startMs', 'migrateMs'])
      await Promise.all([stop(), stop()])
    }
    assert.deepEqual(ids, [1, 2])
  })
})
