import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { silentLog } from '../../../../test/database.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { backUpService, checkAllSnapshots, checkSnapshot, findLastBackup, restoreService } from '../../../backup.ts'
import { type Copies, openCopies } from './copies.ts'
import { ask } from './tables.ts'

let copies: Copies
before(async () => {
  copies = await openCopies()
})
beforeEach(() => copies.renew())
after(() => copies.remove())

async function findBlob(text: string): Promise<{ path: string; full: string }> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const path = join('blobs', sha256.slice(0, 2), sha256)
  return { path, full: join(copies.folder(), path) }
}

describe('what is damaged is named, and nothing is restored of it', () => {
  const cases: [string, () => Promise<string>, RegExp][] = [
    [
      'a blob with another byte',
      async () => {
        const { path, full } = await findBlob('two')
        await writeFile(full, 'twa')
        return path
      },
      /another digest/,
    ],
    [
      'a blob that is gone',
      async () => {
        const { path, full } = await findBlob('one')
        await unlink(full)
        return path
      },
      /is missing/,
    ],
    [
      'a table that was cut short',
      async () => {
        await truncate(copies.within('tables', 'event.copy.zst'), 10)
        return 'event.copy.zst'
      },
      /10 bytes instead of/,
    ],
    [
      'a blob that is a link to the same bytes elsewhere',
      async () => {
        const { path, full } = await findBlob('two')
        await rename(full, join(copies.folder(), 'elsewhere'))
        await symlink(join(copies.folder(), 'elsewhere'), full)
        return path
      },
      /no plain file/,
    ],
    [
      'a folder of blobs that is a link',
      async () => {
        const { path, full } = await findBlob('two')
        await rename(join(full, '..'), join(copies.folder(), 'elsewhere'))
        await symlink(join(copies.folder(), 'elsewhere'), join(full, '..'))
        return path
      },
      /no plain file/,
    ],
    [
      'a blob that is a folder',
      async () => {
        const { path, full } = await findBlob('two')
        await unlink(full)
        await mkdir(full)
        return path
      },
      /no plain file/,
    ],
  ]
  for (const [name, damage, problem] of cases) {
    test(name, async () => {
      const path = await damage()
      const { faults } = await checkSnapshot({ folder: copies.folder() })
      assert.equal(faults.length, 1)
      assert.ok(faults[0]!.path.endsWith(path), faults[0]!.path)
      assert.match(faults[0]!.problem, problem)
      await assert.rejects(copies.restore(), (error: Error & { faults: string[] }) => {
        assert.match(error.message, /is damaged, and nothing was restored/)
        assert.ok(error.faults[0]!.includes(path))
        return true
      })
      await copies.assertNothingRestored()
    })
  }
})

describe('where a restore may not go', () => {
  test('a folder that is not empty', async () => {
    await writeFile(join(copies.place.dataDir, 'letter.txt'), 'dear')
    await assert.rejects(copies.restore(), /is not empty \(it holds letter.txt\)/)
    assert.deepEqual(await readdir(copies.place.dataDir), ['letter.txt'])
    await unlink(join(copies.place.dataDir, 'letter.txt'))
  })

  test('a database that is not empty', async () => {
    await ask(copies.place.databaseUrl, 'create table letter (dear text)')
    await assert.rejects(copies.restore(), /database .* is not empty/)
    assert.deepEqual(await readdir(copies.place.dataDir), [])
    await ask(copies.place.databaseUrl, 'drop table letter')
  })

  test('the service that it is of', async () => {
    await assert.rejects(restoreService(copies.env, silentLog, { folder: copies.folder() }), /is not empty/)
    assert.ok((await copies.kit.admin.productions.listProductions()).total > 0)
  })

  test('a service with another key', async () => {
    await assert.rejects(copies.restore({ RUSHES_SECRET: 'another key than that' }), /RUSHES_SECRET is not the key/)
    await copies.assertNothingRestored()
  })

  test('and what there is not cannot be restored', async () => {
    await assert.rejects(copies.restore({}, '20000101T000000000Z'), /There is no snapshot 20000101T000000000Z/)
    await assert.rejects(copies.restore({}, '../snapshots'), /There is no snapshot/)
    await assert.rejects(restoreService(copies.place.env, silentLog, { folder: join(copies.folder(), 'none') }), {
      code: 'ENOENT',
    })
    await rm(join(copies.folder(), 'snapshots'), { recursive: true })
    await assert.rejects(copies.restore(), /There is no snapshot in/)
    await copies.assertNothingRestored()
    await assert.rejects(checkAllSnapshots({ folder: copies.folder() }), {
      name: 'BackupError',
      message: /^There is no snapshot in/,
    })
  })
})

