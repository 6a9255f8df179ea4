/** Builds the service out of its modules, starts it and stops it. */

import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { contract, type Endpoint } from '@rushes/contract'
import type { Logger } from 'pino'
import { createAuthorizer, createLinkAuthorizer } from './authorize.ts'
import { modules } from './modules.ts'
import { createInstanceName } from './platform/background/lease.ts'
import { openDiskStore } from './platform/blobs/blobs.ts'
import { assertOwnStore } from './platform/blobs/store-marker.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { type Config, derivePublicUrl } from './platform/config/config.ts'
import { type BackgroundService, createServices, type Platform } from './platform/context.ts'
import { type OpenDatabase, openDatabase, passLoggedTransactions, StartError } from './platform/database/index.ts'
import { createEventFeed } from './platform/events/feed.ts'
import { sealedLetters } from './platform/events/outbox/index.ts'
import { startMail } from './platform/events/outbox/mail/index.ts'
import { createSignals } from './platform/events/signals.ts'
import { createAnswerTurns } from './platform/flow/fair-turns.ts'
import { noteAddress } from './platform/http/connections/running-address.ts'
import { type Api, closeServer, createHttpServer } from './platform/http/index.ts'
import type { Services, Stop } from './platform/module.ts'
import { createOutbound } from './platform/security/outbound.ts'
import type { SealedColumn } from './platform/security/secrets/sealed.ts'
import { openServiceKey } from './platform/security/secrets/service-key.ts'
import { createIdSource } from './platform/text/ids.ts'

/** A service that runs. */
export interface RunningService {
  /** Where it listens. */
  readonly url: string
  readonly platform: Platform
  /** How long each step of the start took, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** What a test replaces (its clock, its database), and what the process knows of its log. */
export interface Parts {
  clock?: Clock
  database?: OpenDatabase
  countDroppedRecords?: () => number
}

/** What is sealed with the key of the service. */
export const sealedColumns: readonly SealedColumn[] = [sealedLetters, ...modules.flatMap(({ sealed }) => sealed ?? [])]

/** What runs as long as the service does, in the order in which it starts. */
const background: readonly BackgroundService[] = [
  ...modules.flatMap(({ background }) => background ?? []),
  { name: 'mail', role: 'background', start: async platform => startMail(platform) },
]

/** Starts the service; resolves when it answers. Throws `StartError` with one clear line. */
export async function startService(config: Config, log: Logger, parts: Parts = {}): Promise<RunningService> {
  assertSupported(config)
  await assertPortIsFree(config)
  const database = parts.database ?? (await openDatabase(config, log))
  const stops: Stop[] = [() => database.stop()]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step().catch(error => log.error({ err: error }, 'stop'))
  }
  try {
    await passLoggedTransactions(database.url, log)
    const platform = await createPlatform(config, log, database, parts)
    stops.push(() => platform.signals.stop())
    stops.push(() => platform.eventFeed.stop())
    stops.push(async () => platform.outbound.stop())
    await createServices(platform)
    const url = await startServer(platform, stops)
    database.space?.start()
    return { url, platform, timings: database.timings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What the configuration can say and this version cannot do yet is refused rather than ignored. */
function assertSupported(config: Config): void {
  if (config.storage.kind !== 'disk') throw new StartError('RUSHES_STORAGE_URL: this version stores on disk only')
  if (config.searchUrl !== undefined)
    throw new StartError('RUSHES_SEARCH_URL: this version searches in its database only')
}

/** A port in use is told before a database is made or a folder touched. */
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen({ host: config.host, port: config.port }, resolve)
  }).catch(error => {
    throw toStartError(error, config)
  })
  await new Promise(resolve => probe.close(resolve))
}

async function createPlatform(
  config: Config,
  log: Logger,
  database: OpenDatabase,
  { clock = createClock(config.testClockFile), countDroppedRecords }: Parts,
): Promise<Platform> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const isAlone = config.databaseUrl === undefined
  const mediaDir = join(config.dataDir, 'media')
  const blobs = await openDiskStore(mediaDir)
  await assertOwnStore(database.db, blobs, mediaDir, async () => {
    const answers = modules.map(({ namesFiles }) => namesFiles?.(database.db))
    return (await Promise.all(answers)).includes(true)
  })
  const signals = createSignals(database.pool, log, isAlone)
  return {
    config,
    database: database.db,
    pool: database.pool,
    databaseUrl: database.url,
    clock,
    log,
    countDroppedRecords,
    signals,
    eventFeed: createEventFeed(database.db, signals, log),
    turns: createAnswerTurns(),
    memories: new Map(),
    isAlone,
    instance: createInstanceName(),
    blobs,
    outbound: createOutbound(config.outboundAllow),
    takeId: createIdSource(database.db),
    secret: await openServiceKey(database.db, config, sealedColumns, log),
    publicUrl: config.publicUrl,
    modules,
    // Filled by `createServices`.
    services: {} as Services,
  }
}

/** Starts everything; resolves to where the service listens. What is to be stopped is added to `stops`, the first last. */
async function startServer(platform: Platform, stops: Stop[]): Promise<string> {
  const { config, log } = platform
  const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
  const fastify = createHttpServer(log, endpoints, {
    wall: config.wall,
    isSecure: config.publicUrl.startsWith('https:'),
  })
  const stopping = new AbortController()
  const api: Api = {
    fastify,
    platform,
    authorize: createAuthorizer(platform),
    authorizeLink: createLinkAuthorizer(platform),
    stopping: stopping.signal,
    implemented: new Set(),
  }
  for (const { routes } of modules) await routes?.(api)
  const missing = endpoints.filter(endpoint => !api.implemented.has(endpoint.id))
  if (missing.length > 0) throw new Error(`not implemented: ${missing.map(endpoint => endpoint.id).join(', ')}`)

  const isWorker = ({ role }: BackgroundService) => role === 'worker'
  for (const service of background) if (!isWorker(service)) stops.push(await service.start(platform))
  stops.push(() => closeServer(fastify))
  await fastify.listen({ host: config.host, port: config.port }).catch(error => {
    throw toStartError(error, config)
  })
  for (const service of background) if (isWorker(service)) stops.push(await service.start(platform))
  stops.push(async () => stopping.abort())
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const { port } = fastify.server.address() as AddressInfo
  const url = `http://${host}:${port}`
  const removeAddress = noteAddress(config.dataDir, derivePublicUrl(config.host, port))
  stops.push(async () => removeAddress())
  // A port that the system chose is known only now; an address that was set stands.
  if (config.port === 0 && config.publicUrl === derivePublicUrl(config.host, 0)) platform.publicUrl = url
  return url
}

function toStartError(error: NodeJS.ErrnoException, config: Config): Error {
  const place = `${config.host}:${config.port}`
  if (error.code === 'EADDRINUSE') return new StartError(`RUSHES_PORT: ${place} is in use`)
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`RUSHES_HOST: ${config.host} is no address of this machine`)
  if (error.code === 'EACCES') return new StartError(`RUSHES_PORT: ${place} is not allowed to this user`)
  return error
}
