/** The media of a service moves from a disk to an object store and back, is compared, backed up and restored. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Client, uploadFile } from '@rushes/client'
import { openBucket } from '../../../server/src/platform/blobs/s3/bucket.ts'
import { openTestDatabase, type TestDatabase, withDatabase } from '../../../server/test/database.ts'
import {
  type ObjectStore,
  startObjectStore,
  storePrograms,
  usedStore,
  whyNoObjectStore,
} from '../../../server/test/peers/object-store.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk } from '../../../server/test/scene/begin-upload.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { findFreePort } from '../../../server/test/service-process.ts'
import { until } from '../../../server/test/until.ts'
import { type CommandLine, openCommandLine, withServiceOf } from '../command-line.ts'

let cli: CommandLine
let database: TestDatabase
let url: string
before(async () => {
  database = await openTestDatabase()
  const port = String(await findFreePort())
  url = `http://127.0.0.1:${port}`
  cli = await openCommandLine({
    NODE_ENV: 'test',
    RUSHES_PORT: port,
    RUSHES_RATE_LIMIT: 'off',
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_DATABASE_URL: database.url,
  })
})
after(async () => {
  await cli.remove()
  await database.close()
})

const data = () => ({ RUSHES_DATA: join(cli.home, 'data') })

const withService = <T>(env: Record<string, string>, work: (api: Client) => Promise<T>) =>
  withServiceOf(cli, url, env, work)

/** Runs a command with `--json`; gives its exit code and what it reports. */
async function run(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await cli.runWith({ env }, ...args, '--json')
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) }
}

let prId: number
const clips: { id: number; bytes: Uint8Array<ArrayBuffer> }[] = []
async function upload(api: Client, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { id } = await uploadFile(api, { prId, fileName: 'take.mov', source: new Blob([bytes]) })
  clips.push({ id, bytes })
}
const half = 600_000
const ofOpen = makeBytes(2 * half, 4)
/** Uploads that stay open: half of the first has come, nothing of the second. */
const open: number[] = []
async function openUploads(api: Client): Promise<void> {
  const uploads = [await beginUpload(api, prId, ofOpen.length), await beginUpload(api, prId, ofOpen.length)]
  assert.equal((await putChunk(uploads[0]!.location, 0, ofOpen.slice(0, half))).status, 204)
  open.push(...uploads.map(({ id }) => id))
}
/** In another store they begin again: the service looks for them after its start, and refuses their bytes until then. */
async function sendSecondHalves(api: Client): Promise<void> {
  for (const id of open) {
    const { location } = await api.uploads.getUpload({ prId, id })
    const isTaken = async () => (await putChunk(location!, half, ofOpen.slice(half))).status === 204
    await until('the upload has begun again', isTaken)
    assert.deepEqual((await api.uploads.getUpload({ prId, id })).received, [[half, 2 * half]])
  }
}
async function finishUploads(api: Client): Promise<void> {
  const getReceived = async (id: number) => (await api.uploads.getUpload({ prId, id })).received
  for (const id of open) await until('the bytes are missing', async () => (await getReceived(id)).length === 0)
  await sendSecondHalves(api)
  for (const id of open) {
    const { location } = await api.uploads.getUpload({ prId, id })
    assert.equal((await putChunk(location!, 0, ofOpen.slice(0, half))).status, 204)
    await api.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
    assert.deepEqual(await downloadOriginal(api, prId, id), ofOpen)
  }
}
async function assertWhole(api: Client): Promise<void> {
  for (const { id, bytes } of clips) assert.deepEqual(await downloadOriginal(api, prId, id), bytes)
}

before(() =>
  withService(data(), async api => {
    const me = await api.authentication.getCurrentUser()
    const accountId = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
    prId = (await api.productions.createProduction({ body: { accountId, name: 'Moving' } })).id
    await upload(api, makeBytes(3_000_000))
    await upload(api, makeBytes(9_000_000, 2))
    await openUploads(api)
  }),
)

test('storage check finds what nothing names, and removes it a day later', async () => {
  const leftOver = join(cli.home, 'data/media/blobs/1/2/left-over')
  await mkdir(dirname(leftOver), { recursive: true })
  await writeFile(leftOver, 'bytes')
  const now = await run(data(), 'storage', 'check')
  assert.deepEqual([now.code, now.report.files, now.report.missing, now.report.orphans], [0, 2, [], 0], now.stderr)
  const clock = join(cli.home, 'clock')
  await writeFile(clock, String(25 * 3_600_000))
  const later = { ...data(), RUSHES_TEST_CLOCK: clock }
  const { report } = await run(later, 'storage', 'check')
  assert.deepEqual([report.orphans, report.orphanBytes, report.removed], [1, 5, 0])
  assert.equal((await run(later, 'storage', 'check', '--repair')).report.removed, 1)
  assert.equal((await run(later, 'storage', 'check')).report.orphans, 0)
})

test('storage check refuses the folder of another service', async () => {
  const other = { RUSHES_DATA: join(cli.home, 'other') }
  await mkdir(join(cli.home, 'other/media'), { recursive: true })
  await writeFile(join(cli.home, 'other/media/service-id'), 'somebody else')
  const { code, stderr } = await run(other, 'storage', 'check', '--repair')
  assert.notEqual(code, 0)
  assert.match(stderr, /is not the store of this service/)
})

