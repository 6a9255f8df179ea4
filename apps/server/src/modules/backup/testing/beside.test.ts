import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Client, createClient, uploadFile } from '@rushes/client'
import { silentLog } from '../../../../test/database.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { adminPassword } from '../../../../test/service.ts'
import {
  createOwnProduction,
  endProcess,
  type KillableService,
  openKillable,
  startProcess,
} from '../../../../test/service-process.ts'
import { untilSeen } from '../../../../test/until.ts'
import { backUpService, checkSnapshot, openSnapshot, restoreService } from '../../../backup.ts'
import { holdBlobs } from '../../../platform/blobs/hold.ts'
import { takeFolder } from '../folder/folder.ts'
import { connect } from '../saving/connection-store.ts'
import { createPlace } from './places.ts'
import { ask, digestFolder } from './tables.ts'

let source: KillableService
let api: Client
let prId: number
let folder: string
const settings = () => ({ RUSHES_DATA: source.dataDir, RUSHES_DATABASE_URL: source.database.url })
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
  source = await openKillable()
  api = await source.start()
  prId = (await createOwnProduction(api)).prId
})
after(async () => {
  await source.stop()
  await rm(folder, { recursive: true })
})

const upload = (seed: number, size = 300_000) =>
  uploadFile(api, { prId, fileName: `${seed}.bin`, source: new Blob([makeBytes(size, seed)]) })

/** Somebody who does something over and over again until the order to stop; gives how often it was done. */
function keepDoing(work: (round: number) => Promise<unknown>): () => Promise<number> {
  let isOver = false
  const done = (async () => {
    let round = 0
    while (!isOver) await work(round++)
    return round
  })()
  return () => {
    isOver = true
    return done
  }
}

test('a backup made while people write is one moment: nothing of it is torn', { timeout: 240_000 }, async () => {
  const { id: moId } = await upload(1)
  const say = (description: string, relatedToId?: number) => {
    const body = { start: 0, description, ...(relatedToId !== undefined && { relatedToId }) }
    return api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  }
  // A backup may be there before anybody has written.
  await say('first')
  const writers = [1, 2, 3].map(writer =>
    keepDoing(async round => {
      const first = await say(`${writer}/${round}`)
      await say('answer', first.id)
      if (round % 3 === 0) await api.annotations.deleteAnnotation({ prId, anId: first.id! })
    }),
  )
  const uploader = keepDoing(async round => {
    const { id } = await upload(round + 2, 40_000)
    if (round % 2 === 0) await api.media.deleteMediaObject({ prId, id })
  })
  const snapshots = []
  for (let count = 0; count < 2; count++)
    snapshots.push((await backUpService(settings(), silentLog, { folder })).snapshot)
  const rounds = await Promise.all([...writers, uploader].map(stop => stop()))
  assert.ok(
    rounds.every(count => count > 0),
    `${rounds}`,
  )

  for (const snapshot of snapshots) {
    assert.deepEqual((await checkSnapshot({ folder }, snapshot)).faults, [])
    assert.deepEqual((await openSnapshot(folder, snapshot)).manifest.lost, [])
    const place = await createPlace(source.database.url)
    await restoreService(place.env, silentLog, { folder, snapshot })
    // Keys hold, or it would not have been restored. Every row has its event, and every event its row or its end.
    const torn = await ask<{ id: string }>(
      place.databaseUrl,
      `with told as (
         select (body -> 'object' ->> 'id')::bigint as id, body ->> 'verb' as verb from event
         where body -> 'object' ->> 'objectType' = 'ClipAnnotation'
       ), expected as (
         select id from told where verb = 'Annotation.create' except select id from told where verb = 'Annotation.delete'
       ), found as (select id from annotation where object_type = 'ClipAnnotation')
       (select id from expected except select id from found) union all (select id from found except select id from expected)`,
    )
    assert.deepEqual(torn, [])
    const [{ count }] = (await ask<{ count: number }>(
      place.databaseUrl,
      `select count(*)::int from annotation where object_type = 'ClipAnnotation'`,
    )) as [{ count: number }]
    assert.ok(count > 0)
    const blobs = await ask<{ blob_key: string; size: number }>(
      place.databaseUrl,
      'select blob_key from media_instance',
    )
    const files = Object.keys(await digestFolder(join(place.dataDir, 'media', 'blobs')))
    assert.deepEqual(files.sort(), blobs.map(blob => blob.blob_key).sort())
    await place.remove()
  }
})

