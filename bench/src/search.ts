import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClips, expectClip } from '@rushes/client'
import { listProductions, makeLibrary, toTag } from './library.ts'
import { type StartedService, startService } from './processes.ts'
import { createRandom, type Random } from './random.ts'
import { prepare } from './scene.ts'
import { send } from './send.ts'
import { type Ground, type Workload, workloads } from './workloads.ts'

const sizes = (process.env.BENCH_DOCUMENTS ?? '10000,100000').split(',').map(Number)
const queries = Number(process.env.BENCH_QUERIES ?? 100)
const connections = 64
const seed = 20_260_101
const patienceMs = 600_000

/** A service that holds a made-up library of so many annotations, all of them findable. */
interface Library {
  readonly size: number
  readonly service: StartedService
  readonly api: Client
  readonly token: string
  readonly ground: Ground
  /** Seconds until everything was written, and until everything was found. */
  readonly writtenSeconds: number
  readonly foundSeconds: number
}

/** Queries on services that hold few and many annotations, in turns; then how soon changes are found. */
export async function measureSearch(folder: string): Promise<void> {
  const libraries: Library[] = []
  try {
    for (const size of sizes) libraries.push(await fill(join(folder, String(size)), size))
    await measureQueries(libraries)
    await measureChanges(libraries)
  } finally {
    for (const { service } of libraries) await service.stop()
  }
}

async function fill(folder: string, size: number): Promise<Library> {
  const service = await startService(folder)
  const { api, token } = await prepare(service)
  const account = (await api.productions.listProductions({ query: { limit: 1 } })).items[0]!.accountId!
  const productions: { prId: number; clipIds: number[]; ids: number[] }[] = []
  for (const name of listProductions()) {
    const { id } = await api.productions.createProduction({ body: { accountId: account, name } })
    productions.push({ prId: id, clipIds: [], ids: [] })
  }
  const begun = performance.now()
  const clips = [...makeLibrary(size, seed)]
  const requests: { path: string; body: unknown }[] = []
  for (const [index, ofProduction] of Map.groupBy(clips, clip => clip.production)) {
    const production = productions[index]!
    for (let offset = 0; offset < ofProduction.length; offset += 200) {
      const batch = ofProduction.slice(offset, offset + 200)
      const made = await createClips(
        api,
        production.prId,
        batch.map(clip => clip.body),
      )
      for (const [place, outcome] of made.entries()) {
        const { id } = expectClip(outcome)
        production.clipIds.push(id)
        const path = `/production/${production.prId}/mo/${id}/clip`
        for (const body of batch[place]!.annotations) requests.push({ path, body })
      }
    }
  }
  const byPath = new Map(productions.map(production => [production.prId, production]))
  let next = 0
  await send(service.url, token, {
    ...{ name: 'annotations', method: 'POST', count: requests.length, connections },
    next: () => requests[next++]!,
    onAnswer(body) {
      const { id, productionId } = JSON.parse(body) as { id: number; productionId: number }
      byPath.get(productionId)?.ids.push(id)
    },
  })
  const writtenSeconds = (performance.now() - begun) / 1000
  await waitUntilFound(api, productions[0]!.prId, productions[0]!.clipIds[0]!)
  const foundSeconds = (performance.now() - begun) / 1000
  console.error(
    `${size} annotations written in ${writtenSeconds.toFixed(0)} s, found after ${foundSeconds.toFixed(0)} s`,
  )
  const ground = { productions: productions.filter(({ ids }) => ids.length > 0) }
  return { size, service, api, token, ground, writtenSeconds, foundSeconds }
}

/** What changed first is indexed first: once the last one is found, all are. */
async function waitUntilFound(api: Client, prId: number, moId: number): Promise<void> {
  const body = { description: 'the last' }
  const { id } = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  await waitFor(api, prId, `id:${id}`)
}

async function waitFor(api: Client, prId: number, fq: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if ((await api.annotations.listAnnotations({ prId, query: { fq: [fq], rows: 0 } })).numFound > 0) return
    await delay(5)
  }
  throw new Error(`${fq} is not found`)
}

