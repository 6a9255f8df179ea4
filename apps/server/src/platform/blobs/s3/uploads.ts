import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@rushes/contract'
import { type BlobStore, type StoredUpload, StoreUnavailableError } from '../blobs.ts'
import { type Bucket, isStatus, type Part } from './bucket.ts'
import { S3Error } from './client.ts'
import { countParts, type Fragment, findCover, toPartRange } from './grid.ts'
import { cutIntoPieces, type Piece } from './upload-file.ts'

/** The multipart upload that the bytes of an upload go to; it is in the bucket, under the name of the upload. */
interface Multipart {
  readonly id: string
  /** The object that it becomes. */
  readonly key: string
  /** Names the folder of its fragments. */
  readonly round: string
}

type UploadCalls = Pick<
  BlobStore,
  | 'beginUpload'
  | 'openUpload'
  | 'hasUpload'
  | 'readUpload'
  | 'readArrived'
  | 'assembleUpload'
  | 'completeUpload'
  | 'reopenUpload'
  | 'removeUpload'
  | 'listUploads'
>

/** Uploads are under this folder until they are blobs. */
const uploadsFolder = 'uploads'
const assembledAtOnce = 4
const completionAttempts = 5

/**
 * Uploads to an object store: a piece that is a whole part of the grid goes straight into the multipart upload; smaller
 * ones are objects of their own, and the process that stores the last one of a part makes the part of them. Every step may be
 * done twice, also by two processes at once, and what one leaves undone the close does: what is there is read from the
 * store, not remembered.
 */
