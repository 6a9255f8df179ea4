import { rm, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { notFound } from '@rushes/contract'
import { type BlobStore, isCreatedKey } from '../blobs.ts'
import { type Bucket, isStatus, openBucket } from './bucket.ts'
import type { BucketAddress } from './client.ts'
import { countParts, toPartRange } from './grid.ts'
import { openLocalFiles } from './local-files.ts'
import { createUploadCalls } from './uploads.ts'

/** What a store has on this machine. */
interface LocalPlaces {
  readonly stagingDir: string
  /** Where copies of blobs are for tools that read files, and their most bytes. */
  readonly cacheDir: string
  readonly cacheBytes: number
  /** Throws where the disks of this machine have no space for so many bytes. */
  assertRoom(bytes: number): Promise<void>
}

const toKey = (blobKey: string) => `blobs/${blobKey}`
const markerKey = 'service-id'
/** Smaller files are stored in one request. */
const singleRequestBytes = 64 * 1024 * 1024

/** Blobs as objects of a bucket. */
export async function openS3Store(
  address: BucketAddress,
  places: LocalPlaces,
  { givesAddresses = true } = {},
): Promise<BlobStore> {
  const bucket = openBucket(address)
  const { cacheBytes: maxBytes, assertRoom } = places
  const localFiles = await openLocalFiles(places.cacheDir, { maxBytes, assertRoom })

  async function getFacts(key: string) {
    const found = await bucket.head(toKey(key))
    if (!found) throw notFound('Blob', key)
    return found
  }
  const read: BlobStore['read'] = async (key, range) => {
    try {
      return await bucket.get(toKey(key), range)
    } catch (error) {
      throw isStatus(error, 404) ? notFound('Blob', key) : error
    }
  }

  return {
    async adopt(path, key) {
      await putFile(bucket, toKey(key), path)
      await rm(path)
    },
    read,
    async getSize(key) {
      return (await getFacts(key)).size
    },
    findFacts: key => bucket.head(toKey(key)),
    delete: key => bucket.delete(toKey(key)),
    async *listKeys() {
      for await (const page of bucket.list('blobs')) {
        yield page.map(({ key }) => key.slice('blobs/'.length)).filter(isCreatedKey)
      }
    },
    withLocalFile(key, use) {
      const source = { getSize: async () => (await getFacts(key)).size, read: () => read(key) }
      return localFiles.withFile(key, source, use)
    },
    async link(key) {
      await getFacts(key)
      return false
    },
    async toAddress(key, { contentType, contentDisposition }, seconds) {
      if (!givesAddresses) return undefined
      const described = {
        'response-content-type': contentType,
        'response-content-disposition': contentDisposition,
        'response-cache-control': 'private, no-store',
      }
      return bucket.sign(toKey(key), described, seconds)
    },
    addressOrigin: givesAddresses ? bucket.origin : undefined,
    async findMarker() {
      try {
        return (await text(await bucket.get(markerKey))).trim()
      } catch (error) {
        if (isStatus(error, 404)) return undefined
        throw error
      }
    },
    async writeMarker(serviceId) {
      if ((await bucket.head(markerKey)) === undefined) await bucket.put(markerKey, `${serviceId}\n`)
    },
    ...createUploadCalls(bucket, places.stagingDir, toKey),
  }
}

/** Stores a file as an object, a large one in parts; nothing is left of what fails. */
async function putFile(bucket: Bucket, key: string, path: string): Promise<void> {
  const { size } = await stat(path)
  if (size <= singleRequestBytes) {
    return bucket.put(key, size === 0 ? '' : { path, start: 0, end: size })
  }
  const uploadId = await bucket.createMultipart(key)
  try {
    for (let part = 1; part <= countParts({ size }); part++) {
      await bucket.putPart(key, uploadId, part, { path, ...toPartRange(part, { size }) })
    }
    await bucket.completeMultipart(key, uploadId, await bucket.listParts(key, uploadId))
  } catch (error) {
    await bucket.abortMultipart(key, uploadId).catch(() => {})
    // The answer to a first attempt may have been lost.
    if ((await bucket.head(key).catch(() => undefined))?.size !== size) throw error
  }
}
