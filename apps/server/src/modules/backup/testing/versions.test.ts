import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { silentLog } from '../../../../test/database.ts'
import { lacksExternalPostgres, startExternalPostgres } from '../../../../test/peers/external-postgres.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { backUpService, restoreService } from '../../../backup.ts'
import { migrate } from '../../../platform/database/index.ts'
import { createPlace } from './places.ts'
import { ask, digestFolder, findDatabaseUrl, readSequences, readTables } from './tables.ts'

let kit: TestService
let folder: string
let env: Record<string, string>
before(async () => {
  kit = await startTestService()
  const prId = (await kit.createProduction('Één “productie”')).id
  await addFile(kit, prId, await createClip(kit, prId), Buffer.from('some bytes'))
  await kit.createUser()
  folder = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
  const { platform } = kit.service
  env = { RUSHES_DATA: platform.config.dataDir, RUSHES_DATABASE_URL: await findDatabaseUrl(platform.database) }
})
after(async () => {
  await kit.stop()
  await rm(folder, { recursive: true })
})

test('a snapshot of an earlier release is restored as it was, and brought up to date by the next start', async () => {
  const migrations = join(import.meta.dirname, '../../../platform/database/migrations')
  const some = join(folder, 'migrations')
  const names = (await readdir(migrations)).sort().slice(0, -3)
  await mkdir(some)
  // Those in TypeScript import others from where they are.
  for (const name of names) await symlink(join(migrations, name), join(some, name))
  const earlier = await createPlace(env.RUSHES_DATABASE_URL!)
  const place = await createPlace(env.RUSHES_DATABASE_URL!)
  try {
    await migrate(earlier.databaseUrl, silentLog, some)
    await ask(earlier.databaseUrl, `insert into event (type, created, body) values ('Activity', 1, '{}')`)
    await cp(join(env.RUSHES_DATA!, 'secret'), join(earlier.dataDir, 'secret'))
    await backUpService(earlier.env, silentLog, { folder: join(folder, 'earlier') })
    const history = `select name from rushes_migration order by version`
    assert.deepEqual(
      (await ask<{ name: string }>(earlier.databaseUrl, history)).map(({ name }) => name),
      names,
    )

    await restoreService(place.env, silentLog, { folder: join(folder, 'earlier') })
    assert.deepEqual(await ask(place.databaseUrl, history), await ask(earlier.databaseUrl, history))
    await migrate(place.databaseUrl, silentLog)
    assert.deepEqual(await ask(place.databaseUrl, history), await ask(env.RUSHES_DATABASE_URL!, history))
    assert.equal((await ask(place.databaseUrl, 'select 1 from event')).length, 1)
  } finally {
    await earlier.remove()
    await place.remove()
  }
})

describe('between PostgreSQL 18 and 15', { skip: lacksExternalPostgres }, () => {
  test('a service goes there and back, and has every row, sequence and blob', { timeout: 240_000 }, async () => {
    await backUpService(env, silentLog, { folder: join(folder, 'of 18') })
    const server = await startExternalPostgres()
    const place = await createPlace(env.RUSHES_DATABASE_URL!)
    const there = { RUSHES_DATA: join(folder, 'data'), RUSHES_DATABASE_URL: server.toUrl('media') }
    try {
      await ask(server.toUrl('postgres'), 'create database media')
      await restoreService(there, silentLog, { folder: join(folder, 'of 18') })
      const [{ version }] = (await ask<{ version: string }>(server.toUrl('media'), `select version()`)) as [
        { version: string },
      ]
      assert.match(version, /^PostgreSQL 15/)
      await backUpService(there, silentLog, { folder: join(folder, 'of 15') })
      await restoreService(place.env, silentLog, { folder: join(folder, 'of 15') })
      const rows = await readTables(there.RUSHES_DATABASE_URL)
      assert.deepEqual(await readTables(place.databaseUrl), rows)
      assert.equal(rows.production!.length, 1)
      assert.ok(rows.production![0]!.includes('Één “productie”'))
      assert.deepEqual(await readSequences(place.databaseUrl), await readSequences(there.RUSHES_DATABASE_URL))
      const blobs = (dataDir: string) => digestFolder(join(dataDir, 'media', 'blobs'))
      assert.deepEqual(await blobs(place.dataDir), await blobs(env.RUSHES_DATA!))
      assert.deepEqual(await blobs(there.RUSHES_DATA), await blobs(env.RUSHES_DATA!))
    } finally {
      await place.remove()
      await server.stop()
    }
  })
})
