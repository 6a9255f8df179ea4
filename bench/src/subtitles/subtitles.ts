import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { RATE_25 } from '@rushes/timebase'
import {
  type FormatId,
  formats,
  type MillisecondDocument,
  segmentTranscript,
  shippedPresets,
  type TimedTextDocument,
  type TranscriptWord,
} from '@rushes/timed-text'
import { createRandom } from '../tools/random.ts'
import { makeSubtitles, pickWord } from './cues.ts'
import { type Peer, peers } from './subtitle-peers.ts'

const cueCount = Number(process.env.BENCH_CUES ?? 10_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const wordCount = 10_000
const warmUps = 2
const leastMs = 50

/** What is measured: a reader or a writer, by its name. */
type Jobs = Record<string, () => unknown>

/** Cues a second read and written in every format, beside other libraries, in turns; then memory. */
export async function measureSubtitles(): Promise<void> {
  const document = makeSubtitles(cueCount)
  console.log(`\n## Subtitle files of ${cueCount} cues: medians of ${rounds} rounds\n`)
  console.log('| format | bytes | | by | ms | cues a second | ratio |\n|---|---|---|---|---|---|---|')
  for (const id of Object.keys(formats) as FormatId[]) measureFormat(id, document)
  measureSegmentation()
  measureMemory()
}

function measureFormat(id: FormatId, document: MillisecondDocument): void {
  const format = formats[id]
  const file = format.write(document).content
  const read: TimedTextDocument = format.read(file).document
  const reads: Jobs = { '@rushes/timed-text': () => format.read(file) }
  const writes: Jobs = { '@rushes/timed-text': () => toBytes(format.write(read).content) }
  assertCount('@rushes/timed-text', read.cues.length)
  for (const { name, read } of typeof file === 'string' ? (peers[id] ?? []) : []) {
    const result = read(file as string)
    assertCount(name, result.cueCount)
    reads[name] = () => read(file as string)
    const { write } = result
    if (write) writes[name] = () => toBytes(write())
  }
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file).length : file.length
  print([format.label, bytes, 'read'], compare(reads))
  print([format.label, bytes, 'write'], compare(writes))
}

/** The bytes of a file: text that is put together is not a whole before somebody needs it. */
function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

function assertCount(name: Peer['name'], count: number, expected = cueCount): void {
  if (count !== expected) throw new Error(`${name} read ${count} cues of ${expected}`)
}

/** Medians in milliseconds; in turns, so that a neighbour's load meets all. */
function compare(jobs: Jobs): Map<string, number> {
  const readings = new Map(Object.keys(jobs).map(name => [name, [] as number[]]))
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, job] of Object.entries(jobs)) {
      const ms = measure(job)
      if (round >= 0) readings.get(name)?.push(ms)
    }
  }
  return new Map(
    [...readings].map(([name, times]) => [name, times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0]),
  )
}

/** Milliseconds of processor time, which others on the machine do not lengthen; it is counted in steps of some. */
function measure(job: () => unknown): number {
  const before = process.threadCpuUsage()
  let runs = 0
  let ms = 0
  while (ms < leastMs) {
    job()
    runs += 1
    const { user, system } = process.threadCpuUsage(before)
    ms = (user + system) / 1000
  }
  return ms / runs
}

/** The ratio is that of our speed to theirs: above 1 we are faster. */
function print(cells: readonly (string | number)[], medians: ReadonlyMap<string, number>): void {
  const own = [...medians.values()][0] ?? 0
  for (const [name, ms] of medians) {
    const rate = Math.round(cueCount / ms)
    const ratio = name.startsWith('@') ? '' : (ms / own).toFixed(2)
    console.log(`| ${[...cells, name, ms.toFixed(1), `${rate}k`, ratio].join(' | ')} |`)
  }
}

/** Bytes in use once everything that nobody holds is gone. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let round = 0; round < 3; round++) collect()
  return process.memoryUsage().heapUsed
}

/** Words of one speaker after the other, cut into subtitles. */
function measureSegmentation(): void {
  const random = createRandom(11)
  let time = 0
  const words = Array.from({ length: wordCount }, (_, index): TranscriptWord => {
    const text = `${pickWord(random)}${index % 9 === 8 ? '.' : ''}`
    const start = time
    time += 4 + random.below(8) + (index % 9 === 8 ? random.below(40) : 0)
    return { text, start, end: start + 4, speaker: `S${Math.floor(index / 50) % 3}` }
  })
  const options = { rate: RATE_25, language: 'en' }
  const medians = compare({ segmentation: () => segmentTranscript(words, shippedPresets.broadcast, options) })
  console.log(`\nSegmentation of ${wordCount} words: ${Math.round(medians.get('segmentation') ?? 0)} ms`)
}

/** What a document holds in memory after it was read, for files of one size and of ten times that. */
function measureMemory(): void {
  console.log('\n| format | cues | MiB held | bytes a cue |\n|---|---|---|---|')
  for (const format of Object.values(formats)) {
    for (const count of [cueCount, 10 * cueCount]) {
      const file = toBytes(format.write(makeSubtitles(count)).content)
      const documents: TimedTextDocument[] = []
      const before = measureHeap()
      documents.push(format.read(file, { maxBytes: 2 ** 30, maxCues: count }).document)
      const held = measureHeap() - before
      assertCount(format.label, documents[0]?.cues.length ?? 0, count)
      console.log(`| ${format.label} | ${count} | ${(held / 2 ** 20).toFixed(1)} | ${Math.round(held / count)} |`)
    }
  }
}
