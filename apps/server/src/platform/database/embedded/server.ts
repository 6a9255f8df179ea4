import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../opening/start-error.ts'
import { disarmStaleFiles, stopServer, waitUntilGone, waitUntilReady } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { findReason, spawnProgram, toUnusable } from './run-program.ts'

const maxLogBytes = 10_000_000
const retryMs = 100
const retries = 150

/** The folders and files of one server. */
export interface ServerPlace {
  readonly binaries: string
  readonly cluster: string
  readonly socketFolder: string
  readonly logFile: string
}

/** A server that is ready. */
export interface RunningServer {
  readonly pid: number
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Sized for a laptop: 20 MB when idle, no helper processes for reading, a log that is quiet unless something is wrong. */
const ownSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  io_method: 'sync',
  jit: 'off',
  // Nothing copies the log to another server: what is rebuilt as a whole need not go through it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
} as const

/** Starts the server and resolves once it answers; throws `StartError` with PostgreSQL's own reason. */
export async function launchServer(
  place: ServerPlace,
  runAs: RunAs,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryLaunch(place, runAs, settings)
    if (typeof outcome !== 'string') return outcome
    // Children of a killed server hold its memory for a moment longer.
    const isPassing = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(outcome)
    if (!isPassing || attempt === retries) throw new StartError(`The database did not start: ${findReason(outcome)}`)
    await delay(retryMs)
  }
}

/** Takes over a running server that another process started. */
export function adoptServer(pid: number, cluster: string): RunningServer {
  const stopped = Promise.withResolvers<void>()
  return {
    pid,
    // Looking whether it is gone keeps no process alive: one that stops it is notified at once instead.
    ended: Promise.race([waitUntilGone(pid, cluster), stopped.promise]),
    async stop() {
      await stopServer(pid, cluster)
      stopped.resolve()
    },
  }
}

async function tryLaunch(
  place: ServerPlace,
  runAs: RunAs,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer | string> {
  const all = { ...ownSettings, unix_socket_directories: quoteFolder(place.socketFolder), ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (existsSync(place.logFile) && statSync(place.logFile).size > maxLogBytes)
    renameSync(place.logFile, `${place.logFile}.1`)
  await disarmStaleFiles(place.cluster, place.socketFolder)
  const log = openSync(place.logFile, 'a', 0o600)
  const logStart = statSync(place.logFile).size
  const child = spawnProgram(runAs, join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    stdio: ['ignore', log, log],
    cwd: '/',
  })
  closeSync(log)
  let hasEnded = false
  let failure: Error | undefined
  const ended = waitForEnd(child).then(error => {
    hasEnded = true
    failure = error
  })
  const pid = child.pid ?? 0
  const isReady = await waitUntilReady(place.cluster, pid, () => hasEnded)
  if (failure) throw toUnusable(failure)
  if (!isReady) return readFileSync(place.logFile).subarray(logStart).toString('utf8')

  // Without `setpriv` nobody else would tell the server that its service is gone.
  const interrupt = () => child.kill('SIGINT')
  process.once('exit', interrupt)
  void ended.then(() => process.removeListener('exit', interrupt))
  child.unref()
  return {
    pid,
    ended,
    async stop() {
      child.ref()
      if (!hasEnded) await stopServer(pid, place.cluster)
      await ended
    },
  }
}

/** Resolves when the process has ended, to the error when it never began. */
function waitForEnd(child: ChildProcess): Promise<Error | undefined> {
  return new Promise(resolve => {
    child.once('exit', () => resolve(undefined))
    child.once('error', resolve)
  })
}

/** The setting is a list: quotes keep a comma or a space inside one path. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
