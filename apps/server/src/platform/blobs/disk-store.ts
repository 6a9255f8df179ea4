import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { notFound } from '@rushes/contract'
import { type BlobStore, isCreatedKey, type StoredUpload, StoreUnavailableError, type UploadFile } from './blobs.ts'

const keyPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i
/** Large reads cost a quarter of the CPU of the default 64 KiB. */
const readChunkBytes = 1024 * 1024

/** The file, next to the blobs, that names the service whose blobs they are. */
const markerName = 'service-id'

/** Blobs as files under a folder; its folder `staging` has files in the making, and those of uploads. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  const blobsDir = join(root, 'blobs')
  const stagingDir = join(root, 'staging')
  await mkdir(blobsDir, { recursive: true })
  await mkdir(stagingDir, { recursive: true })

  function toPath(key: string): string {
    if (!keyPattern.test(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
    return join(blobsDir, key)
  }
  const toUploadPath = (name: string) => join(stagingDir, name)
  async function getExisting(key: string): Promise<{ path: string; size: number }> {
    const path = toPath(key)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw notFound('Blob', key)
    return { path, size: found.size }
  }
  async function* listFolder(folder: string): AsyncGenerator<string[]> {
    const entries = await readdir(join(blobsDir, folder), { withFileTypes: true })
    const keys = entries.filter(entry => entry.isFile()).map(entry => folder + entry.name)
    yield keys.filter(isCreatedKey)
    for (const entry of entries) if (entry.isDirectory()) yield* listFolder(`${folder}${entry.name}/`)
  }
  /** Whether the file of an upload has all its bytes; an empty one may have been created after the upload became a blob. */
  async function isWhole({ name, size }: StoredUpload): Promise<boolean> {
    const found = await stat(toUploadPath(name)).catch(() => undefined)
    return found !== undefined && found.size >= size
  }
  /** Gives a path another file with the same bytes: a process that has it open writes into the one before. */
  async function replaceByCopy(path: string): Promise<void> {
    const copy = join(stagingDir, `copy-${randomUUID()}`)
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await syncPath(copy)
      await rename(copy, path)
      await syncPath(stagingDir)
    } finally {
      await rm(copy, { force: true })
    }
  }
  async function adopt(path: string, key: string): Promise<void> {
    const target = toPath(key)
    await mkdir(dirname(target), { recursive: true })
    await syncPath(path)
    await rename(path, target)
    await syncPath(dirname(target))
  }

  return {
    adopt,
    async getSize(key) {
      return (await getExisting(key)).size
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
    async withLocalFile(key, use) {
      return use((await getExisting(key)).path)
    },
    async link(key, path) {
      const { path: existing } = await getExisting(key)
      try {
        await link(existing, path)
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('Blob', key)
        return false
      }
    },
    async toAddress() {
      return undefined
    },
    addressOrigin: undefined,
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

    // The first chunk creates the file.
    async beginUpload() {},
    async openUpload({ name, hasBytes }) {
      const flags = constants.O_RDWR | (hasBytes ? 0 : constants.O_CREAT)
      const file = await open(toUploadPath(name), flags, 0o600).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        throw new StoreUnavailableError(`the bytes of ${name} are lost`)
      })
      // A new name in a folder is safe only once the folder itself is on the disk; nobody writes before that.
      if ((await file.stat()).size === 0) await syncPath(stagingDir)
      return toUploadFile(file)
    },
    async hasUpload({ name, key }) {
      return (await exists(toUploadPath(name))) || (await exists(toPath(key)))
    },
    async readUpload(upload) {
      if (!(await isWhole(upload))) return undefined
      return createReadStream(toUploadPath(upload.name), { highWaterMark: readChunkBytes })
    },
    async readArrived(name, bytes) {
      return createReadStream(toUploadPath(name), { end: bytes - 1 })
    },
    writesOver: true,
    async assembleUpload(upload, { mayBeWritten }) {
      if (!(await isWhole(upload))) return
      const path = toUploadPath(upload.name)
      if (mayBeWritten) await replaceByCopy(path)
      // Bytes of a chunk that was broken off may lie behind the end.
      if (upload.isGrowing) await truncate(path, upload.size)
    },
    reopenUpload: isWhole,
    async completeUpload(upload) {
      const { name, key, size } = upload
      const path = toUploadPath(name)
      // Nobody sends a chunk of a file without bytes.
      if (size === 0) await (await open(path, 'a', 0o600)).close()
      // After a crash between this and the commit it is a blob already.
      if (await isWhole(upload)) return adopt(path, key)
      const found = await getExisting(key)
      if (found.size !== size) throw new Error(`the blob ${key} has ${found.size} bytes instead of ${size}`)
    },
    async removeUpload(name) {
      await rm(toUploadPath(name), { force: true })
    },
    async *listUploads() {},
    removeUnfinished: async () => 0,
  }
}

const earlyBytes = 8 * 1024 * 1024

/**
 * A file whose bytes go to the disk while more come, so that little is left to wait for in the end. The system reports
 * a failure once only: every call after it throws it.
 */
function toUploadFile(file: FileHandle): UploadFile {
  let waitingBytes = 0
  let syncing: Promise<void> | undefined
  let failure: unknown
  return {
    async writev(buffers, position) {
      if (failure) throw failure
      const { bytesWritten } = await file.writev(buffers, position)
      waitingBytes += bytesWritten
      if (waitingBytes >= earlyBytes && !syncing) {
        waitingBytes = 0
        syncing = file
          .datasync()
          .catch(error => {
            failure = error
          })
          .finally(() => {
            syncing = undefined
          })
      }
      return { bytesWritten }
    },
    read: (buffer, position) => file.read(buffer, 0, buffer.length, position),
    async flush() {
      await syncing
      if (failure) throw failure
      await file.datasync()
    },
    async close() {
      await syncing
      await file.close()
    },
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
