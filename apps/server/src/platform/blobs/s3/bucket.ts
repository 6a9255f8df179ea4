import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StoreUnavailableError } from '../blobs.ts'
import { type BucketAddress, createS3Client, S3Error, type S3Request } from './client.ts'
import { measure, type RequestBody } from './exchange.ts'
import { readElements, readTag } from './xml.ts'

/** An object as listings show it; `changed` in epoch milliseconds. */
export interface ListedObject {
  readonly key: string
  readonly size: number
  readonly changed: number
}

/** A part of a multipart upload: what the store calls its bytes, which changes with them. */
export interface Part {
  readonly etag: string
  readonly size: number
}

/** A multipart upload that is not complete; `begun` in epoch milliseconds. */
export interface OpenMultipart {
  readonly key: string
  readonly id: string
  readonly begun: number
}

/** The bytes `[start, end)` of an object. */
export interface ObjectRange {
  readonly key: string
  readonly start: number
  readonly end: number
}

/** The calls of S3 that the service uses; keys are those below the prefix. */
export interface Bucket {
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  head(key: string): Promise<{ size: number; changed: number } | undefined>
  put(key: string, body: RequestBody, signal?: AbortSignal): Promise<void>
  delete(key: string): Promise<void>
  /** Objects whose keys begin with `folder/`, sorted, a page at a time. */
  list(folder: string): AsyncIterable<ListedObject[]>
  createMultipart(key: string): Promise<string>
  putPart(key: string, uploadId: string, number: number, body: RequestBody, signal?: AbortSignal): Promise<Part>
  /** Makes a part of the bytes `[start, end)` of an object. */
  copyPart(key: string, uploadId: string, number: number, source: ObjectRange): Promise<Part>
  /** By their numbers. */
  listParts(key: string, uploadId: string): Promise<Map<number, Part>>
  completeMultipart(key: string, uploadId: string, parts: ReadonlyMap<number, Part>): Promise<void>
  abortMultipart(key: string, uploadId: string): Promise<void>
  /** Those of objects whose keys would begin with `folder/`, a page at a time; some stores list none. */
  listMultiparts(folder: string): AsyncIterable<OpenMultipart[]>
  /** Of the addresses that `sign` makes. */
  readonly origin: string
  sign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<URL>
}

