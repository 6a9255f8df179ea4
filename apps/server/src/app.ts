/** Builds the service out of its modules, starts it and stops it. */

import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { contract, type Endpoint } from '@rushes/contract'
import type { Logger } from 'pino'
import { createAuthorizer, createLinkAuthorizer } from './authorize.ts'
import { modules } from './modules.ts'
import { createInstanceName } from './platform/background/lease.ts'
import { startPresence } from './platform/background/presence.ts'
import { collectRetained, startRetention } from './platform/background/retention/retention.ts'
import { isOfRole } from './platform/background/roles.ts'
import { type OpenStore, openStore } from './platform/blobs/open-store.ts'
import { assertOwnStore } from './platform/blobs/store-marker.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { type Config, derivePublicUrl } from './platform/config/config.ts'
import { type BackgroundService, createServices, type Platform } from './platform/context.ts'
import { type OpenDatabase, openDatabase, passLoggedTransactions, StartError } from './platform/database/index.ts'
import { createEventFeed } from './platform/events/feed.ts'
import { retainedLetters, sealedLetters } from './platform/events/outbox/index.ts'
import { startMail } from './platform/events/outbox/mail/index.ts'
import { createSignals } from './platform/events/signals.ts'
import { createAnswerTurns } from './platform/flow/fair-turns.ts'
import { noteAddress } from './platform/http/connections/running-address.ts'
import { type Api, closeServer, createHttpServer } from './platform/http/index.ts'
import { createFigures } from './platform/log/counters.ts'
import type { Services, Stop } from './platform/module.ts'
import { retainedAudit } from './platform/security/audit.ts'
import { createOutbound } from './platform/security/outbound.ts'
import { createPasswords, type PasswordCost } from './platform/security/passwords.ts'
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
  /** Tests wait until the index has caught up, however busy the machine is. */
  maxIndexWaitMs?: number | undefined
  /** Tests create thousands of users. */
  passwordCost?: PasswordCost
}

/** What is sealed with the key of the service. */
export const sealedColumns: readonly SealedColumn[] = [sealedLetters, ...modules.flatMap(({ sealed }) => sealed ?? [])]

/** What is stored for a time only. */
export const retained = collectRetained(modules, [retainedAudit, retainedLetters])

/** What runs as long as the service does, in the order in which it starts: the one table of it. */
export const background: readonly BackgroundService[] = [
  ...modules.flatMap(({ background }) => background ?? []),
  { name: 'presence', role: 'every', start: async platform => startPresence(platform) },
  { name: 'mail', role: 'background', start: async platform => startMail(platform) },
  { name: 'retention', role: 'background', start: async platform => startRetention(platform, retained) },
]

/** Starts the service; resolves when it answers. Throws `StartError` with one clear line. */
export async function startService(config: Config, log: Logger, parts: Parts = {}): Promise<RunningService> {
  await assertPortIsFree(config)
  // An object store that cannot be read is reported before a database is made.
  const remote = config.storage.kind === 's3' ? await openStore(config) : undefined
  const database = parts.database ?? (await openDatabase(config, log))
  const stops: Stop[] = [() => database.stop()]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step().catch(error => log.error({ err: error }, 'stop'))
  }
  try {
    await passLoggedTransactions(database.url, log)
    const platform = await createPlatform(config, log, database, remote, parts)
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

/** A port in use is reported before a database is made or a folder touched. */
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
  remote: OpenStore | undefined,
  { clock = createClock(config.testClockFile), countDroppedRecords, maxIndexWaitMs, passwordCost }: Parts,
): Promise<Platform> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const isAlone = config.databaseUrl === undefined
  const store = remote ?? (await openStore(config))
  await assertOwnStore(database.db, store, async () => {
    const answers = modules.map(({ namesFiles }) => namesFiles?.(database.db))
    return (await Promise.all(answers)).includes(true)
  })
  const signals = createSignals(database.pool, log, isAlone)
  return {
    config,
    database: database.db,
    reserveDatabase: database.reserveDb,
    pool: database.pool,
    databaseUrl: database.url,
    clock,
    log,
    countDroppedRecords,
    maxIndexWaitMs,
    passwords: createPasswords(passwordCost),
    figures: createFigures(),
    signals,
    eventFeed: createEventFeed(database.db, signals, log, isAlone),
    turns: createAnswerTurns(),
    memories: new Map(),
    isAlone,
    instance: createInstanceName(),
    blobs: store.blobs,
    stagingDir: store.stagingDir,
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
  const isApi = isOfRole(config.role, 'api')
  const endpoints = isApi ? Object.values(contract).flatMap((module): Endpoint[] => Object.values(module)) : []
  const draining = new AbortController()
  const fastify = createHttpServer(log, endpoints, {
    draining: draining.signal,
    wall: config.wall,
    isSecure: config.publicUrl.startsWith('https:'),
  })
  const stopping = new AbortController()
  const api: Api = {
    fastify,
    platform,
    authorize: createAuthorizer(platform),
    authorizeLink: createLinkAuthorizer(platform),
    draining: draining.signal,
    stopping: stopping.signal,
    implemented: new Set(),
  }
  for (const { probes } of modules) probes?.(api)
  if (isApi) for (const { routes } of modules) await routes?.(api)
  const missing = endpoints.filter(endpoint => !api.implemented.has(endpoint.id))
  if (missing.length > 0) throw new Error(`not implemented: ${missing.map(endpoint => endpoint.id).join(', ')}`)

  const own = background.filter(({ role }) => isOfRole(config.role, role))
  const isWorker = ({ role }: BackgroundService) => role === 'worker'
  for (const service of own) if (!isWorker(service)) stops.push(await service.start(platform))
  stops.push(() => closeServer(fastify, config.stopMs))
  await fastify.listen({ host: config.host, port: config.port }).catch(error => {
    throw toStartError(error, config)
  })
  stops.push(async () => stopping.abort())
  let drained: Promise<void> | undefined
  stops.push(async () => drained)
  for (const service of own) if (isWorker(service)) stops.push(await service.start(platform))
  stops.push(async () => {
    draining.abort()
    drained = delay(config.drainMs)
  })
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
