import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, type Pool } from 'pg'
import { createDatabase, createGuardedDatabases, type Database } from '../database.ts'
import { guardSpace, type SpaceGuard } from '../embedded/space-guard.ts'
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from '../embedded/supervisor.ts'
import type { DatabaseLog } from '../log.ts'
import { awaitMigrations, migrate } from '../migrate.ts'
import { createPool } from '../pool.ts'
import { assertUsableServer } from './external.ts'
import { assertNotRestoring } from './restore-marker.ts'
import { StartError } from './start-error.ts'

const embeddedDatabase = 'rushes'
const poolPatienceMs = 10_000
/** SQLSTATE. */
const diskFull = '53100'

/** An open database with a current schema. */
export interface OpenDatabase {
  readonly db: Database
  /** Of an embedded database: the same, with a few writes left while its disk is full. */
  readonly reserveDb?: Database | undefined
  readonly pool: Pool
  /** The address that `pool` connects to; for connections of one's own, such as a listener. */
  readonly url: string
  /** Of an embedded database. */
  readonly space?: SpaceGuard | undefined
  /** How long each step of the start took, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>
  /** Ends the connections, then an embedded server; more calls wait for the first. */
  stop(): Promise<void>
}

/** What `openDatabase` reads of the configuration. */
export interface DatabaseConfig {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** False: an external database that is older than this release is waited for, until another process migrates it. */
  readonly migrates?: boolean
  /** 10 unless it is set. */
  readonly poolSize?: number
}

/**
 * Opens the configured database: the external one, or the embedded one of the data folder; migrates it. Throws
 * `StartError` for one that cannot be used, and where a restore into the data folder has not come to its end.
 */
export async function openDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  assertNotRestoring(config.dataDir)
  if (config.databaseUrl !== undefined) {
    await assertUsableServer(config.databaseUrl)
    const schema = config.migrates === false ? awaitMigrations : migrate
    return openMigrated(config.databaseUrl, log, {}, async () => {}, { ...config, schema })
  }
  const space = await guardSpace(join(config.dataDir, 'database'), log)
  const stops = [() => space.stop()]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    stops.push(() => server.stop())
    const url = await createDatabaseOnce(server)
    return await openMigrated(url, log, { ...server.timings }, stop, { ...config, space })
  } catch (error) {
    await stop()
    throw toDiskFullError(config.dataDir, error)
  }
}

/** PostgreSQL runs on a full disk, but accepts no connection where it cannot write a few cache files first. */
function toDiskFullError(folder: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== diskFull) return error
  return new StartError(`The database did not start: the disk of ${folder} is full (${error.message})`, {
    cause: error,
  })
}

/**
 * Opens the configured database beside services that run: an embedded one that has a service over that one's socket,
 * and stops it only where there was none.
 */
export async function openDatabaseBeside(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  const running = config.databaseUrl === undefined ? findRunningPostgres(config.dataDir) : undefined
  if (running === undefined) return openDatabase(config, log)
  assertNotRestoring(config.dataDir)
  return openMigrated(toOwnDatabase(running), log, {}, async () => {})
}

/** The address of the configured database, if it can be connected to without starting it. */
export function findRunningDatabase({ databaseUrl, dataDir }: DatabaseConfig): string | undefined {
  if (databaseUrl !== undefined) return databaseUrl
  const running = findRunningPostgres(dataDir)
  return running && toOwnDatabase(running)
}

/** A database that is there, neither opened nor migrated. */
export interface ReachedDatabase {
  /** For connections of one's own. */
  readonly url: string
  /** Stops an embedded server that was started for this; the server of a service goes on. */
  stop(): Promise<void>
}

/** Reaches the configured database beside services that run, or alone, and changes nothing in it. */
export async function reachDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) {
    await assertUsableServer(config.databaseUrl)
    return { url: config.databaseUrl, stop: async () => {} }
  }
  const running = findRunningPostgres(config.dataDir)
  if (running !== undefined) return { url: toOwnDatabase(running), stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    return { url: await createDatabaseOnce(server), stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

interface OpeningOptions {
  readonly space?: SpaceGuard
  readonly poolSize?: number
  /** Brings the schema up to date, or waits until it is. */
  readonly schema?: (url: string, log: DatabaseLog) => Promise<unknown>
}

async function openMigrated(
  url: string,
  log: DatabaseLog,
  timings: Readonly<Record<string, number>>,
  stopServer: () => Promise<void>,
  { space, poolSize, schema = migrate }: OpeningOptions = {},
): Promise<OpenDatabase> {
  const begun = performance.now()
  await schema(url, log)
  const pool = createPool(url, log, poolSize)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    // A connection that is never given back must not hold up the end of the service.
    await Promise.race([pool.end(), delay(poolPatienceMs, undefined, { ref: false })])
    await stopServer()
  }
  const [db, reserveDb] = space ? createGuardedDatabases(pool, log, space) : [createDatabase(pool, log)]
  return {
    db,
    reserveDb,
    pool,
    url,
    space,
    timings: { ...timings, migrateMs: performance.now() - begun },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Creates the service's database on a new cluster. */
async function createDatabaseOnce(server: EmbeddedPostgres): Promise<string> {
  const url = toOwnDatabase(server.url)
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database ${embeddedDatabase}`)
    await admin.end()
  } finally {
    await client.end().catch(() => {})
  }
  return url
}

/** The service's own database on an embedded server. */
function toOwnDatabase(serverUrl: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${embeddedDatabase}`
  return url.href
}