describe('where a backup may not go', () => {
  test('a folder that is used for other things', async () => {
    await writeFile(join(copies.folder(), 'letter.txt'), 'dear')
    await assert.rejects(
      backUpService(copies.env, silentLog, { folder: copies.folder() }),
      /holds letter.txt, which is not of a backup/,
    )
  })

  test('and there is none of a folder without a service', async () => {
    await assert.rejects(
      backUpService({ RUSHES_DATA: copies.place.dataDir }, silentLog, { folder: copies.folder() }),
      /There is no database in/,
    )
    await assert.rejects(
      backUpService(copies.place.env, silentLog, { folder: copies.folder() }),
      /secret cannot be read/,
    )
    assert.deepEqual(await readdir(copies.place.dataDir), [])
  })
})

describe('a service that has lost a blob', () => {
  test('is backed up without it, and that is reported; the restored one has lost it as well', async () => {
    const [first] = await ask<{ blob_key: string }>(
      copies.env.RUSHES_DATABASE_URL!,
      'select blob_key from media_instance',
    )
    const key = first!.blob_key
    const { blobs, stagingDir } = copies.kit.service.platform
    const bytes = await buffer(await blobs.read(key))
    await blobs.delete(key)
    // A folder of its own: what the first one knows of, it has.
    const other = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
    const report = await backUpService(copies.env, silentLog, { folder: other })
    assert.deepEqual(report.lost, [key])
    assert.deepEqual((await backUpService(copies.env, silentLog, { folder: copies.folder() })).lost, [])
    const restored = await restoreService(copies.place.env, silentLog, { folder: other })
    assert.deepEqual(restored.lost, [key])
    await writeFile(join(stagingDir, 'found'), bytes)
    await blobs.adopt(join(stagingDir, 'found'), key)
    await rm(other, { recursive: true })
  })
})

test('older snapshots go where only so many are kept, and with them what they alone have', async () => {
  const before = await readdir(join(copies.folder(), 'blobs'))
  const prId = (await copies.kit.createProduction()).id
  const clip = await createClip(copies.kit, prId)
  await addFile(copies.kit, prId, clip, Buffer.from('for a while'))
  const second = await backUpService(copies.env, silentLog, { folder: copies.folder(), keep: 2 })
  assert.deepEqual(second.removed, [])
  await copies.kit.admin.media.deleteMediaObject({ prId, id: clip })
  const third = await backUpService(copies.env, silentLog, { folder: copies.folder(), keep: 1 })
  assert.deepEqual(third.removed, [copies.snapshot, second.snapshot])
  assert.deepEqual(await readdir(join(copies.folder(), 'snapshots')), [third.snapshot])
  assert.deepEqual((await checkSnapshot({ folder: copies.folder() })).faults, [])
  const left = await readdir(join(copies.folder(), 'blobs'), { recursive: true, withFileTypes: true })
  assert.equal(left.filter(one => one.isFile()).length, 3)
  assert.ok(before.every(part => left.some(one => one.name === part)))
})

describe('a snapshot that stands is reported, though', () => {
  test('none goes, since one of those that stay cannot be read', async () => {
    const folder = copies.folder()
    const damaged = await backUpService(copies.env, silentLog, { folder })
    await writeFile(join(folder, 'snapshots', damaged.snapshot, 'manifest.json'), '{}')
    const report = await backUpService(copies.env, silentLog, { folder, keep: 2 })
    assert.deepEqual(report.removed, [])
    assert.match(report.unpruned!, new RegExp(`^${damaged.snapshot} cannot be read: .*manifest.json is damaged`))
    const all = [copies.snapshot, damaged.snapshot, report.snapshot]
    assert.deepEqual((await readdir(join(folder, 'snapshots'))).toSorted(), all)
    assert.equal((await findLastBackup(copies.env.RUSHES_DATA!))?.snapshot, report.snapshot)
  })

  test('what is to go does not: a blob that is no file', async () => {
    const folder = copies.folder()
    await mkdir(join(folder, 'blobs', '00', 'no file'), { recursive: true })
    const report = await backUpService(copies.env, silentLog, { folder, keep: 1 })
    assert.deepEqual(report.removed, [copies.snapshot], 'it had gone by then')
    assert.match(report.unpruned!, /no file/)
    assert.equal((await findLastBackup(copies.env.RUSHES_DATA!))?.snapshot, report.snapshot)
  })
})
