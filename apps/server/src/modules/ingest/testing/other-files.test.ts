import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { SharePermission, WorkflowMinWrapper } from '@rushes/contract'
import { createBlackPng, createWave } from '@rushes/media-engine'
import { sql } from 'kysely'
import { leftToAll } from '../../../../test/extent.ts'
import { until } from '../../../../test/until.ts'
import { startFrameTimes } from '../frame-times/frame-times.ts'
import { allSkipped, createIngestScene, type IngestScene, statusOf } from './scene.ts'

const field = fileURLToPath(new URL('../../../../../../../shared/conformance/field/', import.meta.url))
const lacksField = existsSync(field) ? false : 'the conformance data is absent'

let scene: IngestScene
let { kit, engine, prId, folder, clip, upload, waitFor, getClip, download } = {} as IngestScene
before(async () => {
  scene = await createIngestScene()
  ;({ kit, engine, prId, folder, clip, upload, waitFor, getClip, download } = scene)
})
after(() => scene.stop())

describe('the ingest of other files', () => {
  // ingest-3
  test('a text is stored untouched as a document', async () => {
    const text = Buffer.from('Scene 1. Interior. Night.\n'.repeat(100))
    const { moId, workflowId } = await upload(text, 'script.txt')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(statusOf(report), { ...allSkipped, probe: 'Completed', finish: 'Completed' })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.proxyOnline], ['DOCUMENT', false])
    assert.ok((await readFile(await download(moId, 'RAW'))).equals(text))
  })

  // ingest-7
  test('a picture has a poster and a proxy that browsers show', async () => {
    const path = join(folder, 'still.jpg')
    await engine.makePoster({ input: join(folder, 'clip.mp4'), output: path, frame: 7, maxWidth: 320 })
    const { moId, workflowId } = await upload(await readFile(path), 'still.jpg')
    const report = await waitFor(workflowId)
    assert.deepEqual(statusOf(report), {
      ...allSkipped,
      probe: 'Completed',
      poster: 'Completed',
      proxy: 'Completed',
      finish: 'Completed',
    })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.proxyOnline], ['IMAGE', true])
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.deepEqual([proxy.mimeType, proxy.video?.width, proxy.video?.height], ['image/jpeg', 320, 180])
    assert.deepEqual(await kit.admin.media.getFrameTimes({ prId, moId }), { times: [0], end: 0 })
  })

  // ingest-5
  test('sound has a proxy to listen to, no poster, and frames at 25 in a second', async () => {
    const { moId, workflowId } = await upload(createWave(1.5), 'tone.wav')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(statusOf(report), {
      ...allSkipped,
      probe: 'Completed',
      proxy: 'Completed',
      waveform: 'Completed',
      finish: 'Completed',
    })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.durationSeconds, found.proxyOnline], ['AUDIO', 1.5, true])
    assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).end, 38)
    assert.equal((await engine.probe(await download(moId, 'PROXY'))).kind, 'AUDIO')
    await assert.rejects(kit.admin.media.getFrameTimes({ prId, moId }), { name: 'NotFoundError' })
  })

  // ingest-5
  test('what a recorder or a camera wrote is in the clip, and what is left out in a warning', {
    skip: lacksField,
  }, async () => {
    const ingest = async (file: string) => {
      const { moId, workflowId } = await upload(await readFile(join(field, file)), file)
      const { status, taskReports, errorReports } = await waitFor(workflowId)
      assert.equal(status, 'Completed', JSON.stringify(errorReports))
      const report = taskReports.find(({ name }) => name === 'probe')?.report as { warnings?: unknown[] }
      return { found: await getClip(moId), warnings: report.warnings }
    }
    const message = 'Sound track 1 of 2 is left out: its coding (apple_apac) is not supported'
    const phone = await ingest('apac-first.mov')
    assert.deepEqual([phone.found.proxyOnline, phone.warnings], [true, [{ type: 'LEFT_OUT', message }]])
    const { found, warnings } = await ingest('bwf-23976.wav')
    assert.deepEqual([found.timecodeFrames, found.sampleRate?.numerator, warnings], [864_000, 24_000, undefined])
    const thirty = await ingest('thirty-drop.mov')
    assert.deepEqual([thirty.found.timecodeFrames, thirty.warnings], [1_794_902, undefined])
  })

  // media-24
  test('of a film with a variable rate, the times of its pictures are stored', { skip: lacksField }, async () => {
    const { moId, workflowId } = await upload(await readFile(join(field, 'vfr.mp4')), 'vfr.mp4')
    const { status, errorReports } = await waitFor(workflowId)
    assert.equal(status, 'Completed', JSON.stringify(errorReports))
    const found = await getClip(moId)
    assert.deepEqual([found.sampleRate?.numerator, found.sampleRate?.denumerator], [30, 1])
    assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).end, 120)
    const { times, end } = await kit.admin.media.getFrameTimes({ prId, moId })
    assert.equal(times.length, 120)
    assert.deepEqual([times[0], times[59], times[60], times[61], times[119], end], [0, 1967, 2000, 2067, 5933, 5967])
    const { frameTimes } = await engine.probe(await download(moId, 'PROXY'))
    assert.deepEqual({ times, end }, frameTimes)
    const index = await (await kit.admin.ingest.getSpriteIndex({ prId, id: moId })).text()
    const starts = Array.from(index.matchAll(/00:00:0(\d)\.(\d{3}) -->/g), ([, s, ms]) => Number(s) * 1000 + Number(ms))
    assert.ok(starts.length > 2 && starts.at(-1)! > 4000 && starts.every(start => times.includes(start)), index)

    // A release before had not stored them.
    const { platform } = kit.service
    const { database: db } = platform
    await db.deleteFrom('media_frame_times').where('media_object_id', '=', moId).execute()
    await db.insertInto('frame_times_due').values({ media_object_id: moId }).execute()
    const stop = startFrameTimes(platform)
    try {
      const isDone = async () =>
        (await db.selectFrom('media_frame_times').select('end_ms').where('media_object_id', '=', moId).execute())
          .length > 0
      await until('the times are stored again', isDone)
    } finally {
      await stop()
    }
    assert.deepEqual(await kit.admin.media.getFrameTimes({ prId, moId }), { times, end })
    assert.deepEqual(await db.selectFrom('frame_times_due').selectAll().execute(), [])
    const { workflowId: probed = '' } = await getClip(moId)
    const again = await waitFor(probed)
    assert.deepEqual([again.label, again.status, statusOf(again).proxy], ['Times of pictures', 'Completed', 'Skipped'])
  })

  // ingest-17
  test('a damaged film ends in Error and says why; the clip stays and can be ingested again', async () => {
    const damaged = Buffer.from(clip)
    damaged.fill(0xff, 64)
    const { moId, workflowId } = await upload(damaged, 'damaged.mp4')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Error')
    assert.equal(report.errorReports[0]?.name, 'probe')
    assert.equal(report.errorReports[0]?.error?.code, 'NOT_MEDIA')
    assert.ok((report.errorReports[0]?.error?.message.length ?? 0) > 10)
    assert.equal((await getClip(moId)).type, 'PENDING')
    const again = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } })
    assert.equal((await waitFor(again.id)).status, 'Error')
  })

  for (const [name, content] of [
    ['playlist.mp4', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
    ['list.mov', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ] as const) {
    // ingest-18
    test(`${name}, which names files of the machine, ends in Error and reads none`, async () => {
      const { moId, workflowId } = await upload(Buffer.from(content), name)
      const report = await waitFor(workflowId)
      assert.deepEqual([report.status, report.errorReports[0]?.error?.code], ['Error', 'REFUSED'])
      assert.equal(report.errorReports[0]?.attempts, 1)
      const { items } = await kit.admin.media.listInstances({ prId, id: moId })
      assert.deepEqual(
        items.map(instance => instance.type),
        ['RAW'],
      )
    })
  }

  test('a picture that unpacks to more than one may be ends in Error, and the service goes on', {
    skip: leftToAll,
  }, async () => {
    const { workflowId } = await upload(createBlackPng(20_000, 20_000), 'bomb.png')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Error')
    assert.ok(report.errorReports.every(({ error }) => (error?.message.length ?? 0) > 10))
    await kit.admin.authentication.getCurrentUser()
  })

  // ingest-17
  test('a film that was cut short keeps the frames that can be decoded, and is flagged', async () => {
    // The index of this file stands before its pictures, so a cut leaves a readable beginning.
    const whole = join(folder, 'whole.mp4')
    await engine.makeProxy({ input: join(folder, 'clip.mp4'), output: whole, maxHeight: 180 })
    const bytes = await readFile(whole)
    const { moId, workflowId } = await upload(bytes.subarray(0, Math.floor(bytes.length * 0.7)), 'cut.mp4')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const annotation = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.ok(proxy.frameCount !== undefined && proxy.frameCount > 0 && proxy.frameCount < 50)
    assert.equal(annotation.end, proxy.frameCount)
    const description = annotation.structuredDescription as Record<string, unknown>
    assert.deepEqual([description.truncated, description.frames], [true, proxy.frameCount])
  })

  // ingest-8
  test('`enableProxy` and `enableHDProxy` of the request go before the setting of the production', {
    skip: leftToAll,
  }, async () => {
    const without = await upload(clip, 'without.mp4', kit.admin, { enableProxy: false })
    assert.equal(statusOf(await waitFor(without.workflowId)).proxy, 'Skipped')
    const high = await upload(clip, 'high.mp4', kit.admin, { enableProxy: false, enableHDProxy: true })
    const { proxy, hdProxy, stitch } = statusOf(await waitFor(high.workflowId))
    assert.deepEqual([proxy, hdProxy, stitch], ['Skipped', 'Completed', 'Completed'])
    const both = await upload(clip, 'both.mp4', kit.admin, { enableHDProxy: true })
    assert.equal((await waitFor(both.workflowId)).status, 'Completed')
    const listProfiles = async (id: number) =>
      (await kit.admin.media.listInstances({ prId, id })).items
        .filter(instance => instance.type === 'PROXY')
        .map(instance => instance.profile)
    assert.deepEqual(await listProfiles(high.moId), ['HD'])
    assert.deepEqual(await listProfiles(both.moId), ['SD', 'HD'])
  })

  // ingest-8
  test('the setting `ingest` of the production says what is made', { skip: leftToAll }, async () => {
    const nothing = { proxy: false, poster: false, stitch: false, waveform: false }
    await kit.admin.productions.updateSetting({ prId, key: 'ingest', body: nothing })
    try {
      const { moId, workflowId } = await upload(clip, 'plain.mp4')
      const report = await waitFor(workflowId)
      assert.deepEqual(statusOf(report), { ...allSkipped, probe: 'Completed', finish: 'Completed' })
      assert.equal((await getClip(moId)).type, 'VIDEO')
    } finally {
      await kit.admin.productions.deleteSetting({ prId, key: 'ingest' })
    }
  })
})

