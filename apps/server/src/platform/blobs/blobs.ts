import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { notFound } from '@rushes/contract'

/** Where the bytes of media live. Keys are made by the service (`<production>/<clip>/<instance>`), never from outside names. */
export interface BlobStore {
  /** A path on the local disk that holds the blob, for tools that read files. */
  getLocalPath(key: string): Promise<string>
  /** Makes the file at `path` (on the same disk as the store) the blob `key`; durable when it resolves. */
  adopt(path: string, key: string): Promise<void>
  getSize(key: string): Promise<number>
  /** Bytes from `start` up to and with `end`. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  delete(key: string): Promise<void>
  /** The keys of all blobs, a folder at a time. */
  listKeys(): AsyncIterable<readonly string[]>
  /** Size and time of the last change, also of the name, in epoch milliseconds; undefined for a blob that is not there. */
  findFacts(key: string): Promise<{ size: number; changed: number } | undefined>
  /** A folder of the store's own disk for files in the making. */
  readonly stagingDir: string
  /** The id of the service that the store belongs to; undefined for a store without a marker. */
  findMarker(): Promise<string | undefined>
  /** Marks the store as that of a service, unless it has a marker already. */
  writeMarker(serviceId: string): Promise<void>
}

const keyPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i
/** The keys that the service creates; other files under the folder are not its own. */
const createdKeyPattern = /^\d{1,18}\/\d{1,18}\/[a-z0-9][a-z0-9._-]*$/i
/** Large reads cost a quarter of the CPU of the default 64 KiB. */
const readChunkBytes = 1024 * 1024

/** The file, next to the blobs, that names the service whose blobs they are. */
const markerName = 'service-id'

/** Blobs as files under a folder. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  const blobsDir = join(root, 'blobs')
  const stagingDir = join(root, 'staging')
  await mkdir(blobsDir, { recursive: true })
  await mkdir(stagingDir, { recursive: true })

  function toPath(key: string): string {
    if (!keyPattern.test(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
    return join(blobsDir, key)
  }
  async function getExisting(key: string): Promise<{ path: string; size: number }> {
    const path = toPath(key)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw notFound('Blob', key)
    return { path, size: found.size }
  }
  async function* listFolder(folder: string): AsyncGenerator<string[]> {
    const entries = await readdir(join(blobsDir, folder), { withFileTypes: true })
    const keys = entries.filter(entry => entry.isFile()).map(entry => folder + entry.name)
    yield keys.filter(key => createdKeyPattern.test(key))
    for (const entry of entries) if (entry.isDirectory()) yield* listFolder(`${folder}${entry.name}/`)
  }

  return {
    stagingDir,
    async getLocalPath(key) {
      return (await getExisting(key)).path
    },
    async getSize(key) {
      return (await getExisting(key)).size
    },
    async adopt(path, key) {
      const target = toPath(key)
      await mkdir(dirname(target), { recursive: true })
      await syncPath(path)
      await rename(path, target)
      await syncPath(dirname(target))
    },
    async read(key, range) {
      const { path } = await getExisting(key)
      return createReadStream(path, { ...range, highWaterMark: readChunkBytes })
    },
    async delete(key) {
      await rm(toPath(key), { force: true })
    },
    listKeys: () => listFolder(''),
    async findFacts(key) {
      const found = await stat(toPath(key)).catch(() => undefined)
      return found && { size: found.size, changed: Math.max(found.mtimeMs, found.ctimeMs) }
    },
    async findMarker() {
      try {
        return (await readFile(join(root, markerName), 'utf8')).trim()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async writeMarker(serviceId) {
      const draft = join(stagingDir, `${markerName}.${randomUUID()}`)
      await writeFile(draft, `${serviceId}\n`, { flush: true })
      try {
        // A link appears with its whole content, and never replaces a marker.
        await link(draft, join(root, markerName))
        await syncPath(root)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
