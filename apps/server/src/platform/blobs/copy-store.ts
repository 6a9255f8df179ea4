import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@rushes/contract'
import { StartError } from '../database/index.ts'
import type { BlobStore } from './blobs.ts'
import type { OpenStore } from './open-store.ts'

/** What a copy of a store did. */
export interface StoreCopy {
  readonly copied: number
  readonly copiedBytes: number
  /** Blobs that an earlier run had copied; their bytes were compared. */
  readonly present: number
}

const copiedAtOnce = 4

/**
 * Copies every blob from one store to another and compares each with its digest, those of an earlier run as well. The
 * target is marked as that of the service once all are there. Throws StartError where it belongs to another service.
 */
export async function copyStore(source: OpenStore, target: OpenStore, signal?: AbortSignal): Promise<StoreCopy> {
  const [id, marker] = [await source.blobs.findMarker(), await target.blobs.findMarker()]
  if (id === undefined) throw new StartError(`${source.place} has no service-id: it is not the store of a service`)
  if (marker !== undefined && marker !== id) throw new StartError(`${target.place} is the store of another service`)
  const report = { copied: 0, copiedBytes: 0, present: 0 }
  for await (const keys of source.blobs.listKeys()) {
    for (let at = 0; at < keys.length; at += copiedAtOnce) {
      signal?.throwIfAborted()
      const some = keys.slice(at, at + copiedAtOnce)
      const results = await Promise.all(some.map(key => copyBlob(source.blobs, target, key)))
      for (const result of results) {
        if (result === 'present') report.present++
        else if (result !== 'gone') {
          report.copied++
          report.copiedBytes += result
        }
      }
    }
  }
  await target.blobs.writeMarker(id)
  return report
}

/** The bytes that were copied; a blob may be deleted while a service runs. */
async function copyBlob(source: BlobStore, target: OpenStore, key: string): Promise<number | 'present' | 'gone'> {
  const path = join(target.stagingDir, `copy-${randomUUID()}`)
  try {
    const size = await source.getSize(key)
    if ((await target.blobs.findFacts(key))?.size === size) {
      const [own, theirs] = await Promise.all([source, target.blobs].map(async store => digest(await store.read(key))))
      if (own === theirs) return 'present'
    }
    const expected = await digest(await source.read(key), path)
    await target.blobs.adopt(path, key)
    if ((await digest(await target.blobs.read(key))) === expected) return size
    await target.blobs.delete(key)
    throw new Error(`${key} has other bytes in ${target.place} than were stored there`)
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof ServiceError && error.type === 'NotFoundError') return 'gone'
    throw error
  }
}

/** The sha-256 of bytes, which are written to a file on the way where one is named. */
async function digest(bytes: Readable, path?: string): Promise<string> {
  const hash = createHash('sha256')
  if (path === undefined) await pipeline(bytes, hash)
  else {
    bytes.on('data', (piece: Buffer) => hash.update(piece))
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
  }
  return hash.digest('hex')
}