export function createUploadCalls(bucket: Bucket, stagingDir: string, toKey: (blobKey: string) => string): UploadCalls {
  const toFolder = (name: string) => `${uploadsFolder}/${name}`
  const toMarkerKey = (name: string) => `${toFolder(name)}/multipart`

  async function findMultipart(name: string): Promise<Multipart | undefined> {
    try {
      return JSON.parse(await text(await bucket.get(toMarkerKey(name))))
    } catch (error) {
      if (isStatus(error, 404)) return undefined
      throw error
    }
  }

  async function begin({ name, key, size, isGrowing }: StoredUpload): Promise<void> {
    if (size === 0 && !isGrowing) return
    const multipart: Multipart = {
      id: await bucket.createMultipart(toKey(key)),
      key: toKey(key),
      round: randomUUID(),
    }
    await bucket.put(toMarkerKey(name), JSON.stringify(multipart))
  }

  function toFragmentFolder(name: string, { round }: Multipart, part: number): string {
    return `${toFolder(name)}/${round}/${part}`
  }

  async function listFragments(name: string, multipart: Multipart, part: number): Promise<Fragment[]> {
    const fragments: Fragment[] = []
    for await (const page of bucket.list(toFragmentFolder(name, multipart, part))) {
      for (const { key } of page) {
        const [, start, end] = /\/(\d+)-(\d+)$/.exec(key) ?? []
        if (start !== undefined && end !== undefined) fragments.push({ key, start: Number(start), end: Number(end) })
      }
    }
    return fragments
  }

  /** Makes a part of its fragments, which then go; false where bytes of it are missing. */
  async function assemblePart(upload: StoredUpload, multipart: Multipart, part: number): Promise<boolean> {
    const fragments = await listFragments(upload.name, multipart, part)
    const { start, end } = toPartRange(part, upload)
    const cover = findCover(fragments, { start, end })
    if (!cover) return false
    const path = join(stagingDir, `part-${randomUUID()}`)
    try {
      await pipeline(Readable.from(readCover(bucket, cover), { objectMode: false }), createWriteStream(path))
      await bucket.putPart(multipart.key, multipart.id, part, { path, start: 0, end: end - start })
    } finally {
      await rm(path, { force: true })
    }
    for (const { key } of fragments) await bucket.delete(key)
    return true
  }

  async function putPiece(
    upload: StoredUpload,
    multipart: Multipart,
    { part, start, end, bytes }: Piece,
  ): Promise<void> {
    const range = toPartRange(part, upload)
    if (start === range.start && end === range.end) {
      return bucket.putPart(multipart.key, multipart.id, part, bytes).catch(async error => {
        // What came later than its lease may find the upload closed.
        throw (await isGone(multipart, error)) ? isOver() : error
      })
    }
    await bucket.put(`${toFragmentFolder(upload.name, multipart, part)}/${start}-${end}`, bytes)
    // Another process may do the same at this moment, and take the fragments away; then the part is there.
    await assemblePart(upload, multipart, part).catch(error => {
      if (!isStatus(error, 404)) throw error
    })
  }

  /** Whether a part was refused since there is no such upload: a store may cut the connection instead of reading it. */
  async function isGone({ key, id }: Multipart, error: unknown): Promise<boolean> {
    if (!(error instanceof StoreUnavailableError)) return isStatus(error, 404)
    return bucket.listParts(key, id).then(
      () => false,
      reason => isStatus(reason, 404),
    )
  }

  async function assembleMissing(upload: StoredUpload, multipart: Multipart, parts: ReadonlyMap<number, Part>) {
    const missing = Array.from({ length: countParts(upload) }, (_, index) => index + 1).filter(number => {
      const { start, end } = toPartRange(number, upload)
      return parts.get(number)?.size !== end - start
    })
    for (let at = 0; at < missing.length; at += assembledAtOnce) {
      const some = missing.slice(at, at + assembledAtOnce)
      await Promise.all(some.map(part => assemblePart(upload, multipart, part)))
    }
    return missing.length > 0
  }

  /** Whether the object is there with all its bytes. */
  async function isAssembled({ key, size }: StoredUpload): Promise<boolean> {
    return (await bucket.head(toKey(key)))?.size === size
  }

  async function assemble(upload: StoredUpload): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      // Before the object: a process that has made it takes the marker away afterwards.
      const multipart = await findMultipart(upload.name)
      if (await isAssembled(upload)) return
      if (upload.size === 0) return bucket.put(toKey(upload.key), new Uint8Array())
      if (multipart?.key !== toKey(upload.key)) throw new Error(`the store has nothing of the upload ${upload.name}`)
      try {
        const parts = await bucket.listParts(multipart.key, multipart.id)
        if (!(await assembleMissing(upload, multipart, parts))) {
          // Parts of a chunk that was broken off may lie behind the end.
          const wanted = [...parts].filter(([number]) => number <= countParts(upload))
          return await bucket.completeMultipart(multipart.key, multipart.id, new Map(wanted))
        }
      } catch (error) {
        // Another process has assembled the same meanwhile, or a part of it.
        if (!(error instanceof S3Error) || attempt >= completionAttempts) throw error
      }
      if (attempt >= completionAttempts) throw new Error(`parts of the upload ${upload.name} are missing in the store`)
    }
  }

  return {
    beginUpload: begin,
    async openUpload(upload) {
      const multipart = await findMultipart(upload.name)
      if (!multipart) throw isOver()
      // The last part of what grows is complete only once it is known where that ends.
      const open = upload.isGrowing ? { ...upload, size: Number.POSITIVE_INFINITY } : upload
      return cutIntoPieces(open, stagingDir, piece => putPiece(open, multipart, piece))
    },
    async hasUpload(upload) {
      return (await findMultipart(upload.name)) !== undefined || (await isAssembled(upload))
    },
    async readUpload({ key }) {
      try {
        return await bucket.get(toKey(key))
      } catch (error) {
        if (isStatus(error, 404)) return undefined
        throw error
      }
    },
    // Parts of a multipart upload cannot be read.
    async readArrived() {
      return undefined
    },
    assembleUpload: assemble,
    async completeUpload(upload) {
      if (!(await isAssembled(upload))) throw new Error(`the object of the upload ${upload.name} is not there`)
    },
    async reopenUpload(upload) {
      await remove(upload.name)
      await begin(upload)
      return false
    },
    removeUpload: remove,
    async *listUploads() {
      let [name, changed] = ['', 0]
      for await (const page of bucket.list(uploadsFolder)) {
        for (const object of page) {
          const [, found = ''] = object.key.split('/')
          if (found !== name && name !== '') yield { name, changed }
          changed = found === name ? Math.max(changed, object.changed) : object.changed
          name = found
        }
      }
      if (name !== '') yield { name, changed }
    },
  }

  async function remove(name: string): Promise<void> {
    const multipart = await findMultipart(name)
    if (multipart) await bucket.abortMultipart(multipart.key, multipart.id)
    for await (const page of bucket.list(toFolder(name))) {
      for (const { key } of page) if (key !== toMarkerKey(name)) await bucket.delete(key)
    }
    // Last: it leads to the rest.
    if (multipart) await bucket.delete(toMarkerKey(name))
  }
}

function isOver(): ServiceError {
  return new ServiceError('ConflictError', 'The object store takes no more bytes of this upload; was it closed?')
}

async function* readCover(bucket: Bucket, cover: readonly { key: string; from: number; to: number }[]) {
  for (const { key, from, to } of cover) yield* await bucket.get(key, { start: from, end: to - 1 })
}
