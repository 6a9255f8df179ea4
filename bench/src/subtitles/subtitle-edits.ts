import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClip, waitForWorkflow } from '@rushes/client'
import { createMediaEngine, makeSampleClip } from '@rushes/media-engine'
import { writeSrt } from '@rushes/timed-text'
import { QuietClient } from '../references/quiet-client.ts'
import { readProcessorMs, startService } from '../tools/processes.ts'
import { createRandom } from '../tools/random.ts'
import { prepare, type Scene } from '../tools/scene.ts'
import { makeSubtitles, pickWord } from './cues.ts'

const entryCount = Number(process.env.BENCH_SUBTITLES ?? 2000)
const requestCount = Number(process.env.BENCH_SUBTITLE_REQUESTS ?? 300)
const exportCount = 40
const warmUps = 20
/** Between two requests, as between two edits of a person; what follows from the last one in the index is done by then. */
const restMs = Number(process.env.BENCH_SUBTITLE_REST ?? 200)
const presetId = 'online'

/** GET, PATCH and export of the subtitles of a programme, one request after the other, by the rules of a preset. */
export async function measureSubtitleEdits(folder: string): Promise<void> {
  const service = await startService(join(folder, 'service'))
  try {
    const scene = await prepare(service)
    const moId = await addProgramme(scene, service.url, folder)
    const path = `/production/${scene.prId}/mo/${moId}/subtitle/en/${presetId}`
    console.log(`\n## Subtitles of a programme: ${entryCount} entries, ${requestCount} requests, ms\n`)
    console.log('| request | p50 | p99 | slowest | processor, mean |\n|---|---|---|---|---|')
    const client = new QuietClient(service.url)
    const send = (method: string, headers: Record<string, string>, body?: unknown) =>
      client.send(method, path, { authorization: `Bearer ${scene.token}`, ...headers }, body)
    const random = createRandom(11)
    await measure('GET as SRT', service.pid, requestCount, () => send('GET', { accept: 'application/x-subrip' }))
    await measure('GET as JSON', service.pid, requestCount, () => send('GET', { accept: 'application/json' }))
    await measure('PATCH of one entry', service.pid, requestCount, () =>
      send('PATCH', {}, [
        {
          op: 'replace',
          path: `/structuredDescription/subtitles/${random.below(entryCount)}/textParts/0/content`,
          value: `${pickWord(random)} ${pickWord(random)}`,
        },
      ]),
    )
    await measure('export to STL, to the end', service.pid, exportCount, async () => {
      const { body } = await send('POST', {}, { format: 'ebustl' })
      const answer = JSON.parse(String(body)) as { workflowId: string }
      await waitForWorkflow(scene.api, { prId: scene.prId, id: answer.workflowId })
    })
    client.close()
  } finally {
    await service.stop()
  }
}

/** A programme of as long as its subtitles take, with the subtitles. */
async function addProgramme({ api, prId, token }: Scene, url: string, folder: string): Promise<number> {
  const document = makeSubtitles(entryCount)
  const seconds = Math.ceil((document.cues.at(-1)?.end ?? 0) / 1000) + 1
  const film = await makeFilm(folder, seconds)
  const ingest = { proxy: false, waveform: false, stitch: false }
  await api.productions.updateSetting({ prId, key: 'ingest', body: ingest })
  const bytes = new Uint8Array(await readFile(film))
  const clip = await createClip(api, prId, { name: 'Programme', fileName: 'programme.mp4', size: bytes.length })
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${clip.location}&position=0`, { method: 'PUT', headers, body: bytes })
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}`)
  await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
  await waitForWorkflow(api, { prId, id: clip.workflowId ?? '' })
  const imported = await fetch(`${url}/production/${prId}/mo/${clip.id}/subtitle/en/${presetId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-subrip' },
    body: writeSrt(document).content,
  })
  if (!imported.ok) throw new Error(`the import answered ${imported.status}`)
  console.error(`${entryCount} subtitles over ${(seconds / 3600).toFixed(1)} hours`)
  return clip.id
}

/** A film of so many seconds, without sound. */
async function makeFilm(folder: string, seconds: number): Promise<string> {
  const film = join(folder, 'programme.mp4')
  const engine = createMediaEngine()
  try {
    await makeSampleClip(engine, film, { seconds, width: 32, height: 32, toneHz: 0 })
  } finally {
    await engine.close()
  }
  return film
}

async function measure(name: string, pid: number, count: number, job: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < warmUps; index++) await job()
  const times: number[] = []
  const before = await readProcessorMs(pid)
  for (let index = 0; index < count; index++) {
    const begun = performance.now()
    await job()
    times.push(performance.now() - begun)
    await new Promise(resolve => setTimeout(resolve, restMs))
  }
  const processor = ((await readProcessorMs(pid)) - before) / count
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)
  console.log(`| ${[name, at(0.5), at(0.99), times.at(-1)!.toFixed(1), processor.toFixed(1)].join(' | ')} |`)
}
