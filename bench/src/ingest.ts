import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClip } from '@rushes/client'
import { createMediaEngine, type MediaEngine, makeSampleClip } from '@rushes/media-engine'
import { type Load, measure } from './tools/load.ts'
import { startService } from './tools/processes.ts'
import { prepare, type Scene } from './tools/scene.ts'

const rounds = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const before = process.env.BENCH_BEFORE
const filmSeconds = Number(process.env.BENCH_FILM_SECONDS ?? 120)

/** What an ingest takes beside its tools alone, and what it does to everybody else. */
export async function measureIngest(folder: string): Promise<void> {
  if (before !== undefined) {
    await measureRelease(folder, before)
    return
  }
  const service = await startService(join(folder, 'service'))
  const engine = createMediaEngine()
  try {
    const scene = await prepare(service)
    const film = join(folder, 'film.mp4')
    await makeSampleClip(engine, film, { seconds: 20, width: 1280, height: 720 })
    await measurePlayable(scene, engine, film, folder)
    await measureLatency(scene, service.url, film)
    await measureProbe(scene, engine, folder)
  } finally {
    await engine.close()
    await service.stop()
  }
}

/** The tools of an ingest of a plain film, beside those of an older checkout that has its dependencies, in turns. */
async function measureRelease(folder: string, checkout: string): Promise<void> {
  const older: typeof import('@rushes/media-engine') = await import(
    pathToFileURL(join(checkout, 'packages/media-engine/src/index.ts')).href
  )
  const engines = [createMediaEngine(), older.createMediaEngine()] as const
  const film = join(folder, 'plain.mp4')
  await makeSampleClip(engines[0], film, { seconds: filmSeconds, width: 1920, height: 1080 })
  const times: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      for (const turn of [0, 1]) {
        const which = ((round + turn) % 2) as 0 | 1
        const begun = performance.now()
        await makeAll(engines[which], film, folder)
        times[which].push(performance.now() - begun)
      }
    }
  } finally {
    for (const engine of engines) await engine.close()
  }
  const [now, then] = times.map(toMedian)
  console.log(
    `\n## The tools of an ingest of ${filmSeconds} s in 1920 by 1080: medians of ${rounds} rounds, in seconds\n`,
  )
  console.log('| now | before | ratio |\n|---|---|---|')
  console.log(`| ${[now, then].map(toSeconds).join(' | ')} | ${(now! / then!).toFixed(2)} |`)
}

async function makeAll(engine: MediaEngine, input: string, folder: string): Promise<void> {
  const [output, poster, sprite] = ['all.mp4', 'all.jpg', 'all-sprite.jpg'].map(name => join(folder, name))
  const report = await engine.probe(input)
  await engine.makePoster({ input, output: poster!, frame: 250, maxWidth: 640, report })
  const proxy = await engine.makeProxy({ input, output: output!, maxHeight: 540, report })
  await engine.makeSprite({ input: output!, output: sprite!, report: proxy.report })
  await engine.makeWaveform({ input, output: join(folder, 'all.json'), report })
}

/** From the close of the upload until there is a picture, and until it plays. */
async function measurePlayable(scene: Scene, engine: MediaEngine, film: string, folder: string): Promise<void> {
  console.log(`\n## From close to the first picture, of 20 s in 1280 by 720: medians of ${rounds} rounds, in seconds\n`)
  const own: { picture: number; playable: number }[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { closedAt, id, finished } = await ingest(scene, film)
    const [picture, playable] = await Promise.all([
      until(scene, id, clip => clip.mediaObjectInstances?.some(instance => instance.type === 'THUMB') ?? false),
      until(scene, id, clip => clip.proxyOnline === true),
    ])
    own.push({ picture: picture - closedAt, playable: playable - closedAt })
    await finished
    const begun = performance.now()
    const report = await engine.probe(film)
    await engine.makeProxy({ input: film, output: join(folder, 'alone.mp4'), maxHeight: 540, report })
    alone.push(performance.now() - begun)
  }
  const [picture, playable, tool] = [own.map(one => one.picture), own.map(one => one.playable), alone].map(toMedian)
  console.log('| a picture | playable | the tools alone | ratio |\n|---|---|---|---|')
  console.log(`| ${[picture, playable, tool].map(toSeconds).join(' | ')} | ${(playable! / tool!).toFixed(2)} |`)
}

