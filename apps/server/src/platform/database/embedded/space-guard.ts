/**
 * Keeps the embedded database alive on a full disk. PostgreSQL that cannot create the next segment of its log (16 MiB)
 * dies, and cannot start again before there is space. So it is given no writes below one segment, and has a reserve
 * file that is removed then: reads go on, a server that died has room to recover, and a few small writes have room too.
 */

import { randomFillSync } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { repeat } from '../../background/repeat.ts'
import type { DatabaseLog } from '../log.ts'

/** With less than this beyond the reserve, the storage counts as full. */
export const minFreeBytes = 16 * 1024 * 1024
/** Writes resume only here, so that they are not refused again at once. */
const resumeBytes = 2 * minFreeBytes
const reserveBytes = 3 * minFreeBytes
const reserveName = 'reserve'
const checkEveryMs = 1_000

export interface SpaceGuard {
  /** Begins to check: the service has started, which takes a few writes. */
  start(): void
  /** Whether the database is to take no writes. */
  isFull(): boolean
  /** Whether it is to take none of the few either that the removed reserve has room for. */
  isUsedUp(): boolean
  /** Checks now: a write has failed. */
  check(): void
  stop(): Promise<void>
}

/** Free bytes on the disk of a database folder beyond its reserve; undefined where there is no such folder. */
export async function readFreeBytesBeyondReserve(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return undefined
  const reserve = await stat(join(folder, reserveName)).catch(() => undefined)
  return Math.max(0, disk.bavail * disk.bsize - (reserveBytes - (reserve?.size ?? 0)))
}

/** Guards the disk of a database folder. When it resolves, the reserve of a full disk is free for the start. */
export async function guardSpace(folder: string, log: DatabaseLog): Promise<SpaceGuard> {
  const reserve = join(folder, reserveName)
  let isFull = false
  let isUsedUp = false

  async function look(): Promise<void> {
    const freeBytes = (await readFreeBytesBeyondReserve(folder)) ?? 0
    if (!isFull && freeBytes < minFreeBytes) {
      isFull = true
      await rm(reserve, { force: true })
      log.error({ freeBytes }, 'disk full: the database takes no writes')
    } else if (isFull && freeBytes >= resumeBytes) {
      await writeReserve(reserve)
      isFull = false
      log.info({ freeBytes }, 'the database takes writes again')
    } else if (!isFull) {
      await writeReserve(reserve)
    }
    const { bavail, bsize } = await statfs(folder)
    // Of what the reserve left, the server needs a segment itself.
    isUsedUp = isFull && bavail * bsize < resumeBytes
  }

  let looking: Promise<void> | undefined
  const check = () => {
    looking ??= look()
      .catch(error => log.warn({ reason: error.message }, 'the disk of the database could not be checked'))
      .finally(() => {
        looking = undefined
      })
  }
  let stopChecking: (() => void) | undefined
  if (((await readFreeBytesBeyondReserve(folder)) ?? Infinity) < minFreeBytes) await rm(reserve, { force: true })
  return {
    start() {
      stopChecking = repeat(checkEveryMs, check)
      check()
    },
    isFull: () => isFull,
    isUsedUp: () => isUsedUp,
    check() {
      if (stopChecking) check()
    },
    async stop() {
      stopChecking?.()
      await looking
    },
  }
}

/** Random bytes, so that a file system that compresses reserves as many. */
async function writeReserve(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.size === reserveBytes) return
  const block = randomFillSync(Buffer.allocUnsafe(1024 * 1024))
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < reserveBytes; written += block.length) await file.writeFile(block)
  } finally {
    await file.close()
  }
}
