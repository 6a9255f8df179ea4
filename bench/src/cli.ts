import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { formats } from '@rushes/timed-text'
import { makeSubtitles } from './subtitles/cues.ts'
import { readProcessorMs, type Started, startReference, startService } from './tools/processes.ts'
import { createRandom } from './tools/random.ts'
import { prepare } from './tools/scene.ts'

const mebi = 1024 * 1024
const totalBytes = Number(process.env.BENCH_UPLOAD_MIB ?? 1024) * mebi
const rounds = Number(process.env.BENCH_UPLOAD_ROUNDS ?? 3)
const fileCount = 100
const cueCount = 500
const connections = 4
const chunkBytes = 64 * mebi
/** Enough to compile what runs often, on both sides. */
const warmBytes = 256 * mebi
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

/** The command line as people use it: a large upload beside the bare way of its bytes, and a hundred files converted. */
export async function measureCommandLine(folder: string): Promise<void> {
  await measureUpload(folder)
  await measureConversion(folder)
}

async function measureUpload(folder: string): Promise<void> {
  const [path, warmPath] = [join(folder, 'large.bin'), join(folder, 'warm.bin')]
  await writeFileOf(totalBytes, path)
  await writeFileOf(Math.min(warmBytes, totalBytes), warmPath)
  const service = await startService(join(folder, 'service'))
  const sink = await startReference('sink.ts', folder)
  const durableSink = await startReference('sink.ts', folder, 'durable')
  try {
    const { api, token, prId } = await prepare(service)
    const environment = { RUSHES_URL: service.url, RUSHES_TOKEN: token, RUSHES_PRODUCTION: String(prId) }
    const upload = async (file: string, ...options: string[]) => {
      const ended = await runCommand(['upload', file, '--json', ...options], folder, environment)
      const [{ mediaObjectId }] = JSON.parse(ended.stdout) as [{ mediaObjectId: number }]
      await api.media.deleteMediaObject({ prId, id: mediaObjectId })
      return ended
    }
    const bare = createWay(`the same file to a bare sink, ${connections} connections`, sink, file =>
      sendRaw(sink, file),
    )
    const durable = createWay('the same to a sink that syncs each part', durableSink, file =>
      sendRaw(durableSink, file),
    )
    const ways = [
      createWay('rushes upload', service, file => upload(file)),
      createWay('rushes upload --no-digests', service, file => upload(file, '--no-digests')),
      bare,
      durable,
    ]
    for (const { send } of ways) await send(warmPath)
    for (let round = 0; round < rounds; round++) {
      for (const { receiver, send, readings } of ways) {
        const before = await readProcessorMs(receiver.pid)
        const sent = await send(path)
        readings.push({ ...sent, receiverMs: (await readProcessorMs(receiver.pid)) - before })
      }
    }
    tellUploads(ways, bare, durable)
  } finally {
    await service.stop()
    await sink.stop()
    await durableSink.stop()
    for (const written of [path, warmPath]) await rm(written)
  }
}

/** How long a way took, and what it cost: of the processors' time in milliseconds, and of memory at most. */
interface Sent {
  readonly ms: number
  readonly processorMs: number
  readonly memoryMib: number
}

/** A way that a file goes, and what it took each time. */
interface Way {
  readonly name: string
  readonly receiver: Started
  readonly send: (path: string) => Promise<Sent>
  readonly readings: (Sent & { receiverMs: number })[]
}

function createWay(name: string, receiver: Started, send: Way['send']): Way {
  return { name, receiver, send, readings: [] }
}

function tellUploads(ways: readonly Way[], bare: Way, durable: Way): void {
  const gibi = totalBytes / mebi / 1024
  const toMedian = ({ readings }: Way, what: 'ms' | 'processorMs' | 'receiverMs') =>
    findMedian(readings.map(reading => reading[what])) / 1000 / gibi
  console.log(
    `\n## rushes upload of ${totalBytes / mebi} MiB: medians of ${rounds} rounds in turns, after a short one that does not count\n`,
  )
  const costs = 'processor seconds a GiB: sender, receiver'
  console.log(`| sent by | MiB a second | by the sink | by the syncing sink | ${costs} | memory, MiB |`)
  console.log('|---|---|---|---|---|---|')
  for (const way of ways) {
    const seconds = toMedian(way, 'ms')
    const shares = [bare, durable].map(other => (toMedian(other, 'ms') / seconds).toFixed(2))
    const processor = `${toMedian(way, 'processorMs').toFixed(2)}, ${toMedian(way, 'receiverMs').toFixed(2)}`
    const memory = Math.max(...way.readings.map(({ memoryMib }) => memoryMib))
    console.log(`| ${[way.name, Math.round(1024 / seconds), ...shares, processor, memory].join(' | ')} |`)
  }
}

