import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { formats } from '@rushes/timed-text'
import { makeSubtitles } from './cues.ts'
import { type Started, startReference, startService } from './processes.ts'
import { createRandom } from './random.ts'
import { prepare } from './scene.ts'

const mebi = 1024 * 1024
const totalBytes = Number(process.env.BENCH_UPLOAD_MIB ?? 1024) * mebi
const rounds = Number(process.env.BENCH_UPLOAD_ROUNDS ?? 3)
const fileCount = 100
const cueCount = 500
const connections = 4
const chunkBytes = 64 * mebi
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

/** The command line as people use it: a large upload beside the bare way of its bytes, and a hundred files converted. */
export async function measureCommandLine(folder: string): Promise<void> {
  await measureUpload(folder)
  await measureConversion(folder)
}

async function measureUpload(folder: string): Promise<void> {
  const path = join(folder, 'large.bin')
  await writeLargeFile(path)
  const service = await startService(join(folder, 'service'))
  const sink = await startReference('./sink.ts', folder)
  try {
    const { api, token, prId } = await prepare(service)
    const environment = { RUSHES_URL: service.url, RUSHES_TOKEN: token, RUSHES_PRODUCTION: String(prId) }
    const upload = async (...options: string[]) => {
      const ended = await runCommand(['upload', path, '--json', ...options], folder, environment)
      const [{ mediaObjectId }] = JSON.parse(ended.stdout) as [{ mediaObjectId: number }]
      await api.media.deleteMediaObject({ prId, id: mediaObjectId })
      return ended
    }
    const readings = { digests: [] as number[], plain: [] as number[], raw: [] as number[] }
    let mostMemory = 0
    for (let round = 0; round < rounds; round++) {
      const ended = await upload()
      mostMemory = Math.max(mostMemory, ended.memoryMib)
      readings.digests.push(ended.ms)
      readings.plain.push((await upload('--no-digests')).ms)
      readings.raw.push(await sendRaw(sink, path))
    }
    const toRate = (times: number[]) => totalBytes / mebi / (findMedian(times) / 1000)
    const raw = toRate(readings.raw)
    console.log(`\n## rushes upload of ${totalBytes / mebi} MiB: MiB a second, medians of ${rounds} rounds in turns\n`)
    console.log('| sent by | MiB a second | ratio to the bare way |\n|---|---|---|')
    for (const [name, rate] of [
      [`rushes upload (${mostMemory} MiB of memory at most)`, toRate(readings.digests)],
      ['rushes upload --no-digests', toRate(readings.plain)],
      [`the same file to a bare sink, ${connections} connections`, raw],
    ] as const) {
      console.log(`| ${name} | ${Math.round(rate)} | ${(rate / raw).toFixed(2)} |`)
    }
  } finally {
    await service.stop()
    await sink.stop()
    await rm(path)
  }
}

/** Bytes that no disk and no line makes smaller. */
async function writeLargeFile(path: string): Promise<void> {
  const random = createRandom(3)
  const piece = Uint8Array.from({ length: 16 * mebi }, () => random.below(256))
  await using file = await open(path, 'w')
  for (let written = 0; written < totalBytes; written += piece.length) {
    await file.write(piece, 0, Math.min(piece.length, totalBytes - written))
  }
  await file.sync()
}

/** The milliseconds that the bytes of a file take to a server that only writes them down. */
async function sendRaw(sink: Started, path: string): Promise<number> {
  const name = 'raw.bin'
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (next < totalBytes) {
        const position = next
        next += chunkBytes
        await putPart(`${sink.url}/${name}?position=${position}`, path, position, agent)
      }
      agent.destroy()
    }),
  )
  const ms = performance.now() - begun
  await fetch(`${sink.url}/${name}`, { method: 'DELETE' })
  return ms
}

async function putPart(url: string, path: string, start: number, agent: Agent): Promise<void> {
  const length = Math.min(chunkBytes, totalBytes - start)
  const outgoing = request(url, { method: 'PUT', agent, headers: { 'content-length': length } })
  const answered = once(outgoing, 'response')
  await pipeline(createReadStream(path, { start, end: start + length - 1, highWaterMark: mebi }), outgoing)
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
        '--to',
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
  const timer = setInterval(() => {
    const read = readFile(`/proc/${child.pid}/statm`, 'utf8')
    read.then(
      text => {
        memoryMib = Math.max(memoryMib, Math.round((Number(text.split(' ')[1]) * 4096) / mebi))
      },
      () => {},
    )
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`rushes ${args[0]} ended with ${code}`)
  return { ms: performance.now() - begun, stdout, memoryMib }
}
