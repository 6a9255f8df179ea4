import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@rushes/client'
import { toTag } from './library.ts'
import { startService } from './processes.ts'
import { QuietClient } from './quiet-client.ts'
import { createRandom, type Random } from './random.ts'
import { type Library, leastInMemory, readMemory, startLibrary, waitForMemory } from './search-library.ts'
import { send } from './send.ts'
import { type Ground, type Workload, workloads } from './workloads.ts'

const sizes = (process.env.BENCH_DOCUMENTS ?? '10000,1000000').split(',').map(Number)
const queries = Number(process.env.BENCH_QUERIES ?? 300)
const seed = 20_260_101
const patienceMs = 600_000

/** Queries on services that hold few and many annotations, in turns; then how soon changes are found. */
export async function measureSearch(folder: string): Promise<void> {
  const libraries: Library[] = []
  try {
    for (const size of sizes) libraries.push(await startLibrary(join(folder, String(size)), size, seed))
    await measureQueries(libraries)
    await measureChanges(libraries)
    await measureRestarts(libraries)
  } finally {
    for (const { service } of libraries) await service.stop()
  }
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
  const clients = libraries.map(({ service }) => new QuietClient(service.url))
  for (const workload of workloads) {
    const readings = libraries.map(() => ({ times: [] as number[], found: 0 }))
    const randoms = libraries.map(() => createRandom(seed))
    // The first ones, half as many again, warm what a busy service has warm.
    for (let turn = -queries / 2; turn < queries; turn++) {
      for (const [index, library] of libraries.entries()) {
        const { ms, found } = await ask(clients[index]!, library, workload, randoms[index]!)
        if (turn < 0) continue
        readings[index]!.times.push(ms)
        readings[index]!.found += found / queries
      }
    }
    const columns = readings.map(({ times }) => toPercentiles(times))
    const found = readings.map(reading => Math.round(reading.found)).join(' / ')
    console.log(`| ${[workload.name, ...columns, found].join(' | ')} |`)
  }
  for (const client of clients) client.close()
  await tellCosts(libraries)
}

async function tellCosts(libraries: readonly Library[]): Promise<void> {
  const memories = await Promise.all(libraries.map(readMemory))
  const tell = (name: string, figures: readonly (string | number)[]) =>
    console.log(`| ${[name, ...figures, ''].join(' | ')} |`)
  tell(
    'memory of the service, of its database, MiB',
    memories.map(({ service, database }) => `${service}, ${database}`),
  )
  const of = <Figure>(read: (costs: Library['costs']) => Figure) => libraries.map(({ costs }) => read(costs))
  tell(
    'index on the disk, MiB',
    of(({ diskMib }) => diskMib),
  )
  tell(
    'index rebuilt, s',
    of(({ rebuildSeconds }) => rebuildSeconds.toFixed(1)),
  )
  tell(
    'then read into memory, s',
    of(({ memorySeconds }) => memorySeconds.toFixed(1)),
  )
}

async function ask(client: QuietClient, { token, ground }: Library, workload: Workload, random: Random) {
  const path = workload.next(random, ground)
  const begun = performance.now()
  const { head } = await client.send('GET', path, { authorization: `Bearer ${token}` })
  const ms = performance.now() - begun
  return { ms, found: Number(/\r\nx-pagination-total-results: *(\d+)/i.exec(head)?.[1]) }
}

/** How soon after a start the index is in memory again. */
async function measureRestarts(libraries: readonly Library[]): Promise<void> {
  console.log('\n## Starts\n\n| annotations | from the start to the index in memory, s |\n|---|---|')
  for (const { folder, service, size } of libraries) {
    await service.stop()
    if (size < leastInMemory) continue
    const begun = performance.now()
    const again = await startService(folder)
    await waitForMemory(again)
    console.log(`| ${size} | ${((performance.now() - begun) / 1000).toFixed(1)} |`)
    await again.stop()
  }
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
  const client = new QuietClient(service.url)
  const asking = (async () => {
    while (!isDone) await ask(client, library, workloads[1]!, random)
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
  client.close()
  return count / seconds
}

function toPercentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
  return `${at(0.5)} / ${at(0.99)}`
}
