/** Services that hold a made-up library, all of it findable, and what their index costs. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '@rushes/client'
import { listProductions } from '../tools/library.ts'
import { type StartedService, startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'
import { openDatabase, stock } from '../tools/stock.ts'
import type { Ground } from './workloads.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const patienceMs = 600_000
const mib = 2 ** 20
/** Smaller libraries are searched without a copy in memory. */
export const leastInMemory = 20_000

/** A service that holds a made-up library of so many annotations, all of them findable. */
export interface Library {
  readonly size: number
  /** Whether Solr answers its searches. */
  readonly isOnSolr: boolean
  readonly folder: string
  readonly service: StartedService
  readonly api: Client
  readonly token: string
  readonly ground: Ground
  readonly costs: Costs
}

/** What the index costs. */
export interface Costs {
  /** Seconds in which all documents were written, and seconds after that until memory held them. */
  readonly rebuildSeconds: number
  readonly memorySeconds: number
  /** MiB of the tables of the index on the disk. */
  readonly diskMib: number
}

/** Fills a new service with a library of so many annotations, and has its index made; by Solr where a node of one is given. */
export async function startLibrary(folder: string, size: number, seed: number, solr?: string): Promise<Library> {
  const collection = solr && `${solr}/library_${size}`
  const settings: Record<string, string> = collection === undefined ? {} : { RUSHES_SEARCH_URL: `solr+${collection}` }
  if (collection !== undefined) await run(['apps/cli/src/main.ts', 'search', 'setup'], settings)
  const service = await startService(folder, settings)
  const { api, token } = await prepare(service)
  const accountId = (await api.productions.listProductions({ query: { limit: 1 } })).items[0]!.accountId!
  const prIds: number[] = []
  for (const name of listProductions()) {
    prIds.push((await api.productions.createProduction({ body: { accountId, name } })).id)
  }
  const database = await openDatabase(folder)
  const productions = await stock(database, prIds, size, seed)
  const rebuildSeconds = await timeSeconds(() => rebuild(folder, settings))
  const memorySeconds = await timeSeconds(() =>
    size < leastInMemory || solr ? Promise.resolve() : waitForMemory(service),
  )
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname like 'search\\_%' and relkind = 'r'`,
  )
  await database.end()
  const costs = { rebuildSeconds, memorySeconds, diskMib: Math.round(Number(rows[0]!.bytes) / mib) }
  console.error(
    `${size} annotations: index made in ${rebuildSeconds.toFixed(1)} s, in memory ${memorySeconds.toFixed(1)} s later`,
  )
  return { size, isOnSolr: solr !== undefined, folder, service, api, token, ground: { productions }, costs }
}

async function timeSeconds(steps: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await steps()
  return (performance.now() - begun) / 1000
}

/** As a person would: by the command, beside the service. */
export async function rebuild(folder: string, settings: Record<string, string> = {}): Promise<void> {
  await run(['apps/server/src/reindex.ts'], { RUSHES_DATA: folder, ...settings })
}

async function run(program: readonly string[], settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}`)
}

export async function waitForMemory(service: StartedService): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const response = await fetch(`${service.url}/health/ready`)
    const { parts } = (await response.json()) as { parts: Record<string, { message?: string }> }
    if (/in memory/.test(parts.search?.message ?? '')) return
    await delay(100)
  }
  throw new Error('the index is not read into memory')
}

/** Resident memory of the service with all of its threads, and of its database, in MiB. */
export async function readMemory({ service, folder }: Library): Promise<{ service: number; database: number }> {
  return { service: await readResident(service.pid), database: await readDatabaseMemory(folder) }
}

export async function readResident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

/** What its processes share counts once. */
async function readDatabaseMemory(folder: string): Promise<number> {
  const pidFile = await readFile(`${folder}/database/cluster/postmaster.pid`, 'utf8').catch(() => '')
  const server = pidFile.split('\n')[0] ?? ''
  let kib = 0
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (pid !== server && /PPid:\s+(\d+)/.exec(status)?.[1] !== server) continue
    const shares = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kib += Number(/^Pss:\s+(\d+)/m.exec(shares)?.[1] ?? 0)
  }
  return Math.round(kib / 1024)
}