/** GET of a moa, alone and while films are ingested. */
async function measureLatency(scene: Scene, url: string, film: string): Promise<void> {
  const { prId, moId, token } = scene
  const load: Load = { name: 'GET moa', method: 'GET', path: `/production/${prId}/mo/${moId}/moa` }
  console.log(`\n## GET moa during an ingest: medians of ${rounds} rounds of ${seconds} s, 8 connections\n`)
  const idle: number[] = []
  const busy: number[] = []
  for (let round = 0; round < rounds; round++) {
    idle.push((await measure(url, token, load, 8, seconds)).p99Ms)
    const { id, finished } = await ingest(scene, film)
    await until(scene, id, clip => clip.type === 'VIDEO')
    busy.push((await measure(url, token, load, 8, seconds)).p99Ms)
    await finished
  }
  const [quiet, during] = [toMedian(idle), toMedian(busy)]
  console.log('| p99 ms idle | p99 ms during an ingest | ratio |\n|---|---|---|')
  console.log(`| ${quiet} | ${during} | ${(during / Math.max(quiet, 1)).toFixed(2)} |`)
}

/** The probe of a film of two hours as a task, beside the tool alone. */
async function measureProbe(scene: Scene, engine: MediaEngine, folder: string): Promise<void> {
  const long = join(folder, 'long.mp4')
  await makeSampleClip(engine, long, { seconds: 2 * 3600, width: 160, height: 96, toneHz: 0 })
  const { api, prId } = scene
  const { id } = await upload(scene, long, { skipIngest: true })
  const tool: number[] = []
  const task: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await engine.probe(long)
    tool.push(performance.now() - begun)
    const asked = performance.now()
    const workflow = await api.ingest.startIngest({ prId, moId: id, body: { redo: true, redoSingleTask: 'probe' } })
    await follow(scene, workflow.id)
    task.push(performance.now() - asked)
  }
  const [alone, whole] = [toMedian(tool), toMedian(task)]
  const size = Math.round((await stat(long)).size / 1e6)
  console.log(
    `\n## Probe of two hours without sound (${size} MB, 180 000 frames): medians of ${rounds} rounds, in seconds\n`,
  )
  console.log('| the workflow, asked to answered | the tool alone | beyond it |\n|---|---|---|')
  console.log(`| ${[whole, alone, whole - alone].map(toSeconds).join(' | ')} |`)
}

async function ingest(scene: Scene, film: string) {
  const { id, workflowId } = await upload(scene, film, {})
  return { closedAt: performance.now(), id, finished: follow(scene, workflowId) }
}

async function upload({ api, prId }: Scene, path: string, body: { skipIngest?: boolean }) {
  const bytes = new Uint8Array(await readFile(path))
  const created = await createClip(api, prId, { name: 'A film', fileName: 'film.mp4', size: bytes.length })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${created.location}&position=0`, { method: 'PUT', headers, body: bytes })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}`)
  await api.uploads.closeUpload({ prId, id: created.id, body })
  return { id: created.id, workflowId: created.workflowId ?? '' }
}

/** Waits for the end of a workflow. */
async function follow({ api, prId }: Scene, id: string): Promise<void> {
  const response = await api.workflows.followWorkflow({ prId, id, alias: 'workflow' })
  const { status } = (await response.json()) as { status: string }
  if (status !== 'Completed') throw new Error(`the workflow ended ${status}`)
}

type Clip = Awaited<ReturnType<Scene['api']['media']['getMediaObject']>>

/** The time at which a clip is first seen so. */
async function until({ api, prId }: Scene, id: number, isSo: (clip: Clip) => boolean): Promise<number> {
  for (;;) {
    if (isSo(await api.media.getMediaObject({ prId, id }))) return performance.now()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

function toMedian(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const toSeconds = (ms: number | undefined) => ((ms ?? Number.NaN) / 1000).toFixed(2)
