/** The one place that names every module: it builds the service out of them, starts it and stops it. */

import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { contract, type Endpoint } from '@rushes/contract'
import { createMediaEngine } from '@rushes/media-engine'
import type { Logger } from 'pino'
import {
  acceptAllOf,
  addAccountRoutes,
  bootstrapFirstUser,
  noteUndeliveredInvitation as noteUndeliveredToAccount,
  subscriptionDocuments,
  userDocuments,
  type Welcome,
} from './accounts/index.ts'
import {
  addAnnotationRoutes,
  annotationDocuments,
  createBulkWork,
  listAnnotationCustomFields,
  replaceAnnotationCustomFields,
} from './annotations/index.ts'
import { addArchiveRoutes, isWorkFolder, startArchiveCare } from './archives/index.ts'
import { addAuthenticationRoutes, releaseLock, sealedFactors, startSessionCare } from './authentication/index.ts'
import { createAuthorizer, createLinkAuthorizer } from './authorize.ts'
import {
  addCollectionRoutes,
  collectionDocuments,
  listCollectionCustomFields,
  replaceCollectionCustomFields,
} from './collections/index.ts'
import { addCustomFieldRoutes, createThesaurusUses } from './custom-fields/index.ts'
import {
  addDeliveryRoutes,
  createBootstrapWork,
  createTransferWork,
  requestDocuments,
  sealedNoticeSecrets,
  startBootstraps,
  startSubmissions,
  submissionDocuments,
} from './delivery/index.ts'
import { activityDocuments, addEventRoutes } from './events/index.ts'
import { addFileRoutes } from './files/index.ts'
import {
  addIngestRoutes,
  createIngestWorks,
  createPictureCheck,
  remakePoster,
  startIngest,
  startPreview,
} from './ingest/index.ts'
import { addMediaRoutes, hasInstances, startOrphanCleanup, startRemovals, startStagingCleanup } from './media/index.ts'
import { addNotificationRoutes, startMentions } from './notifications/index.ts'
import { openDiskStore } from './platform/blobs.ts'
import { type Clock, createClock } from './platform/clock.ts'
import { type Config, derivePublicUrl } from './platform/config.ts'
import { createServiceContext, type Platform } from './platform/context.ts'
import { type OpenDatabase, openDatabase, passLoggedTransactions, StartError } from './platform/database/index.ts'
import { createEventFeed } from './platform/event-feed.ts'
import { createAnswerTurns } from './platform/fair-turns.ts'
import { readFreeBytes } from './platform/free-space.ts'
import { type Api, closeServer, createHttpServer } from './platform/http/index.ts'
import { createInstanceName } from './platform/lease.ts'
import { startMail } from './platform/mail/index.ts'
import { createOutbound } from './platform/outbound.ts'
import { type NoteLoss, sealedLetters } from './platform/outbox/index.ts'
import { noteAddress } from './platform/running-address.ts'
import type { SealedColumn } from './platform/secrets/sealed.ts'
import { openServiceKey } from './platform/secrets/service-key.ts'
import { createSignals } from './platform/signals.ts'
import { assertOwnStore } from './platform/store-marker.ts'
import { VersionedCache } from './platform/versioned-cache.ts'
import {
  acceptInvitations,
  addProductionRoutes,
  findAccountIdOfProduction,
  listHeldRights,
  noteUndeliveredInvitation as noteUndeliveredToProduction,
} from './productions/index.ts'
import { addReviewRoutes } from './review/index.ts'
import { addSavedSearchRoutes } from './saved-searches/index.ts'
import { type DocumentSources, reportIndex, startIndexing, startMemory, waitForIndex } from './search/index.ts'
import {
  addSharingRoutes,
  endSharesOfCollections,
  findSharedUserNames,
  forgetVisitor,
  listVisitorClipIds,
  listVisitorCollectionIds,
  noteDelivery,
  sealedShareTokens,
  startShareCalls,
} from './sharing/index.ts'
import { addSubtitleRoutes, createAdvancedSubtitleWork, createExportWork } from './subtitles/index.ts'
import { addSystemRoutes, createMetrics, createTimings, timingDocuments } from './system/index.ts'
import { addThesaurusRoutes, entryDocuments } from './thesauri/index.ts'
import {
  addTranscriptRoutes,
  createTranscriptTasks,
  createTranscriptWork,
  readOperatorEngines,
  sealedSpeechSecrets,
  startTranscriptCare,
} from './transcripts/index.ts'
import { addUploadRoutes, createTransfers, startUploadCare } from './uploads/index.ts'
import { addWebApp } from './web/index.ts'
import { addWebhookRoutes, sealedWebhookSecrets, startWebhooks } from './webhooks/index.ts'
import { addWorkflowRoutes, createWorkflowRuntime, runDocuments } from './workflows/index.ts'

