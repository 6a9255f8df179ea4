import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@rushes/client'
import { isSolrGathered, lacksSolr, startSolr } from '../../../apps/server/test/peers/solr.ts'
import { QuietClient } from '../references/quiet-client.ts'
import { toTag } from '../tools/library.ts'
import { startService } from '../tools/processes.ts'
import { createRandom, type Random } from '../tools/random.ts'
import { send } from '../tools/send.ts'
import { type Listener, listenTo, type SolrQuestion } from './direct.ts'
import { type Library, leastInMemory, readMemory, startLibrary, waitForMemory } from './search-library.ts'
import {
  judge,
  maxSearchMs,
  maxTimesDirect,
  maxUntilFoundMs,
  toPercentiles,
  toSearchLimit,
  writePercentiles,
} from './verdicts.ts'
import { type Ground, type Workload, workloads } from './workloads.ts'

const sizes = (process.env.BENCH_DOCUMENTS ?? '10000,100000,1000000').split(',').map(Number)
const queries = Number(process.env.BENCH_QUERIES ?? 300)
const changes = Number(process.env.BENCH_CHANGES ?? 300)
const seed = 20_260_101
const patienceMs = 600_000

/** Queries on services that hold few and many annotations, in turns; then how soon changes are found. */
export async function measureSearch(folder: string): Promise<void> {
  const libraries: Library[] = []
  const solr = isSolrGathered() ? await startSolr() : undefined
  if (!solr) console.error(`without a column for Solr: ${lacksSolr}`)
  const listener = solr && (await listenTo(solr.nodes[0]!))
  try {
    for (const size of sizes) {
      libraries.push(await startLibrary(join(folder, String(size)), size, seed))
      if (listener) libraries.push(await startLibrary(join(folder, `${size}-solr`), size, seed, listener.node))
    }
    await measureQueries(libraries, listener)
    await measureChanges(libraries)
    await measureRestarts(libraries)
  } finally {
    for (const { service } of libraries) await service.stop()
    await listener?.stop()
    await solr?.stop()
  }
}

function toName({ size, isOnSolr }: Library): string {
  return isOnSolr ? `${size} on Solr` : String(size)
}

async function waitFor(api: Client, prId: number, fq: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if ((await api.annotations.listAnnotations({ prId, query: { fq: [fq], rows: 0 } })).numFound > 0) return
    await delay(5)
  }
  throw new Error(`${fq} is not found`)
}

/** Beside a service on Solr stands what Solr took for the same questions, asked without the service. */
async function measureQueries(libraries: readonly Library[], listener: Listener | undefined): Promise<void> {
  console.log(`\n## Search: p50 / p99 in ms of ${queries} different queries, by how many annotations there are\n`)
  if (listener) console.log(`${howAskedDirectly}\n`)
  const names = libraries.flatMap(library =>
    library.isOnSolr ? [toName(library), 'asked directly'] : [toName(library)],
  )
  console.log(`| workload | ${names.join(' | ')} | found, on average |\n|---|${names.map(() => '---|').join('')}---|`)
  const clients = libraries.map(({ service }) => new QuietClient(service.url))
  const verdicts: { readonly workload: string; readonly bySize: string[] }[] = []
  for (const workload of workloads) {
    const readings = libraries.map(() => ({ times: [] as number[], found: 0, asked: [] as SolrQuestion[][] }))
    listener?.take()
    const randoms = libraries.map(() => createRandom(seed))
    // The first ones, half as many again, warm what a busy service has warm.
    for (let turn = -queries / 2; turn < queries; turn++) {
      for (const [index, library] of libraries.entries()) {
        const { ms, found } = await ask(clients[index]!, library, workload, randoms[index]!)
        readings[index]!.asked.push(listener?.take() ?? [])
        if (turn < 0) continue
        readings[index]!.times.push(ms)
        readings[index]!.found += found / queries
      }
    }
    await listener?.forget()
    const columns: string[] = []
    const bySize: string[] = []
    for (const [index, { times, asked }] of readings.entries()) {
      const own = toPercentiles(times)
      columns.push(writePercentiles(own))
      if (!listener || !libraries[index]!.isOnSolr) continue
      const direct = toPercentiles(await timeDirectly(listener, asked))
      columns.push(writePercentiles(direct))
      bySize.push(judge(own, toSearchLimit(direct)))
    }
    verdicts.push({ workload: workload.name, bySize })
    const found = readings.map(reading => Math.round(reading.found)).join(' / ')
    console.log(`| ${[workload.name, ...columns, found].join(' | ')} |`)
  }
  for (const client of clients) client.close()
  await tellCosts(libraries)
  if (listener) tellVerdicts(libraries, verdicts)
}

const howAskedDirectly = `"asked directly": the requests that the service sent to Solr for each query, sent again by this program after the
column before it was measured, those of one query all at once, one query after the other and one library at a time. The collections were
opened again before, so that no cache of Solr has an answer; what the machine and Java have warm, the same requests have warmed, and so have
the first half as many queries, which do not count for either column. Answers are received whole.`

/** Whether each kind of search on Solr is within its limit. */
function tellVerdicts(
  libraries: readonly Library[],
  verdicts: readonly { readonly workload: string; readonly bySize: readonly string[] }[],
): void {
  const limit = `${maxSearchMs} ms, or ${maxTimesDirect} times what Solr takes when it is asked directly, where that is more`
  console.log(`\n## Search on Solr: p99 in ms, of at most ${limit}\n`)
  const names = libraries.filter(({ isOnSolr }) => isOnSolr).map(({ size }) => size)
  console.log(`| workload | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`)
  for (const { workload, bySize } of verdicts) console.log(`| ${[workload, ...bySize].join(' | ')} |`)
}

/** What Solr took for the questions of each query, without those that warm it. */
async function timeDirectly(listener: Listener, asked: readonly SolrQuestion[][]): Promise<number[]> {
  const times: number[] = []
  for (const questions of asked) times.push(await listener.time(questions))
  return times.slice(-queries)
}

async function tellCosts(libraries: readonly Library[]): Promise<void> {
  const memories = await Promise.all(libraries.map(readMemory))
  const tell = (name: string, figures: readonly (string | number)[]) => {
    const columns = figures.flatMap((figure, index) => (libraries[index]!.isOnSolr ? [figure, ''] : [figure]))
    console.log(`| ${[name, ...columns, ''].join(' | ')} |`)
  }
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
  for (const { folder, service, size, isOnSolr } of libraries) {
    await service.stop()
    if (size < leastInMemory || isOnSolr) continue
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
  const limit = `p99 of at most ${maxUntilFoundMs} ms`
  console.log(
    `| annotations | from a change to its being found, p50 / p99 ms of ${changes} | ${limit} | changes a second while others ask |`,
  )
  console.log('|---|---|---|---|')
  for (const library of libraries) {
    const { api, ground, size } = library
    const [{ prId, ids }] = ground.productions as [Ground['productions'][number]]
    const times: number[] = []
    for (let turn = 0; turn < changes; turn++) {
      const tag = `${toTag(turn)} ${size}`
      const anId = ids[turn % ids.length]!
      const begun = performance.now()
      await api.annotations.patchAnnotation({ prId, anId, body: [{ op: 'add', path: '/tags/-', value: tag }] })
      await waitFor(api, prId, `merged_tags:"${tag}"`)
      times.push(performance.now() - begun)
    }
    const found = toPercentiles(times)
    const rate = Math.round(await measureRate(library))
    const columns = [toName(library), writePercentiles(found), judge(found, maxUntilFoundMs), rate]
    console.log(`| ${columns.join(' | ')} |`)
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
