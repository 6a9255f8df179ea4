/** What a service of many machines needs, computed from what its parts cost in this run. */

import { setTimeout as delay } from 'node:timers/promises'
import { uploadFile } from '@rushes/client'
import { isObjectStoreBuilt, lacksObjectStore, startObjectStore } from '../../../apps/server/test/peers/object-store.ts'
import { readResident } from '../search/search-library.ts'
import { readProcessorMs, type StartedService, startService } from '../tools/processes.ts'
import { prepare, type Scene } from '../tools/scene.ts'
import { send } from '../tools/send.ts'
import { openDatabase } from '../tools/stock.ts'
import { openStream } from './streams.ts'

/** The service that is computed. */
const annotations = Number(process.env.BENCH_PLAN_ANNOTATIONS ?? 100_000_000)
const viewers = Number(process.env.BENCH_PLAN_VIEWERS ?? 10_000)
/** How often the player of a viewer asks for its film: as long as an address of the store is good. */
const secondsOfLink = 60

const written = 5_000
const streams = 500
const links = 2_000
/** Smaller files come through the service. */
const filmBytes = 16 * 2 ** 20
const [kib, gib] = [2 ** 10, 2 ** 30]
/** What follows a write or an opened stream comes within this time. */
const restMs = 3_000

/** Measures one of each and prints what all of them need. */
export async function simulate(folder: string): Promise<void> {
  if (!isObjectStoreBuilt()) return console.log(`\n## Many machines\n\nLeft out: ${lacksObjectStore}`)
  const objects = await startObjectStore()
  const service = await startService(folder, objects.toSettings('bench'))
  try {
    const scene = await prepare(service)
    const { rowBytes, indexBytes, perSecond } = await measureWrites(service, scene, folder)
    const streamBytes = await measureStream(service, scene)
    const linkMs = await measureLink(service, scene)
    const linksPerSecond = viewers / secondsOfLink
    console.log(`\n## ${count(annotations)} annotations and ${count(viewers)} viewers, by what one costs here\n`)
    console.log('| part | one | all |\n|---|---|---|')
    for (const row of [
      ['tables and log of an annotation', `${(rowBytes / kib).toFixed(1)} KiB`, toGib(rowBytes * annotations)],
      ['its document in the index', `${(indexBytes / kib).toFixed(1)} KiB`, toGib(indexBytes * annotations)],
      ['writing it', `${perSecond.toFixed(0)} a second`, `${(annotations / perSecond / 86_400).toFixed(1)} days`],
      ['event stream of a viewer', `${(streamBytes / kib).toFixed(1)} KiB`, toGib(streamBytes * viewers)],
      [
        `link to a film, every ${secondsOfLink} s`,
        `${linkMs.toFixed(2)} ms`,
        `${linksPerSecond.toFixed(0)} a second, ${((linksPerSecond * linkMs) / 1000).toFixed(2)} processors`,
      ],
    ]) {
      console.log(`| ${row.join(' | ')} |`)
    }
  } finally {
    await service.stop()
    await objects.stop()
  }
}

/** Bytes that a comment adds to the database, those of the search apart, and comments a second. */
async function measureWrites({ url }: StartedService, { api, token, prId, moId }: Scene, folder: string) {
  const database = await openDatabase(folder)
  const measure = async () => {
    const { rows } = await database.query<{ all: string; index: string }>(
      `select sum(pg_total_relation_size(oid)) as all,
         coalesce(sum(pg_total_relation_size(oid)) filter (where relname like 'search\\_%'), 0) as index
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    return { all: Number(rows[0]!.all), index: Number(rows[0]!.index) }
  }
  try {
    const before = await measure()
    let number = 0
    const seconds = await send(url, token, {
      ...{ name: 'comment', method: 'POST', count: written, connections: 32 },
      next: () => ({
        path: `/production/${prId}/mo/${moId}/comment`,
        body: { start: number++, description: `Take ${number} is better: the light of the window is on her face` },
      }),
    })
    const isFound = () => api.annotations.searchAnnotations({ prId, query: { q: 'window', rows: 0 } })
    while ((await isFound()).numFound < written) await delay(100)
    const after = await measure()
    const index = after.index - before.index
    return {
      rowBytes: (after.all - before.all - index) / written,
      indexBytes: index / written,
      perSecond: written / seconds,
    }
  } finally {
    await database.end()
  }
}

/** Bytes of memory that an open stream of events takes of the service. */
async function measureStream(service: StartedService, scene: Scene): Promise<number> {
  const open = (number: number) =>
    Promise.all(Array.from({ length: number }, () => openStream(service, scene, scene.prId)))
  // What is made for the first ones is made once.
  const first = await open(streams)
  await delay(restMs)
  const before = await readResident(service.pid)
  const opened = await open(streams)
  await delay(restMs)
  const taken = (await readResident(service.pid)) - before
  for (const stream of [...first, ...opened]) stream.destroy()
  return (Math.max(0, taken) * 2 ** 20) / streams
}

/** Milliseconds of the processor until a film's link has sent its caller to the store. */
async function measureLink({ pid }: StartedService, { api, prId }: Scene): Promise<number> {
  const source = new Blob([new Uint8Array(filmBytes)])
  const { id } = await uploadFile(api, { prId, fileName: 'measured.bin', source })
  await delay(restMs)
  const { items } = await api.media.listInstances({ prId, id })
  const link = await (await api.media.getDownloadLink({ prId, id, moiId: items[0]!.id })).text()
  const follow = async () => {
    const { status, body } = await fetch(link, { redirect: 'manual' })
    await body?.cancel()
    if (status !== 302) throw new Error(`the link answers ${status}`)
  }
  for (let warm = 0; warm < 200; warm++) await follow()
  const before = await readProcessorMs(pid)
  for (let at = 0; at < links; at++) await follow()
  return ((await readProcessorMs(pid)) - before) / links
}

function count(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ')
}

function toGib(bytes: number): string {
  return `${(bytes / gib).toFixed(1)} GiB`
}