/** A service that runs. */
export interface RunningService {
  /** Where it listens. */
  readonly url: string
  readonly platform: Platform
  /** The first user, when this start created it; its password when it was made here. */
  readonly firstUser: { username: string; madePassword?: string } | undefined
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

/** Where the documents of the search index come from. */
export const documentSources: DocumentSources = {
  annotation: annotationDocuments,
  collection: collectionDocuments,
  thesaurus: entryDocuments,
  activity: activityDocuments,
  workflow: runDocuments,
  user: userDocuments,
  account: subscriptionDocuments,
  performance: timingDocuments,
  deliveryRequest: requestDocuments,
  deliverySubmission: submissionDocuments,
}

/** What is sealed with the key of the service. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedNoticeSecrets,
  ...sealedWebhookSecrets,
  sealedFactors,
  sealedLetters,
  sealedShareTokens,
  sealedSpeechSecrets,
]

/** Starts the service; resolves when it answers. Throws `StartError` with one clear line. */
export async function startService(config: Config, log: Logger, parts: Parts = {}): Promise<RunningService> {
  assertSupported(config)
  await assertPortIsFree(config)
  const database = parts.database ?? (await openDatabase(config, log))
  const stops: (() => Promise<unknown>)[] = [() => database.stop()]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step().catch(error => log.error({ err: error }, 'stop'))
  }
  try {
    await passLoggedTransactions(database.url, log)
    const platform = await createPlatform(config, log, database, parts.clock)
    stops.push(() => platform.signals.stop())
    stops.push(() => platform.eventFeed.stop())
    const firstUser = await bootstrapFirstUser(createServiceContext(platform, 'bootstrap'))
    const server = await startServer(platform, database, stops, parts)
    database.space?.start()
    return { ...server, platform, firstUser, timings: database.timings, stop }
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

/** A user has appeared whose address somebody vouches for: what they were invited to opens. */
const welcome: Welcome = async (ctx, user, accountId) => {
  await acceptAllOf(ctx, user, accountId)
  await acceptInvitations(ctx, user, accountId)
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

/** Of subtitles and paragraphs, some fifty megabytes. */
const maxCachedEntries = 50_000

async function createPlatform(
  config: Config,
  log: Logger,
  database: OpenDatabase,
  clock: Clock = createClock(config.testClockFile),
): Promise<Platform> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const isAlone = config.databaseUrl === undefined
  const mediaDir = join(config.dataDir, 'media')
  const blobs = await openDiskStore(mediaDir)
  await assertOwnStore(database.db, blobs, mediaDir, () => hasInstances(database.db))
  const signals = createSignals(database.pool, log, isAlone)
  return {
    config,
    database: database.db,
    clock,
    log,
    signals,
    eventFeed: createEventFeed(database.db, signals, log),
    turns: createAnswerTurns(),
    contents: new VersionedCache(maxCachedEntries),
    isAlone,
    instance: createInstanceName(),
    blobs,
    secret: await openServiceKey(database.db, config, sealedColumns, log),
    publicUrl: config.publicUrl,
  }
}

async function startServer(
  platform: Platform,
  database: OpenDatabase,
  stops: (() => Promise<unknown>)[],
  { countDroppedRecords }: Parts,
) {
  const { config, log } = platform
  const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
  const fastify = createHttpServer(log, endpoints, {
    wall: config.wall,
    isSecure: config.publicUrl.startsWith('https:'),
  })
  let isStopping = false
  const api: Api = {
    fastify,
    platform,
    authorize: createAuthorizer(platform),
    waitForIndex: () => waitForIndex(platform, 10_000),
    implemented: new Set(),
  }
  const timings = createTimings(platform)
  addSystemRoutes(
    api,
    createMetrics(fastify, timings, {
      pool: database.pool,
      reportIndex: () => reportIndex(platform),
      readFreeBytes: () => readFreeBytes(platform),
      countDroppedRecords,
    }),
    timings,
    () => isStopping,
  )
  const outbound = createOutbound(config.outboundAllow)
  stops.push(async () => outbound.stop())
  addAuthenticationRoutes(api, outbound, {
    listProductionRights: (ctx, userId) => listHeldRights(ctx.db, userId),
    welcome,
    forgetVisitor,
  })
  addAccountRoutes(api, { releaseLock, welcome })
  addProductionRoutes(api)
  const stopping = new AbortController()
  addEventRoutes(api, findAccountIdOfProduction, startBootstraps, stopping.signal)
  addMediaRoutes(
    api,
    listVisitorClipIds,
    createLinkAuthorizer(platform, contract.media.getDownloadLink.access),
    noteDelivery,
  )
  addFileRoutes(api)
  addAnnotationRoutes(api, listVisitorCollectionIds)
  const speech = await readOperatorEngines(config.speechEnginesFile)
  addTranscriptRoutes(api, speech)
  const authorizeExporter = createLinkAuthorizer(platform, contract.subtitles.exportSubtitle.access)
  addSubtitleRoutes(api, { speech, authorizeExporter })
  addCollectionRoutes(api, endSharesOfCollections)
  const fieldBearers = {
    annotation: { read: listAnnotationCustomFields, write: replaceAnnotationCustomFields },
    collection: { read: listCollectionCustomFields, write: replaceCollectionCustomFields },
  }
  addThesaurusRoutes(api, createThesaurusUses(fieldBearers))
  addCustomFieldRoutes(api, fieldBearers)
  addReviewRoutes(api, findSharedUserNames)
  addSavedSearchRoutes(api)
  addSharingRoutes(api, stopping.signal)
  addNotificationRoutes(api)
  addWebhookRoutes(api)
  addDeliveryRoutes(api)
  addArchiveRoutes(api)
  const engine = createMediaEngine({ log: message => log.info(message), stallMs: config.mediaStallMs })
  const works = [
    ...createIngestWorks(engine),
    createBulkWork(),
    createExportWork(),
    createBootstrapWork(outbound),
    createTransferWork(),
  ]
  const transcripts = createTranscriptTasks({ engine, outbound, speech })
  works.push(createTranscriptWork(transcripts), createAdvancedSubtitleWork({ outbound, transcripts }))
  const runtime = createWorkflowRuntime(platform, works, {
    waitForIndex: () => waitForIndex(platform, 5_000),
  })
  addIngestRoutes(api, engine)
  addWorkflowRoutes(api, runtime.stopping)
  const transfers = createTransfers(platform)
  const authorizeUploader = createLinkAuthorizer(platform, contract.uploads.getUpload.access)
  const checkPicture = createPictureCheck(engine)
  addUploadRoutes(api, transfers, { startIngest, startPreview, remakePoster, checkPicture, authorizeUploader })
  await addWebApp(api, join(import.meta.dirname, '../../web/dist'))
  const missing = endpoints.filter(endpoint => !api.implemented.has(endpoint.id))
  if (missing.length > 0) throw new Error(`not implemented: ${missing.map(endpoint => endpoint.id).join(', ')}`)

  stops.push(startSessionCare(platform))
  stops.push(startIndexing(platform, documentSources))
  const searchMemory = { databaseUrl: database.url, mostBytes: config.searchMemoryMib * 2 ** 20 }
  stops.push(startMemory(platform, searchMemory))
  stops.push(() => timings.stop())
  stops.push(startRemovals(platform))
  stops.push(await startStagingCleanup(platform, isWorkFolder))
  stops.push(startOrphanCleanup(platform))
  stops.push(startArchiveCare(platform))
  stops.push(startWebhooks(platform))
  stops.push(await startShareCalls(platform, outbound))
  stops.push(startMail(platform, noteLostMail))
  stops.push(await startMentions(platform))
  stops.push(startSubmissions(platform))
  stops.push(startTranscriptCare(platform))
  stops.push(startUploadCare(platform, transfers))
  stops.push(() => closeServer(fastify))
  await fastify.listen({ host: config.host, port: config.port }).catch(error => {
    throw toStartError(error, config)
  })
  stops.push(() => engine.close())
  runtime.start()
  stops.push(() => runtime.stop())
  stops.push(async () => {
    isStopping = true
    stopping.abort()
  })
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const { port } = fastify.server.address() as AddressInfo
  const url = `http://${host}:${port}`
  const removeAddress = noteAddress(config.dataDir, derivePublicUrl(config.host, port))
  stops.push(async () => removeAddress())
  // A port that the system chose is known only now; an address that was set stands.
  if (config.port === 0 && config.publicUrl === derivePublicUrl(config.host, 0)) platform.publicUrl = url
  return { url }
}

/** An invitation that did not arrive is shown where it was sent from. */
const noteLostMail: NoteLoss = async (ctx, { kind, production_id, subject_id, reason }) => {
  if (kind !== 'invitation' || subject_id === null) return
  const note = production_id === null ? noteUndeliveredToAccount : noteUndeliveredToProduction
  await note(ctx, subject_id, reason)
}

function toStartError(error: NodeJS.ErrnoException, config: Config): Error {
  const place = `${config.host}:${config.port}`
  if (error.code === 'EADDRINUSE') return new StartError(`RUSHES_PORT: ${place} is in use`)
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`RUSHES_HOST: ${config.host} is no address of this machine`)
  if (error.code === 'EACCES') return new StartError(`RUSHES_PORT: ${place} is not allowed to this user`)
  return error
}
