import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
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
  /** A folder of the store's own disk for files in the making. */
  readonly stagingDir: string
}

const keyPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i
/** Large reads cost a quarter of the CPU of the default 64 KiB. */
const readChunkBytes = 1024 * 1024

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
