import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where the bytes of a blob are. */
interface BlobSource {
  getSize(): Promise<number>
  read(): Promise<Readable>
}

/** Copies of blobs on this machine, for tools that read files. */
export interface LocalFiles {
  /** Calls `use` with a copy, which is fetched where there is none. */
  withFile<T>(key: string, source: BlobSource, use: (path: string) => Promise<T>): Promise<T>
}

/** How much the folder of the copies may take. */
interface Limits {
  readonly maxBytes: number
  /** Throws where the disk has no space for so many bytes. */
  assertRoom(bytes: number): Promise<void>
}

interface Copy {
  readonly path: string
  readonly ready: Promise<void>
  users: number
  size: number
}

/**
 * Keeps copies in a folder of this process, those used last, `maxBytes` at most besides those in use: older ones go
 * before the next one is fetched. A blob never changes, so neither does its copy. Folders of processes that ended are
 * removed.
 */
export async function openLocalFiles(folder: string, { maxBytes, assertRoom }: Limits): Promise<LocalFiles> {
  // Of two processes with one number, as in containers, the later one began later.
  const ownName = `${process.pid}-${Math.floor(performance.timeOrigin)}`
  await removeAbandoned(folder, ownName)
  const own = join(folder, ownName, randomUUID())
  await mkdir(own, { recursive: true, mode: 0o700 })
  /** The one used longest ago first. */
  const copies = new Map<string, Copy>()

  function fetchCopy(source: BlobSource): Copy {
    const path = join(own, randomUUID())
    const copy: Copy = { path, users: 0, size: 0, ready: load() }
    async function load(): Promise<void> {
      const size = await source.getSize()
      copy.size = size
      await makeRoom(size)
      await pipeline(await source.read(), createWriteStream(path, { mode: 0o600 }))
    }
    return copy
  }

  /** Makes room for a copy that is counted already. */
  async function makeRoom(bytes: number): Promise<void> {
    await removeUnused()
    await assertRoom(bytes).catch(async () => {
      await removeUnused(0)
      await assertRoom(bytes)
    })
  }

  /** Removes copies that nobody uses, until all have `limitBytes` at most. */
  async function removeUnused(limitBytes = maxBytes): Promise<void> {
    let total = [...copies.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [key, copy] of copies) {
      if (total <= limitBytes) return
      if (copy.users > 0) continue
      copies.delete(key)
      total -= copy.size
      await rm(copy.path, { force: true })
    }
  }

  return {
    async withFile(key, source, use) {
      const copy = copies.get(key) ?? fetchCopy(source)
      copies.delete(key)
      copies.set(key, copy)
      copy.users++
      try {
        await copy.ready.catch(async error => {
          if (copies.get(key) === copy) copies.delete(key)
          await rm(copy.path, { force: true })
          throw error
        })
        return await use(copy.path)
      } finally {
        copy.users--
        await removeUnused()
      }
    },
  }
}

async function removeAbandoned(folder: string, ownName: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number.parseInt(name, 10)
    const isUsed = name === ownName || (pid !== process.pid && isRunning(pid))
    if (!isUsed) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
