import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@rushes/contract'
import {
  type AssemblyOptions,
  type BlobStore,
  type StoredChunk,
  type StoredUpload,
  StoreUnavailableError,
} from '../blobs.ts'
import { type Bucket, isStatus, type OpenMultipart, type Part } from './bucket.ts'
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
  | 'writesOver'
  | 'completeUpload'
  | 'reopenUpload'
  | 'removeUpload'
  | 'listUploads'
  | 'removeUnfinished'
>

/** Uploads are under this folder until they are blobs. */
const uploadsFolder = 'uploads'
const assembledAtOnce = 4
const completionAttempts = 5

/**
 * Uploads to an object store: a piece that is a whole part of the grid goes straight into the multipart upload; smaller
 * ones are objects of their own, and the process that stores the last one of a part makes the part of them. A part that
 * was made cannot be read or changed, and what is sent again may differ: so pieces of chunks that are sent again stay
 * objects, with the number of their chunk, until the close puts them over what was there. Every step may be done twice,
 * also by two processes at once, and what one leaves undone the close does: what is there is read from the store, not
 * remembered.
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

  /** Of the pieces of a part, those that are the first with their bytes. */
  function toFragmentFolder(name: string, { round }: Multipart, part: number): string {
    return `${toFolder(name)}/${round}/${part}`
  }

  /** Of the pieces that were sent again. */
  function toResentFolder(name: string, { round }: Multipart): string {
    return `${toFolder(name)}/${round}/again`
  }

  async function listFragments(folder: string): Promise<Fragment[]> {
    const fragments: Fragment[] = []
    for await (const page of bucket.list(folder)) {
      for (const { key } of page) {
        // Nodes of the release before named no chunk.
        const [, start, end, number = 0] = /\/(\d+)-(\d+)(?:-(\d+))?$/.exec(key) ?? []
        if (start === undefined) continue
        fragments.push({ key, start: Number(start), end: Number(end), number: Number(number) })
      }
    }
    return fragments
  }

  /** The earlier ones first: those that a crash leaves are put over the rest once more, and must be what came last. */
  async function deleteAll(fragments: readonly Fragment[]): Promise<void> {
    for (const { key } of fragments.toSorted((a, b) => a.number - b.number)) await bucket.delete(key)
  }

  /** Makes a part of these fragments; undefined where bytes of it are missing. */
  async function putFragments(
    { key, id }: Pick<Multipart, 'key' | 'id'>,
    part: number,
    fragments: readonly Fragment[],
    range: { start: number; end: number },
  ): Promise<Part | undefined> {
    const cover = findCover(fragments, range)
    if (!cover) return undefined
    const path = join(stagingDir, `part-${randomUUID()}`)
    try {
      await pipeline(Readable.from(readCover(bucket, cover), { objectMode: false }), createWriteStream(path))
      return await bucket.putPart(key, id, part, { path, start: 0, end: range.end - range.start })
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Makes a part of its fragments, which then go, where all are there. */
  async function assemblePart(upload: StoredUpload, multipart: Multipart, part: number): Promise<void> {
    const fragments = await listFragments(toFragmentFolder(upload.name, multipart, part))
    if (await putFragments(multipart, part, fragments, toPartRange(part, upload))) await deleteAll(fragments)
  }

  async function putPiece(
    upload: StoredUpload,
    multipart: Multipart,
    { number, isResent, signal }: StoredChunk,
    { part, start, end, bytes }: Piece,
  ): Promise<void> {
    const name = `${start}-${end}-${number}`
    if (isResent) return bucket.put(`${toResentFolder(upload.name, multipart)}/${part}/${name}`, bytes, signal)
    const range = toPartRange(part, upload)
    if (start === range.start && end === range.end) {
      await bucket.putPart(multipart.key, multipart.id, part, bytes, signal).catch(async error => {
        // What came later than its lease may find the upload closed.
        throw (await isGone(multipart, error)) ? isOver() : error
      })
      return
    }
    await bucket.put(`${toFragmentFolder(upload.name, multipart, part)}/${name}`, bytes, signal)
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

  /**
   * Completes a multipart upload whose parts are all there, or can be made of fragments. It names the parts by their
   * tags: one that a process puts late, which stood still, fails the completion. Gives whether what was sent again is in
   * it, and no more than that; false where parts are missing.
   */
  async function complete(
    upload: StoredUpload,
    multipart: Multipart,
    resent: readonly Fragment[],
  ): Promise<false | 'all' | 'first'> {
    const found = await bucket.listParts(multipart.key, multipart.id)
    let has: 'all' | 'first' = 'all'
    const parts = new Map<number, Part>()
    await forEachPart(upload, async (number, range) => {
      const again = listWithin(resent, range)
      const there = found.get(number)
      const isWhole = there?.size === range.end - range.start
      if (isWhole && again.length === 0) return void parts.set(number, there)
      const first = isWhole ? [] : await listFragments(toFragmentFolder(upload.name, multipart, number))
      const made = await putFragments(multipart, number, [...first, ...again], range)
      if (made) return void parts.set(number, made)
      // The last part of an upload that grew may have been made with bytes of a chunk that was refused later.
      if (!isWhole && !isLonger(upload, range.end - range.start, there?.size)) return
      has = 'first'
      parts.set(number, there!)
    })
    if (parts.size < countParts(upload)) return false
    await bucket.completeMultipart(multipart.key, multipart.id, parts)
    return has
  }

  /** Makes an object once more, of its first bytes with what was sent again over them. */
  async function replaceBytes({ size, ...upload }: StoredUpload, resent: readonly Fragment[]): Promise<void> {
    const key = toKey(upload.key)
    const whole = { key, start: 0, end: size, number: -1 }
    const id = await bucket.createMultipart(key)
    try {
      const parts = new Map<number, Part>()
      await forEachPart({ ...upload, size }, async (number, range) => {
        const again = listWithin(resent, range)
        const part =
          again.length === 0
            ? await bucket.copyPart(key, id, number, { key, ...range })
            : await putFragments({ key, id }, number, [whole, ...again], range)
        parts.set(number, part!)
      })
      await bucket.completeMultipart(key, id, parts)
    } catch (error) {
      await bucket.abortMultipart(key, id).catch(() => {})
      throw error
    }
  }

  /** Whether the object is there with all its bytes. */
  async function isAssembled({ key, size }: StoredUpload): Promise<boolean> {
    return (await bucket.head(toKey(key)))?.size === size
  }

  async function assemble(upload: StoredUpload, { refused = [] }: AssemblyOptions): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      // Before the object: a process that has made it takes the marker away afterwards.
      const multipart = await findMultipart(upload.name)
      const sent = multipart ? await listFragments(toResentFolder(upload.name, multipart)) : []
      const resent = sent.filter(({ number }) => !refused.includes(number))
      try {
        let has: false | 'all' | 'first' = 'first'
        const size = (await bucket.head(toKey(upload.key)))?.size
        if (size !== upload.size && !isLonger(upload, upload.size, size)) {
          if (upload.size === 0) return await bucket.put(toKey(upload.key), new Uint8Array())
          if (multipart?.key !== toKey(upload.key))
            throw new Error(`the store has nothing of the upload ${upload.name}`)
          has = await complete(upload, multipart, resent)
        }
        if (has === 'first' && (resent.length > 0 || !(await isAssembled(upload)))) await replaceBytes(upload, resent)
        if (has !== false) return await deleteAll(sent)
      } catch (error) {
        // Another process has assembled the same meanwhile, or a part of it. Not every store refuses what is done already:
        // one that fails may have done it all the same.
        const isRefused = error instanceof S3Error
        const mayBeDone =
          isRefused || (error instanceof StoreUnavailableError && (await isAssembled(upload).catch(() => false)))
        if (!mayBeDone || attempt >= completionAttempts) throw error
      }
      if (attempt >= completionAttempts) throw new Error(`parts of the upload ${upload.name} are missing in the store`)
    }
  }

  return {
    beginUpload: begin,
    async openUpload(upload, chunk) {
      const multipart = await findMultipart(upload.name)
      if (!multipart) throw isOver()
      // The last part of what grows is complete only once it is known where that ends.
      const open = upload.isGrowing ? { ...upload, size: Number.POSITIVE_INFINITY } : upload
      return cutIntoPieces(open, stagingDir, piece => putPiece(open, multipart, chunk, piece))
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
    writesOver: false,
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
    async removeUnfinished(before) {
      const open: OpenMultipart[] = []
      for await (const page of bucket.listMultiparts(toKey('').slice(0, -1))) {
        open.push(...page.filter(({ begun }) => begun < before))
      }
      if (open.length === 0) return 0
      const known = new Set<string>()
      for await (const { name } of listUploads()) known.add((await findMultipart(name))?.id ?? '')
      const lost = open.filter(({ id }) => !known.has(id))
      for (const { key, id } of lost) await bucket.abortMultipart(key, id)
      return lost.length
    },
    listUploads,
  }

  async function* listUploads() {
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

/** Whether what there is of an upload that grew has more bytes than were recorded. */
function isLonger({ isGrowing }: StoredUpload, wanted: number, size = 0): boolean {
  return isGrowing === true && size > wanted
}

/** Those that have bytes of a range. */
function listWithin(fragments: readonly Fragment[], { start, end }: { start: number; end: number }): Fragment[] {
  return fragments.filter(fragment => fragment.start < end && fragment.end > start)
}

/** Calls `handle` for each part of an upload, some at a time. */
async function forEachPart(
  upload: StoredUpload,
  handle: (number: number, range: { start: number; end: number }) => Promise<void>,
): Promise<void> {
  const count = countParts(upload)
  for (let first = 1; first <= count; first += assembledAtOnce) {
    const some = Array.from({ length: Math.min(assembledAtOnce, count - first + 1) }, (_, index) => first + index)
    await Promise.all(some.map(number => handle(number, toPartRange(number, upload))))
  }
}

async function* readCover(bucket: Bucket, cover: readonly { key: string; from: number; to: number }[]) {
  for (const { key, from, to } of cover) yield* await bucket.get(key, { start: from, end: to - 1 })
}
