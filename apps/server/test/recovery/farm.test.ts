/**
 * The kill farm: the real service, started by `npm start`, is killed in every way while clients work. What was
 * acknowledged is there afterwards, and nothing is left behind. `npm run test:long` makes two hundred rounds,
 * `RUSHES_ROUNDS` sets another number.
 */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClip, waitForWorkflow } from '@rushes/client'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { createRandom } from '../random.ts'
import { putChunk } from '../scene/begin-upload.ts'
import { readSampleFilm } from '../scene/sample-film.ts'
import { createOwnProduction, findFreePort } from '../service-process.ts'
import { until } from '../until.ts'
import { LaunchedService } from './launched-service.ts'
import { findFileFaults } from './stored-files.ts'
import { type Stage, Workload } from './workload.ts'

const random = createRandom('farm')
const rounds = Number(process.env.RUSHES_ROUNDS ?? (process.env.RUSHES_LONG === '1' ? 200 : 6))
const skip = process.platform !== 'linux' && 'finds processes in /proc'
/** "First webhook within 3 s of a start after kill -9." */
const maxSilenceMs = 3_000
/** "A bounded stop." */
const maxStopMs = 25_000

/** Each way once, then mostly the first. */
const ways = ['node', 'postmaster', 'both', 'stop', 'workers', 'start', 'node', 'node', 'node', 'node'] as const

let folder: string
let service: LaunchedService
let receiver: Receiver
let stage: Stage
before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'rushes farm '))
  service = new LaunchedService(join(folder, 'data'), await findFreePort())
  receiver = await startReceiver()
  receiver.answer = response => void setTimeout(() => response.writeHead(204).end(), 5)
})
after(async () => {
  if (skip) return
  await service.destroy()
  await receiver.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function prepare(): Promise<Stage> {
  const film = await readSampleFilm({ seconds: 2, startTimecode: '10:00:00:00', width: 320, height: 180 })
  await service.start()
  const api = await service.signIn()
  const { accountId, prId } = await createOwnProduction(api)
  const presetId = 'preset_001'
  await api.productions.updateSetting({ prId, key: 'subtitlePresets', body: [{ id: presetId, name: 'Television' }] })
  const clip = await createClip(api, prId, { fileName: 'film.mp4', size: film.length })
  await putChunk(clip.location!, 0, film)
  await api.uploads.closeUpload({ prId, id: clip.id })
  await waitForWorkflow(api, { prId, id: clip.workflowId! })
  const place = { prId, moId: clip.id, language: 'en', presetId }
  await api.subtitles.getSubtitle(place)
  const value = (start: number) => ({ start, end: start + 10, textParts: [{ content: 'text 0' }] })
  const body = [0, 20].map(start => ({
    op: 'add' as const,
    path: '/structuredDescription/subtitles/-',
    value: value(start),
  }))
  await api.subtitles.patchSubtitle({ ...place, body })
  await api.webhooks.createWebhook({ id: accountId, body: { url: receiver.url, types: ['Annotation.create'] } })
  // The first event that the webhook gets: what happened before is not sent.
  await api.annotations.createClipAnnotation({ prId, moId: clip.id, type: 'comment', body: { start: 1 } })
  const [first] = await receiver.waitFor(1)
  return { prId, moId: clip.id, presetId, film, firstEventId: String(first!.event.id) }
}

/** Kills in one of the ways and starts again where that is needed; how long the stop took. */
async function killAndStart(way: (typeof ways)[number], stop: () => void): Promise<{ stopMs?: number }> {
  if (way === 'postmaster') {
    service.killPostmaster()
    stop()
    await delay(200)
    await until('the service is ready again', () => service.isReady())
    return {}
  }
  if (way === 'stop') {
    const stopMs = Math.round(await service.stop())
    await service.start()
    return { stopMs }
  }
  if (way === 'both') service.killPostmaster()
  for (let turn = 0; way === 'workers' && turn < 3; turn++) {
    for (const pid of service.listMediaWorkers()) process.kill(pid, 'SIGKILL')
    await delay(150)
  }
  await service.killService()
  if (way === 'start') {
    service.launch()
    await delay(200 + random() * 3000)
    await service.killService()
  }
  await service.start()
  return {}
}

/** How long after the start the first message came; every start has one comment to report. */
async function measureSilence(api: Client): Promise<number> {
  const before = receiver.received.length
  const begun = performance.now()
  const { prId, moId } = stage
  await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start: 1, description: 'ready' } })
  await until('a message arrives', () => receiver.received.length > before, 120_000)
  return Math.round(performance.now() - begun)
}