/** Bytes that no disk and no line makes smaller. */
async function writeFileOf(bytes: number, path: string): Promise<void> {
  const random = createRandom(3)
  const piece = Uint8Array.from({ length: 16 * mebi }, () => random.below(256))
  await using file = await open(path, 'w')
  for (let written = 0; written < bytes; written += piece.length) {
    await file.write(piece, 0, Math.min(piece.length, bytes - written))
  }
  await file.sync()
}

/** Sends the bytes of a file to a server that only writes them down. */
async function sendRaw(sink: Started, path: string): Promise<Sent> {
  const name = 'raw.bin'
  const { size } = await stat(path)
  let next = 0
  const begun = performance.now()
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (next < size) {
        const position = next
        next += chunkBytes
        const end = Math.min(position + chunkBytes, size)
        await putPart(`${sink.url}/${name}?position=${position}`, path, [position, end], agent)
      }
      agent.destroy()
    }),
  )
  const ms = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  await fetch(`${sink.url}/${name}`, { method: 'DELETE' })
  return { ms, processorMs: (user + system) / 1000, memoryMib: Math.round(process.memoryUsage.rss() / mebi) }
}

async function putPart(
  url: string,
  path: string,
  [start, end]: readonly [number, number],
  agent: Agent,
): Promise<void> {
  const outgoing = request(url, { method: 'PUT', agent, headers: { 'content-length': end - start } })
  const answered = once(outgoing, 'response')
  await pipeline(createReadStream(path, { start, end: end - 1, highWaterMark: mebi }), outgoing)
  const [response] = await answered
  if (response.statusCode !== 204) throw new Error(`the sink answered ${response.statusCode}`)
  await once(response.resume(), 'end')
}

async function measureConversion(folder: string): Promise<void> {
  const sources = join(folder, 'sources')
  await mkdir(sources)
  const content = formats.srt.write(makeSubtitles(cueCount)).content
  const paths = Array.from({ length: fileCount }, (_, index) => join(sources, `${index}.srt`))
  for (const path of paths) await writeFile(path, content)
  const starts: number[] = []
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    starts.push((await runCommand(['--version'], folder)).ms)
    for (const format of ['webvtt', 'ebustl', 'ebuttd'] as const) {
      const args = [
        'subtitle',
        'convert',
        ...paths,
        '--format',
        format,
        '--folder',
        join(folder, format),
        '--force',
        '--json',
      ]
      const { ms, stdout } = await runCommand(args, folder)
      const results = JSON.parse(stdout) as { subtitles: number }[]
      if (results.length !== fileCount || results.some(({ subtitles }) => subtitles !== cueCount)) {
        throw new Error('not all files were converted')
      }
      times[format] = [...(times[format] ?? []), ms]
    }
  }
  const start = findMedian(starts)
  console.log(`\n## rushes subtitle convert of ${fileCount} SubRip files of ${cueCount} cues\n`)
  console.log(`A command that does nothing takes ${Math.round(start)} ms.\n`)
  console.log('| to | ms | ms a file |\n|---|---|---|')
  for (const [format, readings] of Object.entries(times)) {
    const ms = findMedian(readings)
    console.log(`| ${format} | ${Math.round(ms)} | ${((ms - start) / fileCount).toFixed(2)} |`)
  }
}

function findMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Runs a command to its end; throws when that is not a good one. */
async function runCommand(args: readonly string[], home: string, environment: Record<string, string> = {}) {
  const begun = performance.now()
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk
  })
  let memoryMib = 0
  let processorMs = 0
  const timer = setInterval(() => {
    const readings = [readMemoryMib(child.pid!), readProcessorMs(child.pid!)]
    Promise.all(readings).then(
      ([memory = 0, processor = 0]) => {
        memoryMib = Math.max(memoryMib, memory)
        processorMs = Math.max(processorMs, processor)
      },
      // It has ended.
      () => {},
    )
  }, 20)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`rushes ${args[0]} ended with ${code}`)
  return { ms: performance.now() - begun, stdout, memoryMib, processorMs }
}

async function readMemoryMib(pid: number): Promise<number> {
  const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
  return Math.round((Number(pages) * 4096) / mebi)
}
