import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readProcessorMs, type Started, startService } from '../tools/processes.ts'
import { prepare, type Scene } from '../tools/scene.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const streams = Number(process.env.BENCH_STREAMS ?? 500)
const writes = 40
/** What follows a write (index, followers) comes within this time. */
const restMs = 3_000

/** What a comment costs the service's processor without streams, with streams of its production, and of another one. */
export async function measureStreams(folder: string): Promise<void> {
  const service = await startService(folder)
  try {
    const scene = await prepare(service)
    const { id: otherId } = await scene.api.productions.createProduction({
      body: { accountId: (await scene.api.productions.getProduction({ prId: scene.prId })).accountId!, name: 'Other' },
    })
    await measure(service, scene)
    const readings = { none: [] as number[], own: [] as number[], other: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      readings.none.push(await measure(service, scene))
      for (const [kind, prId] of [
        ['own', scene.prId],
        ['other', otherId],
      ] as const) {
        const opened = await Promise.all(Array.from({ length: streams }, () => openStream(service, scene, prId)))
        await delay(restMs)
        readings[kind].push(await measure(service, scene))
        for (const response of opened) response.destroy()
        await delay(restMs)
      }
    }
    const none = toMedian(readings.none)
    console.log(`\n## Event streams: processor of the service a comment, medians of ${rounds} rounds in turns\n`)
    console.log('| streams | ms a comment | ratio |\n|---|---|---|')
    for (const [name, values] of [
      ['none', readings.none],
      [`${streams} of another production`, readings.other],
      [`${streams} of its production`, readings.own],
    ] as const) {
      console.log(`| ${name} | ${toMedian(values).toFixed(1)} | ${(toMedian(values) / none).toFixed(2)} |`)
    }
  } finally {
    await service.stop()
  }
}

export function openStream({ url }: Started, { token }: Scene, prId: number): Promise<IncomingMessage> {
  const address = `${url}/production/${prId}/event/stream`
  return new Promise((resolve, reject) => {
    get(address, { headers: { authorization: `Bearer ${token}` }, agent: false }, response => {
      response.on('error', () => {}).resume()
      resolve(response)
    }).on('error', reject)
  })
}

/** Milliseconds of the processor for each of some comments, without what the service takes at rest. */
async function measure({ pid }: Started, { api, prId, moId }: Scene): Promise<number> {
  const take = async (work: () => Promise<void>) => {
    const [from, begun] = [await readProcessorMs(pid), performance.now()]
    await work()
    return { processorMs: (await readProcessorMs(pid)) - from, tookMs: performance.now() - begun }
  }
  const atRest = await take(() => delay(restMs))
  const writing = await take(async () => {
    for (let at = 0; at < writes; at++) {
      const body = { funnel: 'ReviewComment', description: `Comment ${at}`, start: at, end: at + 1 }
      await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
      // One by one: what comes together is read together.
      await delay(60)
    }
    await delay(restMs)
  })
  return (writing.processorMs - (atRest.processorMs / atRest.tookMs) * writing.tookMs) / writes
}

function toMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