async function measureQueries(libraries: readonly Library[]): Promise<void> {
  console.log(`\n## Search: p50 / p99 in ms of ${queries} different queries, by how many annotations there are\n`)
  console.log(`| workload | ${sizes.join(' | ')} | found, on average |\n|---|${sizes.map(() => '---|').join('')}---|`)
  for (const workload of workloads) {
    const readings = libraries.map(() => ({ times: [] as number[], found: 0 }))
    const randoms = libraries.map(() => createRandom(seed))
    // The first ones, half as many again, warm what a busy service has warm.
    for (let turn = -queries / 2; turn < queries; turn++) {
      for (const [index, library] of libraries.entries()) {
        const { ms, found } = await ask(library, workload, randoms[index]!)
        if (turn < 0) continue
        readings[index]!.times.push(ms)
        readings[index]!.found += found / queries
      }
    }
    const columns = readings.map(({ times }) => toPercentiles(times))
    const found = readings.map(reading => Math.round(reading.found)).join(' / ')
    console.log(`| ${[workload.name, ...columns, found].join(' | ')} |`)
  }
  const costs = await Promise.all(
    libraries.map(async ({ service, ...library }) => ({ ...library, mib: await readMemory(service) })),
  )
  console.log(`| memory of the service, MiB | ${costs.map(({ mib }) => mib).join(' | ')} | |`)
  console.log(
    `| written, then found, s | ${costs.map(({ writtenSeconds, foundSeconds }) => `${writtenSeconds.toFixed(0)}, ${foundSeconds.toFixed(0)}`).join(' | ')} | |`,
  )
}

async function ask({ service, token, ground }: Library, workload: Workload, random: Random) {
  const path = workload.next(random, ground)
  const begun = performance.now()
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })
  const body = await response.text()
  const ms = performance.now() - begun
  if (!response.ok) throw new Error(`${workload.name}: ${response.status} ${body}`)
  return { ms, found: Number(response.headers.get('x-pagination-total-results')) }
}

/** How soon a change is found by the next search, and how many are taken while others ask. */
async function measureChanges(libraries: readonly Library[]): Promise<void> {
  console.log(`\n## Changes\n`)
  console.log(
    '| annotations | from a change to its being found, p50 / p99 ms | changes a second while others ask |\n|---|---|---|',
  )
  for (const library of libraries) {
    const { api, ground, size } = library
    const [{ prId, ids }] = ground.productions as [Ground['productions'][number]]
    const times: number[] = []
    for (let turn = 0; turn < 50; turn++) {
      const tag = `${toTag(turn)} ${size}`
      const anId = ids[turn % ids.length]!
      const begun = performance.now()
      await api.annotations.patchAnnotation({ prId, anId, body: [{ op: 'add', path: '/tags/-', value: tag }] })
      await waitFor(api, prId, `merged_tags:"${tag}"`)
      times.push(performance.now() - begun)
    }
    console.log(`| ${size} | ${toPercentiles(times)} | ${Math.round(await measureRate(library))} |`)
  }
}

async function measureRate(library: Library): Promise<number> {
  const { service, token, ground } = library
  const [{ prId, ids }] = ground.productions as [Ground['productions'][number]]
  let isDone = false
  const random = createRandom(seed)
  const asking = (async () => {
    while (!isDone) await ask(library, workloads[1]!, random)
  })()
  const count = 1000
  let turn = 0
  const seconds = await send(service.url, token, {
    ...{ name: 'changes', method: 'PATCH', count, connections: 8 },
    next: () => ({
      path: `/production/${prId}/an/${ids[turn++ % ids.length]}`,
      body: [{ op: 'add', path: '/rating', value: turn / 10 }],
    }),
  })
  isDone = true
  await asking
  return count / seconds
}

/** Resident memory of the service's own process, in MiB. */
async function readMemory({ pid }: StartedService): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

function toPercentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
  return `${at(0.5)} / ${at(0.99)}`
}