test('a share visitor who uploads may follow its own ingest, and no other', async () => {
  const collection = await kit.admin.collections.createCollection({
    prId,
    body: { title: 'Drop box', objectType: 'Notebook' },
  })
  const visit = async (permissions: SharePermission[]) => {
    const share = await kit.admin.sharing.createShare({ prId, id: collection.id, body: { permissions } })
    const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
    return kit.client(token)
  }
  const visitor = await visit(['VIEW', 'UPLOAD'])
  const { workflowId } = await upload(Buffer.from('A letter to the editor'), 'letter.txt', visitor)
  const own = { prId, alias: 'workflow', id: workflowId } as const
  const report = (await (await visitor.workflows.followWorkflow(own)).json()) as WorkflowMinWrapper
  assert.equal(report.status, 'Completed')
  await assert.rejects((await visit(['VIEW', 'UPLOAD'])).workflows.followWorkflow(own), { name: 'NotFoundError' })
  await assert.rejects((await visit(['VIEW'])).workflows.followWorkflow(own), { name: 'ForbiddenError' })
  const { workflowId: foreign } = await upload(Buffer.from('Not for visitors'), 'note.txt')
  await assert.rejects(visitor.workflows.followWorkflow({ ...own, id: foreign }), { name: 'NotFoundError' })
  await waitFor(foreign)
})