test(`"0 acknowledged writes lost, no orphan process, staging file or blob" (${rounds} rounds)`, {
  skip,
  timeout: rounds * 180_000,
}, async () => {
  stage = await prepare()
  const workloads: Workload[] = []
  const silences: number[] = []
  for (let round = 0; round < rounds; round++) {
    const way = ways[round % ways.length]!
    const earlier = workloads.at(-1)
    const workload = new Workload(stage, round, earlier?.subtitles ?? [0])
    workloads.push(workload)
    const stopping = new AbortController()
    const api = await service.signIn()
    const working = workload.run(api, stopping.signal, earlier)
    await delay(1000 + random() * 2000)
    const { stopMs } = await killAndStart(way, () => stopping.abort())
    stopping.abort()
    await working

    const loop = monitorEventLoopDelay()
    loop.enable()
    const again = await service.signIn()
    const silence = await measureSilence(again)
    loop.disable()
    await workload.verify(again)
    const { figures } = workload
    await until('no file is left over', async () => {
      const { orphans, missing, staging } = await findFileFaults(service.dataDir, service.databaseUrl)
      return orphans.length + missing.length + staging.length === 0
    }).catch(async error => {
      const faults = await findFileFaults(service.dataDir, service.databaseUrl)
      figures.lost.push(`${error.message}: ${JSON.stringify(faults)}`)
    })
    const orphans = service.listOrphans()
    console.log(JSON.stringify({ round, way, silence, stopMs, ...figures, orphans }))
    assert.deepEqual(figures.lost, [], `round ${round}, ${way}`)
    assert.deepEqual(orphans, [], `round ${round}, ${way}`)
    if (stopMs !== undefined) assert.ok(stopMs < maxStopMs, `the stop took ${stopMs} ms`)
    if (way !== 'postmaster') {
      silences.push(silence)
      // What this process itself was kept waiting for is not the service's.
      const allowed = maxSilenceMs + 2 * (loop.max / 1e6)
      assert.ok(silence < allowed, `round ${round}, ${way}: the first message came after ${silence} ms`)
    }
  }

  const api = await service.signIn()
  for (const workload of workloads) {
    for (const comment of workload.comments) await workload.verifyComment(api, comment)
    assert.deepEqual(workload.figures.lost, [])
  }
  await checkMessages(api)
  await service.stop()
  const sum = (of: (workload: Workload) => number) => workloads.reduce((total, workload) => total + of(workload), 0)
  console.log(
    JSON.stringify({
      rounds,
      requests: sum(({ figures }) => figures.requests),
      acknowledged: sum(({ figures }) => figures.acknowledged),
      lost: 0,
      resumedUploads: sum(({ figures }) => figures.resumedUploads),
      longestSilenceMs: Math.max(...silences),
      messages: receiver.received.length,
    }),
  )
})

/** Every event of the log has arrived, at least once, the first time in the order of the log. */
async function checkMessages(api: Client): Promise<void> {
  const logged: string[] = [stage.firstEventId]
  for (;;) {
    const query = { type: ['Annotation.create' as const], limit: 1000, since: logged.at(-1)! }
    const page = await api.events.listProductionEvents({ prId: stage.prId, query })
    logged.push(...page.map(({ id }) => String(id)))
    if (page.length < 1000) break
  }
  const listArrived = () => new Set(receiver.received.map(({ event }) => String(event.id)))
  await until('every event has arrived', () => {
    const arrived = listArrived()
    return logged.every(id => arrived.has(id))
  })
  const known = new Set(logged)
  assert.deepEqual(
    [...listArrived()].filter(id => known.has(id)),
    logged,
    'in the order of the log',
  )
}
