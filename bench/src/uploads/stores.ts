import { openAsBlob } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClip, uploadFile } from '@rushes/client'
import { isObjectStoreBuilt, lacksObjectStore, startObjectStore } from '../../../apps/server/test/peers/object-store.ts'
import { readProcessorMs, type StartedService, startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'
import { sendChunks, totalBytes } from './uploads.ts'

const rounds = Number(process.env.BENCH_UPLOAD_ROUNDS ?? 3)
const mebi = 1024 * 1024
const connections = 4

/** The size of all chunks, or that of our client, which grows with the speed. */
type Kind = number | 'growing'

/** What the service takes of the processors for one upload, to its end, with media on the disk and in an object store. */
export async function measureStores(folder: string): Promise<void> {
  if (!isObjectStoreBuilt()) return console.log(`\n## Stores\n\nLeft out: ${lacksObjectStore}`)
  const objects = await startObjectStore()
  const services: StartedService[] = []
  try {
    const path = join(folder, 'source')
    await writeFile(path, '')
    await truncate(path, totalBytes)
    const source = await openAsBlob(path)
    const sides = new Map<string, (kind: Kind) => Promise<number>>()
    for (const [name, settings] of [
      ['disk', {}],
      ['objects', objects.toSettings('bench')],
    ] as const) {
      const service = await startService(join(folder, name), settings)
      services.push(service)
      const { api, prId } = await prepare(service)
      sides.set(name, kind => upload(service, api, prId, kind, source))
    }
    console.log(`\n## Uploads of ${totalBytes / mebi} MiB: seconds of the processors, medians of ${rounds} rounds\n`)
    console.log('| chunk | connections | on the disk | in an object store | ratio |')
    console.log('|---|---|---|---|---|')
    for (const kind of [5_000_000, 64 * mebi, 'growing'] as const) {
      const readings = new Map(Array.from(sides.keys(), name => [name, [] as number[]]))
      for (let round = 0; round < rounds; round++) {
        for (const [name, measure] of sides) readings.get(name)?.push(await measure(kind))
      }
      const [disk = Number.NaN, object = Number.NaN] = Array.from(readings.values(), toMedian)
      const size = kind === 'growing' ? 'as the client sends them, 5 to 100 MB' : `${(kind / 1e6).toFixed(0)} MB`
      const cells = [size, connections, (disk / 1000).toFixed(2)]
      console.log(`| ${[...cells, (object / 1000).toFixed(2), (object / disk).toFixed(2)].join(' | ')} |`)
    }
  } finally {
    for (const service of services) await service.stop()
    await objects.stop()
  }
}

/** One clip, closed and deleted; gives milliseconds of the service's processor. */
async function upload({ pid }: StartedService, api: Client, prId: number, kind: Kind, source: Blob): Promise<number> {
  const before = await readProcessorMs(pid)
  const id = kind === 'growing' ? await sendGrowing(api, prId, source) : await sendEqual(api, prId, kind)
  const taken = (await readProcessorMs(pid)) - before
  await api.media.deleteMediaObject({ prId, id })
  return taken
}

async function sendGrowing(api: Client, prId: number, source: Blob): Promise<number> {
  // An ingest would fetch the file from the store while the next upload is measured.
  const closeUpload: typeof api.uploads.closeUpload = call =>
    api.uploads.closeUpload({ ...call, body: { skipIngest: true } })
  const quiet = { ...api, uploads: { ...api.uploads, closeUpload } }
  return (await uploadFile(quiet, { prId, fileName: 'measured.bin', source, parallel: connections, digests: false })).id
}

async function sendEqual(api: Client, prId: number, chunkBytes: number): Promise<number> {
  const body = { name: 'Measured', fileName: 'measured.bin', size: totalBytes }
  const { id, location } = await createClip(api, prId, body)
  await sendChunks(chunkBytes, connections, position => ({
    url: `${location}&position=${position}`,
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  }))
  await api.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  return id
}

function toMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
