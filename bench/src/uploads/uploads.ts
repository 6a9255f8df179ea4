import { mkdir, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type Client, createClip } from '@rushes/client'
import { type Started, startReference, startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'

const mebi = 1024 * 1024
export const totalBytes = Number(process.env.BENCH_UPLOAD_MIB ?? 1024) * mebi
const rounds = Number(process.env.BENCH_UPLOAD_ROUNDS ?? 3)
const cases = [
  { chunkBytes: 5_000_000, connections: 1 },
  { chunkBytes: 5_000_000, connections: 4 },
  { chunkBytes: 64 * mebi, connections: 1 },
  { chunkBytes: 64 * mebi, connections: 4 },
]

/** Sends all bytes and gives the milliseconds until the last is acknowledged; what was written goes again afterwards. */
type Send = (chunkBytes: number, connections: number) => Promise<number>

/** Bytes a second of an upload beside the tus server and a bare sink, on the same disk, in turns. */
export async function measureUploads(folder: string): Promise<void> {
  const service = await startService(join(folder, 'service'))
  const peers = await startPeers(folder)
  try {
    const { api, prId } = await prepare(service)
    const all: Record<string, Send> = { service: toServiceSend(api, prId), ...peers.sends }
    console.log(`\n## Uploads of ${totalBytes / mebi} MiB: MiB a second, medians of ${rounds} rounds\n`)
    console.log('| chunk | connections | service | memory, MiB | tus | ratio | sink | ratio | durable sink | ratio |')
    console.log('|---|---|---|---|---|---|---|---|---|---|')
    for (const { chunkBytes, connections } of cases) {
      const memory = watchMemory(service.pid)
      const rates = await compare(all, chunkBytes, connections)
      const own = rates.service ?? 0
      const others = ['tus', 'sink', 'durable'].map(name => [rates[name] ?? 0, own / (rates[name] ?? 0)] as const)
      const cells = others.flatMap(([rate, ratio]) => [Math.round(rate), ratio.toFixed(2)])
      const size = `${(chunkBytes / 1e6).toFixed(0)} MB`
      console.log(`| ${[size, connections, Math.round(own), await memory.stop(), ...cells].join(' | ')} |`)
    }
  } finally {
    await service.stop()
    await peers.stop()
  }
}

/** Medians in MiB a second. */
async function compare(sends: Record<string, Send>, chunkBytes: number, connections: number) {
  const readings = Object.fromEntries(Object.keys(sends).map(name => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, send] of Object.entries(sends)) readings[name]?.push(await send(chunkBytes, connections))
  }
  return Object.fromEntries(
    Object.entries(readings).map(([name, times]) => {
      const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
      return [name, totalBytes / mebi / (median / 1000)]
    }),
  )
}

async function startPeers(folder: string) {
  const tusFolder = join(folder, 'tus')
  await mkdir(tusFolder, { recursive: true })
  const tus = await startReference('tus.ts', tusFolder)
  const sink = await startReference('sink.ts', folder)
  const durable = await startReference('sink.ts', folder, 'durable')
  return {
    sends: { tus: toTusSend(tus, tusFolder), sink: toSinkSend(sink), durable: toSinkSend(durable) },
    stop: () => Promise.all([tus, sink, durable].map(peer => peer.stop())),
  }
}

/** One clip, its chunks over all connections; the clip goes afterwards. */
function toServiceSend(api: Client, prId: number): Send {
  return async (chunkBytes, connections) => {
    const body = { name: 'Measured', fileName: 'measured.bin', size: totalBytes }
    const { id, location } = await createClip(api, prId, body)
    const ms = await sendChunks(chunkBytes, connections, position => ({
      url: `${location}&position=${position}`,
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
    }))
    await api.media.deleteMediaObject({ prId, id })
    return ms
  }
}

function toSinkSend({ url }: Started): Send {
  return async (chunkBytes, connections) => {
    const file = `${url}/${crypto.randomUUID()}`
    const ms = await sendChunks(chunkBytes, connections, position => ({
      url: `${file}?position=${position}`,
      method: 'PUT',
      headers: {},
    }))
    await fetch(file, { method: 'DELETE' })
    return ms
  }
}

/** Chunks of one tus upload follow each other, so each connection has an upload of its own. */
function toTusSend({ url }: Started, folder: string): Send {
  return async (chunkBytes, connections) => {
    const share = totalBytes / connections
    const uploads = await Promise.all(Array.from({ length: connections }, () => createTusUpload(url, share)))
    const begun = performance.now()
    await Promise.all(
      uploads.map(async upload => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (let offset = 0; offset < share; offset += chunkBytes) {
          const headers = {
            'tus-resumable': '1.0.0',
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          }
          await put({ url: upload, method: 'PATCH', headers }, Math.min(chunkBytes, share - offset), agent)
        }
        agent.destroy()
      }),
    )
    const ms = performance.now() - begun
    await rm(folder, { recursive: true })
    await mkdir(folder)
    return ms
  }
}

async function createTusUpload(url: string, size: number): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size) }
  const response = await fetch(`${url}/files`, { method: 'POST', headers })
  const location = response.headers.get('location')
  if (response.status !== 201 || !location) throw new Error(`tus answered ${response.status}`)
  return location
}

interface Target {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
}

export async function sendChunks(chunkBytes: number, connections: number, toTarget: (position: number) => Target) {
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (next < totalBytes) {
        const position = next
        next += chunkBytes
        await put(toTarget(position), Math.min(chunkBytes, totalBytes - position), agent)
      }
      agent.destroy()
    }),
  )
  return performance.now() - begun
}

const piece = Buffer.alloc(mebi, 0x5a)

/** Sends so many bytes without holding them all. */
function put({ url, method, headers }: Target, length: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...headers, 'content-length': length } }, response => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 204) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    let left = length
    const write = () => {
      while (left > 0) {
        const bytes = left < piece.length ? piece.subarray(0, left) : piece
        left -= bytes.length
        if (!outgoing.write(bytes)) return
      }
      outgoing.end()
      outgoing.off('drain', write)
    }
    outgoing.on('drain', write)
    write()
  })
}

/** The most memory that a process holds while it is watched, in MiB. */
function watchMemory(pid: number) {
  let most = 0
  const look = async () => {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
    most = Math.max(most, (pages * 4096) / mebi)
  }
  const timer = setInterval(() => void look().catch(() => undefined), 50)
  return {
    async stop(): Promise<number> {
      clearInterval(timer)
      return Math.round(most)
    },
  }
}
