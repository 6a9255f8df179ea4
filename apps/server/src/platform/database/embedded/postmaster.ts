import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findCommandLine } from '../opening/running-process.ts'
import { StartError } from '../opening/start-error.ts'

const socketPrefix = '.s.PGSQL.'
/** Above the largest that a kernel gives. */
const impossiblePid = 2 ** 31 - 1
const pollMs = 10
/** A server whose service was killed a moment ago still says that it is ready while the signal to stop is on its way. */
const orphanPatienceMs = 300
/** How long the sockets of a process outlive it, on a machine that is busy. */
const dyingPatienceMs = 1000
/** A crash recovery or a last checkpoint on a slow disk may take long; a stuck server must not take for ever. */
const patienceMs = 120_000

/** What a running server writes into `postmaster.pid` (PostgreSQL's miscadmin.h names the lines). */
export interface PidFile {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  readonly status: string
}

/** Reads the pid file of a cluster; `undefined` when there is none. */
function findPidFile(cluster: string): PidFile | undefined {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  return {
    pid: Number(lines[0]),
    port: Number(lines[3] ?? 0),
    socketFolder: lines[4] ?? '',
    status: (lines[7] ?? '').trim(),
  }
}

/** Whether process `pid` is the server of this very cluster, and not another program that got a dead server's id. */
export function isServerOf(pid: number, cluster: string): boolean {
  const args = findCommandLine(pid) ?? []
  return basename(args[0] ?? '') === 'postgres' && args[args.indexOf('-D') + 1] === cluster
}

/** The server that runs on this cluster and is ready. */
export function findServer(cluster: string): PidFile | undefined {
  const found = findPidFile(cluster)
  return found && isServerOf(found.pid, cluster) && found.status === 'ready' ? found : undefined
}

/**
 * Looks at what an earlier life of the service left: resolves to its server when one still serves this cluster, after
 * waiting for one that starts or stops.
 */
export async function findOrphan(cluster: string): Promise<PidFile | undefined> {
  let readyMs = 0
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    const found = findPidFile(cluster)
    if (!found) return undefined
    if (!isServerOf(found.pid, cluster)) {
      await assertNotServedElsewhere(cluster, found)
      return undefined
    }
    if (readyMs >= orphanPatienceMs) return found
    readyMs = found.status === 'ready' ? readyMs + pollMs : 0
    await delay(pollMs)
  }
  throw new StartError(
    `An earlier database server of ${cluster} neither serves nor ends: stop process ${findPidFile(cluster)?.pid}`,
  )
}

/**
 * A server in another container has an id that means nothing here, but its socket answers, and goes on answering: that of
 * a server that has just been killed may answer once more, after its name and before its sockets are gone.
 */
async function assertNotServedElsewhere(cluster: string, { socketFolder, port }: PidFile): Promise<void> {
  const socket = join(socketFolder, `${socketPrefix}${port}`)
  for (let waitedMs = 0; waitedMs < dyingPatienceMs; waitedMs += pollMs) {
    if (!(await isListening(socket))) return
    await delay(pollMs)
  }
  throw new StartError(`Another machine or container serves the database in ${cluster}: stop that first`)
}

/**
 * Makes PostgreSQL see that the files of a dead server are stale. It looks only whether *a* process has the number in
 * them, and the number may have gone to another program, or to a zombie that nobody reaps.
 *
 * The pid file stays, with a number that no process can have: its other lines let PostgreSQL find children of the dead
 * server that still run, and wait for them instead of writing beside them.
 */
export async function disarmStaleFiles(cluster: string, socketFolder: string): Promise<void> {
  const found = findPidFile(cluster)
  if (found && isServerOf(found.pid, cluster)) return
  for (const name of await readdir(socketFolder)) {
    if (name.startsWith(socketPrefix) && name.endsWith('.lock')) await rm(join(socketFolder, name), { force: true })
  }
  if (!found) return
  const path = join(cluster, 'postmaster.pid')
  const [, ...lines] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, [impossiblePid, ...lines].join('\n'))
}

function isListening(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Resolves once the server of `pid` is ready, or to false as soon as `hasEnded` says that it will not be. */
export async function waitUntilReady(cluster: string, pid: number, hasEnded: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if (hasEnded()) return false
    const found = findPidFile(cluster)
    if (found?.pid === pid && found.status === 'ready') return true
    await delay(pollMs)
  }
  throw new StartError(`The database did not become ready within ${patienceMs / 1000} s`)
}

/** Resolves, within a second, when a server that is not our child has ended. */
export async function waitUntilGone(pid: number, cluster: string): Promise<void> {
  while (isServerOf(pid, cluster)) await delay(500, undefined, { ref: false })
}

/** Stops a server: its clients are cut off and everything is written (a fast stop); without that if it takes too long. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isServerOf(pid, cluster)) return
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < 30_000; waitedMs += pollMs) {
      if (!isServerOf(pid, cluster)) return
      await delay(pollMs)
    }
  }
}