describe('with an object store', { skip: whyNoObjectStore() }, () => {
  let objects: ObjectStore
  before(async () => {
    objects = await startObjectStore()
  })
  after(() => objects?.stop())
  const there = (prefix: string) => ({ ...data(), ...objects.toSettings(prefix) })
  const toBucket = (prefix: string) => openBucket({ ...objects, prefix, region: 'us-east-1', pathStyle: true })

  test('a copy has every byte, goes on where it was broken off, and a service starts on it', async () => {
    const { RUSHES_STORAGE_URL: address, ...credentials } = objects.toSettings('moved')
    await toBucket('moved').put('blobs/7/7/7', 'something that was broken off')
    const first = await run({ ...data(), ...credentials }, 'storage', 'copy', address!)
    assert.deepEqual([first.code, first.report?.copied, first.report?.present], [0, 2, 0], first.stderr)
    const second = await run({ ...data(), ...credentials }, 'storage', 'copy', address!)
    assert.deepEqual([second.report.copied, second.report.present], [0, 2])
    await withService(there('moved'), async api => {
      await assertWhole(api)
      await upload(api, makeBytes(20_000_000, 3))
      await sendSecondHalves(api)
      await assertWhole(api)
    })
    assert.deepEqual((await run(there('moved'), 'storage', 'check')).report.missing, [])
  })

  test('and back to the disk', async () => {
    const back = await run(there('moved'), 'storage', 'copy', 'disk')
    assert.deepEqual([back.code, back.report?.present], [0, 2], back.stderr)
    await withService(data(), async api => {
      // The first half that is still here is not that of the upload that went on in the bucket.
      await finishUploads(api)
      clips.push(...open.splice(0).map(id => ({ id, bytes: ofOpen })))
      await assertWhole(api)
      await openUploads(api)
    })
    const { RUSHES_STORAGE_URL: address, ...credentials } = objects.toSettings('moved')
    const again = await run({ ...data(), ...credentials }, 'storage', 'copy', address!)
    assert.deepEqual([again.code, again.report?.copied], [0, 2], again.stderr)
  })

  if (storePrograms[usedStore].listsMultiparts)
    test('storage check ends what was begun a day ago and is of no upload', async () => {
      const bucket = toBucket('moved')
      const listOpen = async () => {
        const ids: string[] = []
        for await (const page of bucket.listMultiparts('blobs')) ids.push(...page.map(({ id }) => id))
        return ids.toSorted()
      }
      // Of the uploads that were finished on the disk.
      const finished = await listOpen()
      assert.equal(finished.length, 2)
      const lost = await bucket.createMultipart('blobs/9/9/9')
      await bucket.putPart('blobs/9/9/9', lost, 1, 'bytes')
      const repair = async (env: Record<string, string>) => {
        const { code, report, stderr } = await run(env, 'storage', 'check', '--repair')
        assert.equal(code, 0, stderr)
        return report.removed
      }
      assert.equal(await repair(there('moved')), 0)
      assert.deepEqual(await listOpen(), [...finished, lost].toSorted())
      const clock = join(cli.home, 'clock')
      await writeFile(clock, String(25 * 3_600_000))
      // With the file that was broken off above.
      assert.equal(await repair({ ...there('moved'), RUSHES_TEST_CLOCK: clock }), finished.length + 2)
      assert.deepEqual(await listOpen(), [])
    })

  /** Backs a service up with these settings, and restores it with those, and a database of its own. */
  async function restore(from: Record<string, string>, to: Record<string, string>): Promise<void> {
    const folder = await mkdtemp(join(cli.home, 'backup-'))
    const saved = await run(from, 'backup', folder)
    assert.deepEqual([saved.code, saved.report?.blobs, saved.report?.lost], [0, 5, []], saved.stderr)
    const name = `test_${randomBytes(8).toString('hex')}`
    await database.pool.query(`create database ${name} template template0`)
    const place = {
      ...to,
      RUSHES_DATA: await mkdtemp(join(cli.home, 'restored-')),
      RUSHES_DATABASE_URL: withDatabase(database.url, name),
    }
    try {
      const restored = await run(place, 'restore', folder)
      assert.deepEqual([restored.code, restored.report?.blobs], [0, 5], restored.stderr)
      await withService(place, async api => {
        await assertWhole(api)
        await finishUploads(api)
      })
    } finally {
      await database.pool.query(`drop database ${name} with (force)`)
    }
  }

  test('a backup is restored into another object store, or to a disk, and one of a disk into an object store', async () => {
    await restore(there('moved'), there('restored'))
    await restore(there('moved'), {})
    await restore(data(), there('from-a-disk'))
  })

  test('a file that the store has lost is named', async () => {
    const bucket = toBucket('moved')
    const key = `blobs/${prId}/${clips[0]!.id}`
    for await (const page of bucket.list(key)) for (const object of page) await bucket.delete(object.key)
    const { code, stderr, report } = await run(there('moved'), 'storage', 'check')
    assert.equal(code, 6)
    assert.equal(report.missing.length, 1)
    assert.match(stderr, new RegExp(`missing: ${prId}/${clips[0]!.id}/`))
  })
})