test('a clip that is deleted during a backup is in it, and its file goes after it', { timeout: 120_000 }, async () => {
  for (let seed = 100; seed < 110; seed++) await upload(seed)
  const { id } = await upload(200)
  const [{ blob_key: key }] = (await ask<{ blob_key: string }>(
    source.database.url,
    `select blob_key from media_instance where media_object_id = ${id}`,
  )) as [{ blob_key: string }]
  const path = join(source.dataDir, 'media', 'blobs', key)
  const listed = () => readdir(join(path, '..')).catch(() => [] as string[])
  let isDeleted: Promise<unknown> | undefined
  const report = await backUpService(settings(), silentLog, {
    folder,
    onProgress: () => {
      // The moment has been taken: the rows are in the snapshot, the files are still to be copied.
      isDeleted ??= api.media.deleteMediaObject({ prId, id })
    },
  })
  await isDeleted
  assert.deepEqual(report.lost, [])
  await assert.rejects(api.media.getMediaObject({ prId, id }), { name: 'NotFoundError' })
  const place = await createPlace(source.database.url)
  await restoreService(place.env, silentLog, { folder })
  assert.ok(key in (await digestFolder(join(place.dataDir, 'media', 'blobs'))))
  await place.remove()
  // The service looks again once a minute, and when something else is deleted.
  await api.media.deleteMediaObject({ prId, id: (await upload(201)).id })
  await untilSeen('all are removed', listed, keys => keys.length === 0)
})

test('only one backup of a service is made at a time, and only one into a folder', async () => {
  const other = await connect(source.database.url, 'test')
  assert.ok(await holdBlobs(other))
  await assert.rejects(backUpService(settings(), silentLog, { folder }), /Another backup of this service/)
  await other.end()
  const lock = await takeFolder(folder)
  await assert.rejects(backUpService(settings(), silentLog, { folder }), /Another process writes a backup/)
  lock.release()
  await backUpService(settings(), silentLog, { folder })
})

test('an incomplete upload starts over in the restored service', { timeout: 120_000 }, async () => {
  const bytes = makeBytes(2_000_000, 7)
  const begun = await beginUpload(api, prId, bytes.length)
  assert.equal((await putChunk(begun.location, 0, bytes.slice(0, 1_500_000))).status, 204)
  await backUpService(settings(), silentLog, { folder })
  const place = await createPlace(source.database.url)
  await restoreService(place.env, silentLog, { folder })
  await source.kill()
  const service = await startProcess({ ...place.env, RUSHES_PORT: new URL(source.url).port })
  try {
    const body = { username: 'admin', password: adminPassword }
    const { token } = await createClient({ baseUrl: source.url }).authentication.login({ body })
    const restored = createClient({ baseUrl: source.url, token: token! })
    const read = async () => (await restored.uploads.getUpload({ prId, id: begun.id })).missing
    await untilSeen('all of it is missing', read, missing => isDeepStrictEqual(missing, [[0, bytes.length]]))
    assert.equal((await putChunk(begun.location, 0, bytes)).status, 204)
    await restored.uploads.closeUpload({ prId, id: begun.id, body: { skipIngest: true } })
    const { items } = await restored.media.listInstances({ prId, id: begun.id })
    assert.deepEqual(
      items.map(({ type, size }) => [type, size]),
      [['RAW', bytes.length]],
    )
  } finally {
    await endProcess(service, 'SIGTERM')
    await place.remove()
  }
})
