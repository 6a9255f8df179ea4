import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { silentLog } from '../../../../test/database.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { makeBytes } from '../../../../test/scene/begin-upload.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { spawnService } from '../../../../test/service-process.ts'
import { backUpService, checkSnapshot, listSnapshotNames, restoreService } from '../../../backup.ts'
import { writeRestoreMarker } from '../../../platform/database/index.ts'
import { createPlace, type Place } from './places.ts'
import { ask, digestFolder, findDatabaseUrl, readTables } from './tables.ts'

const entry = new URL('../../../backup.ts', import.meta.url).href
const clips = 24

let kit: TestService
let env: Record<string, string>
let folder: string
before(async () => {
  kit = await startTestService()
  const prId = (await kit.createProduction()).id
  for (let seed = 1; seed <= clips; seed++) {
    await addFile(kit, prId, await createClip(kit, prId), makeBytes(400_000, seed))
  }
  const { platform } = kit.service
  env = { RUSHES_DATA: platform.config.dataDir, RUSHES_DATABASE_URL: await findDatabaseUrl(platform.database) }
  folder = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
})
after(async () => {
  await kit.stop()
  await rm(folder, { recursive: true })
})

/** Calls one of the two in a process of its own, which is killed once a step of it has come this far. */
async function killAt(
  call: 'backUpService' | 'restoreService',
  settings: Record<string, string>,
  step: string,
  share: number,
): Promise<void> {
  // By itself, at once and with no signal that it could act upon: one from outside may be late.
  const code = `
    import { ${call} } from ${JSON.stringify(entry)}
    const log = { info() {}, warn() {}, error() {} }
    const onProgress = ({ step, doneBytes, totalBytes }) => {
      if (step === ${JSON.stringify(step)} && doneBytes / totalBytes >= ${share}) process.kill(process.pid, 'SIGKILL')
    }
    await ${call}(${JSON.stringify(settings)}, log, { folder: ${JSON.stringify(folder)}, onProgress })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL', 'it ended before')
}

describe('a backup that is killed', () => {
  for (const share of [0, 0.3, 0.8]) {
    test(`when ${share * 100} % of the blobs are copied: no snapshot stands, and the next one goes on`, async () => {
      const before = await listSnapshotNames(folder).catch(() => [])
      // Each time something new is to be copied.
      const prId = (await kit.createProduction()).id
      for (let seed = 1; seed <= clips; seed++) {
        await addFile(kit, prId, await createClip(kit, prId), makeBytes(400_000, seed + 1000 * (share + 1)))
      }
      await killAt('backUpService', env, 'blobs', share)
      assert.deepEqual(await listSnapshotNames(folder), before)
      const report = await backUpService(env, silentLog, { folder })
      assert.deepEqual(await listSnapshotNames(folder), [...before, report.snapshot])
      assert.deepEqual((await checkSnapshot({ folder })).faults, [])
      assert.ok(!existsSync(join(folder, 'drafts')), 'nothing of it is left')
    })
  }
})

describe('a restore that is killed', () => {
  let place: Place
  /** What nobody has disturbed. */
  let reference: Place
  before(async () => {
    await backUpService(env, silentLog, { folder })
    reference = await createPlace(env.RUSHES_DATABASE_URL!)
    await restoreService(reference.env, silentLog, { folder })
  })
  after(() => reference.remove())

  for (const share of [0, 0.4, 0.99]) {
    test(`at ${share * 100} %: no service starts on it, and the same call ends it`, { timeout: 120_000 }, async t => {
      place = await createPlace(env.RUSHES_DATABASE_URL!)
      t.after(() => place.remove())
      await killAt('restoreService', place.env, 'restoring', share)
      assert.ok(existsSync(join(place.dataDir, 'restoring')), 'it is marked')
      assert.ok(await refusesToStart(place), 'the service refuses')
      await restoreService(place.env, silentLog, { folder })
      assert.deepEqual(await readTables(place.databaseUrl), await readTables(reference.databaseUrl))
      assert.deepEqual(await digestFolder(place.dataDir), await digestFolder(reference.dataDir))
    })
  }

  test('after its commit and before its end: the same call ends it and changes nothing', async t => {
    place = await createPlace(env.RUSHES_DATABASE_URL!)
    t.after(() => place.remove())
    const snapshot = (await listSnapshotNames(folder)).at(-1)!
    await restoreService(place.env, silentLog, { folder })
    const [note] = await ask<{ note: string }>(
      place.databaseUrl,
      `select obj_description('rushes_migration'::regclass) as note`,
    )
    await writeRestoreMarker(place.dataDir, { id: note!.note.replace('restore ', ''), snapshot })
    await ask(place.databaseUrl, `insert into mail_stop values ('kept', 1)`)
    await restoreService(place.env, silentLog, { folder })
    assert.equal((await ask(place.databaseUrl, 'select 1 from mail_stop')).length, 1)
    assert.ok(!(await readdir(place.dataDir)).includes('restoring'))
    // What somebody else has filled is not taken for that.
    await writeRestoreMarker(place.dataDir, { id: 'another', snapshot })
    await assert.rejects(restoreService(place.env, silentLog, { folder }), /The database is not empty/)
    await writeRestoreMarker(place.dataDir, { id: 'another', snapshot: '20000101T000000000Z' })
    await assert.rejects(restoreService(place.env, silentLog, { folder }), /of 20000101T000000000Z .* was broken off/)
  })
})

async function refusesToStart(place: Place): Promise<boolean> {
  const child = spawnService({ ...place.env, RUSHES_PORT: '0' })
  const [code] = await once(child, 'exit')
  return code === 1
}