export function openBucket(address: BucketAddress): Bucket {
  const { send, sign, origin } = createS3Client(address)
  const prefix = address.prefix === '' ? '' : `${address.prefix}/`
  const ask = async (request: S3Request) => text(await send(request))

  /** The pages of a listing; `marks` are what a page says of the next one, by how it is asked for. */
  async function* readPages(request: S3Request, marks: Readonly<Record<string, string>>) {
    for (let next: Record<string, string> = {}, isMore = true; isMore; ) {
      const page = await ask({ ...request, query: { ...request.query, ...next } })
      yield page
      const found = Object.entries(marks).map(([asked, answered]) => [asked, readTag(page, answered)])
      isMore = readTag(page, 'IsTruncated') === 'true' && found.every(([, mark]) => mark !== undefined)
      next = Object.fromEntries(found)
    }
  }
  const readKey = (element: string) =>
    decodeURIComponent((readTag(element, 'Key') ?? '').replaceAll('+', ' ')).slice(prefix.length)

  return {
    async get(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const answer = await send({ method: 'GET', key, ...(headers && { headers }) })
      return Readable.from(readBody(answer), { objectMode: false })
    },
    async head(key) {
      try {
        const answer = await send({ method: 'HEAD', key })
        answer.resume()
        const { 'content-length': size, 'last-modified': changed = '' } = answer.headers
        return { size: Number(size), changed: Date.parse(changed) }
      } catch (error) {
        if (isStatus(error, 404)) return undefined
        throw error
      }
    },
    async put(key, body, signal) {
      await ask({ method: 'PUT', key, body, signal })
    },
    async delete(key) {
      await ask({ method: 'DELETE', key }).catch(error => {
        // Some stores miss an object that somebody else deletes at the same time.
        if (!(error instanceof S3Error && error.code === 'NoSuchKey')) throw error
      })
    },
    async *list(folder) {
      const query = { 'list-type': '2', 'encoding-type': 'url', prefix: `${prefix}${folder}/` }
      const pages = readPages({ method: 'GET', query }, { 'continuation-token': 'NextContinuationToken' })
      for await (const page of pages) {
        yield readElements(page, 'Contents').map(element => ({
          key: readKey(element),
          size: Number(readTag(element, 'Size')),
          changed: Date.parse(readTag(element, 'LastModified') ?? ''),
        }))
      }
    },
    async createMultipart(key) {
      const uploadId = readTag(await ask({ method: 'POST', key, query: { uploads: '' } }), 'UploadId')
      if (uploadId === undefined) throw new Error('the store did not name the multipart upload')
      return uploadId
    },
    async putPart(key, uploadId, number, body, signal) {
      const query = { partNumber: String(number), uploadId }
      const answer = await send({ method: 'PUT', key, query, body, signal })
      await text(answer)
      return { etag: answer.headers.etag ?? '', size: measure(body) }
    },
    async copyPart(key, uploadId, number, { key: from, start, end }) {
      const query = { partNumber: String(number), uploadId }
      const source = `${address.bucket}/${prefix}${from}`
      const headers = {
        'x-amz-copy-source': source.split('/').map(encodeURIComponent).join('/'),
        'x-amz-copy-source-range': `bytes=${start}-${end - 1}`,
      }
      const answer = await ask({ method: 'PUT', key, query, headers })
      throwIfFailed(answer, 'not copied')
      return { etag: readTag(answer, 'ETag') ?? '', size: end - start }
    },
    async listParts(key, uploadId) {
      const parts = new Map<number, Part>()
      const marks = { 'part-number-marker': 'NextPartNumberMarker' }
      const pages = readPages({ method: 'GET', key, query: { uploadId } }, marks)
      for await (const page of pages) {
        for (const element of readElements(page, 'Part')) {
          const part = { etag: readTag(element, 'ETag') ?? '', size: Number(readTag(element, 'Size')) }
          parts.set(Number(readTag(element, 'PartNumber')), part)
        }
      }
      return parts
    },
    async completeMultipart(key, uploadId, parts) {
      const elements = [...parts]
        .sort(([a], [b]) => a - b)
        .map(([number, { etag }]) => `<Part><PartNumber>${number}</PartNumber><ETag>${toXml(etag)}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${elements.join('')}</CompleteMultipartUpload>`
      throwIfFailed(await ask({ method: 'POST', key, query: { uploadId }, body }), 'not completed')
    },
    async abortMultipart(key, uploadId) {
      await ask({ method: 'DELETE', key, query: { uploadId } }).catch(error => {
        if (!isStatus(error, 404)) throw error
      })
    },
    async *listMultiparts(folder) {
      const query = { uploads: '', 'encoding-type': 'url', prefix: `${prefix}${folder}/` }
      const marks = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' }
      for await (const page of readPages({ method: 'GET', query }, marks)) {
        yield readElements(page, 'Upload').map(element => ({
          key: readKey(element),
          id: readTag(element, 'UploadId') ?? '',
          begun: Date.parse(readTag(element, 'Initiated') ?? ''),
        }))
      }
    },
    sign,
    origin,
  }
}

/** The bytes of an answer; one that breaks off is a store that cannot be used. */
async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new StoreUnavailableError(`an object was cut off: ${(error as Error).message}`)
  }
}

/** Some calls may fail after the store has begun to answer. */
function throwIfFailed(answer: string, message: string): void {
  if (!answer.includes('<Error>')) return
  throw new S3Error(200, readTag(answer, 'Code') ?? 'unknown', readTag(answer, 'Message') ?? message)
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Whether the store refused with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3Error && error.status === status
}
