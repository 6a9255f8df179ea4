import { existsSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseLog } from '../log.ts'
import { isFolderHeld, lockFolder } from '../opening/folder-lock.ts'
import { toFolderError } from '../opening/start-error.ts'
import { copyBinaries, findPostgresPackage, removeOtherCopies } from './binaries.ts'
import { assertClusterVersion, createCluster, embeddedUser } from './cluster.ts'
import { giveTo, prepareDatabaseFolder, prepareSocketFolder } from './folder.ts'
import { keepRunning } from './keep-running.ts'
import { findOrphan, findServer } from './postmaster.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'
import { adoptServer, launchServer, type ServerPlace } from './server.ts'

/** What to start: `settings` are PostgreSQL's own, on top of the service's. */
export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: DatabaseLog
  readonly settings?: Readonly<Record<string, string>>
  readonly runAs?: RunAs
}

/** Durations of the steps of a start. */
export interface StartTimings {
  readonly copyMs: number
  readonly createMs: number
  readonly startMs: number
}

/** A PostgreSQL server that belongs to this process. */
export interface EmbeddedPostgres {
  /** Address of the database `postgres` on it; the path is the database's name. */
  readonly url: string
  /** The server's process; another one after a crash. */
  readonly pid: () => number
  /** Whether it was found running, left by a service that was killed. */
  readonly adopted: boolean
  readonly timings: StartTimings
  /** Stops the server cleanly and gives the folder free. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `<dataDir>/database`, creating what is missing, and keeps it running until `stop`.
 *
 *     database/lock.N        the process that holds the folder
 *     database/pg-<version>  the programs, copied once from the npm package
 *     database/cluster       PostgreSQL's own folder
 *     database/run           the socket; no TCP port is opened
 *     database/server.log    what PostgreSQL has to say
 *
 * Throws `StartError` for everything that the person at the keyboard can put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const runAs = options.runAs ?? chooseRunAs()
    const root = await prepareDatabaseFolder(options.dataDir, runAs.owner)
    const lock = lockFolder(root, options.dataDir)
    try {
      return await startIn(root, runAs, options, () => lock.release())
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw toFolderError(options.dataDir, error)
  }
}

/** The address of the server that a running service has on `dataDir`; undefined where no service runs. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) return undefined
  const root = realpathSync(folder)
  const server = isFolderHeld(root) ? findServer(join(root, 'cluster')) : undefined
  return server && toUrl(server.socketFolder)
}

async function startIn(
  root: string,
  runAs: RunAs,
  options: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { log } = options
  const source = findPostgresPackage()
  const cluster = join(root, 'cluster')
  assertClusterVersion(cluster, source.majorVersion)

  const begun = performance.now()
  const orphan = await findOrphan(cluster)
  const binaries = await copyBinaries(source, root)
  const copied = performance.now()
  if (!orphan) await prepareCluster(binaries, cluster, root, runAs, log)
  const created = performance.now()
  const socketFolder = orphan?.socketFolder ?? (await prepareSocketFolder(root, runAs.owner))
  const place: ServerPlace = { binaries, cluster, socketFolder, logFile: join(root, 'server.log') }
  const launch = () => launchServer(place, runAs, options.settings ?? {})
  const server = orphan ? adoptServer(orphan.pid, cluster) : await launch()
  if (orphan) log.warn({ pid: orphan.pid }, 'adopted the database server of a service that was killed')
  else await removeOtherCopies(root, [basename(binaries)])
  const timings = { copyMs: copied - begun, createMs: created - copied, startMs: performance.now() - created }

  const kept = keepRunning(server, launch, log)
  const stop = async () => {
    await kept.stop()
    release()
  }
  return { url: toUrl(socketFolder), pid: kept.pid, adopted: orphan !== undefined, timings, stop }
}

async function prepareCluster(
  binaries: string,
  cluster: string,
  root: string,
  runAs: RunAs,
  log: DatabaseLog,
): Promise<void> {
  await giveTo(binaries, runAs.owner)
  if (await createCluster(binaries, cluster, root, runAs)) log.info({ cluster }, 'created the database')
  await giveTo(cluster, runAs.owner)
}

function toUrl(socketFolder: string): string {
  return `postgres://${embeddedUser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
}