test('a probe locks the clip before its annotation, as a deletion does: neither waits for the other for ever', async () => {
  const { moId, workflowId } = await upload(Buffer.from('Scene 3. Exterior.'), 'third.txt')
  await waitFor(workflowId)
  const { database } = kit.service.platform
  const again = await database.transaction().execute(async db => {
    await sql`select from annotation where media_object_id = ${moId} for update`.execute(db)
    const { id } = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } })
    await until('the probe waits for the annotation', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"annotation"%'`.execute(
        database,
      )
      return rows.length > 0
    })
    const lock = sql`select from media_object where id = ${moId} for update nowait`.execute(database)
    await assert.rejects(lock, { code: '55P03' })
    return id
  })
  assert.equal((await waitFor(again)).status, 'Completed')
})

test('a clip whose times of pictures cannot be stored holds up no other, and is tried later', async () => {
  const { platform } = kit.service
  const { database: db } = platform
  const uploads = [await upload(Buffer.from('One'), 'one.txt'), await upload(Buffer.from('Two'), 'two.txt')]
  for (const { workflowId } of uploads) await waitFor(workflowId)
  const [stuck, other] = uploads.map(({ moId }) => moId)
  await db
    .insertInto('frame_times_due')
    .values([{ media_object_id: stuck! }, { media_object_id: other! }])
    .execute()
  await sql`alter table workflow add constraint stuck check (media_object_id <> ${sql.lit(stuck)}) not valid`.execute(
    db,
  )
  const listDue = async () =>
    (await db.selectFrom('frame_times_due').selectAll().execute()).map(row => [row.media_object_id, row.tried > 0])
  const runUntil = async (due: unknown) => {
    const stop = startFrameTimes(platform)
    try {
      await until('the list has been gone through', async () => isDeepStrictEqual(await listDue(), due))
    } finally {
      await stop()
    }
  }
  await runUntil([[stuck, true]])
  await sql`alter table workflow drop constraint stuck`.execute(db)
  kit.clock.advance(3_600_000)
  await runUntil([])
  kit.clock.advance(-3_600_000)
  for (const { moId } of uploads) {
    const { workflowId = '' } = await getClip(moId)
    assert.deepEqual([(await waitFor(workflowId)).label, moId], ['Times of pictures', moId])
  }
})
