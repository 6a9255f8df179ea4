import { type MediaObject, type MediaObjectRequest, ServiceError, type UploadState } from '@rushes/contract'
import type { Client } from '../client.ts'
import { isFinal, pause, toPause } from '../transport/retry.ts'
import { createClip } from './clips.ts'

/** A file to send: a `Blob`, or anything of a known size that gives its bytes from `start` up to but without `end`. */
export interface UploadSource {
  readonly size: number
  slice(start: number, end: number): UploadBytes | Promise<UploadBytes>
  /** Takes back bytes that `slice` gave and that have been sent: their memory may hold the next. Not always called. */
  release?(bytes: Uint8Array<ArrayBuffer>): void
}
type UploadBytes = Blob | Uint8Array<ArrayBuffer>

/** What to upload, and where to. */
export interface UploadOptions {
  prId: number
  fileName: string
  source: UploadSource
  /** The clip's name; that of the file when it is left out. */
  name?: string
  /** Further members of the clip. */
  request?: Omit<MediaObjectRequest, 'name' | 'fileName' | 'size'>
  /** Goes on with the upload of this clip, begun earlier with the same file; sends what is missing. */
  mediaObjectId?: number
  /** Called with the number of bytes that the service has confirmed. */
  onProgress?: (sentBytes: number, totalBytes: number) => void
  /** Stops sending; what has been confirmed stays, and `mediaObjectId` can go on with it. */
  signal?: AbortSignal
  /** Chunks on their way at once; 4 when it is left out. */
  parallel?: number
  /**
   * Whether each chunk says its digest, so that the service refuses what was damaged on the way; true when left out. Or
   * what computes a SHA-256, where there is something quicker than WebCrypto.
   */
  digests?: boolean | ((bytes: Uint8Array) => Uint8Array)
  /** How large a chunk may grow, in bytes; 100 MB when it is left out. Less bounds the memory of those on their way. */
  largestChunkBytes?: number
  /**
   * After how long a chunk on its way is taken for lost, and is sent again; five minutes when it is left out. Each time
   * it is given twice as long, up to eight times: the line may only be slow.
   */
  chunkTimeoutMs?: number
}

type Range = [start: number, end: number]

/** "The reference client starts at 5 MB and aims at about 20 s per chunk"; "advised 1 MB to 100 MB". */
const firstChunkBytes = 5_000_000
const smallestChunkBytes = 1_000_000
const largestChunkBytes = 100_000_000
/** What lies between two such lines goes to an object store as it comes; smaller pieces are put together first. */
const lineBytes = 16 * 1024 * 1024
const aimedChunkMs = 20_000
/** A connection that has gone silently says nothing; by then a chunk is long overdue. */
const chunkTimeoutMs = 300_000
const mostPatience = 8
/** Failures in a row on one of the connections after which the upload is given up: an outage of some three minutes. */
const mostFailures = 12
const longestPauseMs = 30_000

/** Sends a file in chunks and closes the upload; gives the clip. A failed chunk is sent again after a pause. */
export async function uploadFile(api: Client, options: UploadOptions): Promise<MediaObject> {
  const { prId, signal } = options
  const id = options.mediaObjectId ?? (await announce(api, options))
  await new Sending(api, options, id).run()
  return close(api, { prId, id, ...(signal ? { signal } : {}) })
}

/** Where the answer is lost, asks whether the upload was closed before it is closed again. */
async function close(api: Client, clip: { prId: number; id: number; signal?: AbortSignal }): Promise<MediaObject> {
  for (let failures = 1; ; failures++) {
    try {
      if (failures > 1 && (await api.uploads.getUpload(clip)).closed) return await api.media.getMediaObject(clip)
      return await api.uploads.closeUpload({ ...clip, body: {} })
    } catch (error) {
      if (clip.signal?.aborted || isHopeless(error) || failures > mostFailures) throw error
    }
    await pause(toPause(failures, longestPauseMs), clip.signal)
  }
}

async function announce(api: Client, { prId, fileName, name, source, request, signal }: UploadOptions) {
  const body = { ...request, name: name ?? fileName, fileName, size: source.size }
  return (await createClip(api, prId, body, { signal })).mediaObjectId
}

/** The size that would have taken the aimed time; it at most doubles or halves, so that one odd chunk says little. */
export function adaptChunkBytes(
  chunkBytes: number,
  sentBytes: number,
  tookMs: number,
  mostBytes = largestChunkBytes,
): number {
  const aimed = (sentBytes / Math.max(tookMs, 1)) * aimedChunkMs
  const bounded = Math.min(Math.max(aimed, chunkBytes / 2), chunkBytes * 2)
  return Math.round(Math.min(Math.max(bounded, smallestChunkBytes), mostBytes))
}

/** Where a chunk of about this size ends: at a line that the service cuts at, where one is near. */
export function findCut([start, end]: Range, chunkBytes: number): number {
  const aimed = start + chunkBytes
  if (aimed >= end) return end
  const line = aimed - (aimed % lineBytes)
  return line - start >= chunkBytes / 2 ? line : aimed
}

/** One run of an upload: what is still to be sent, and how it goes. */
class Sending {
  readonly #api: Client
  readonly #options: UploadOptions
  readonly #id: number
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  #target = { uploadId: 0, token: '' }
  #waiting: Range[] = []
  #confirmedBytes = 0
  #chunkBytes: number

  constructor(api: Client, options: UploadOptions, id: number) {
    this.#api = api
    this.#options = options
    this.#id = id
    this.#chunkBytes = Math.min(firstChunkBytes, options.largestChunkBytes ?? firstChunkBytes)
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal
  }

  async run(): Promise<void> {
    await this.#open()
    const workers = Array.from({ length: this.#options.parallel ?? 4 }, () => this.#work())
    try {
      await Promise.all(workers)
    } catch (error) {
      // One that failed for good ends the others; the first error is the one that counts.
      this.#stop.abort(error)
      await Promise.allSettled(workers)
      throw error
    }
  }

  /** Asks where the bytes go and which are missing. */
  async #open(): Promise<void> {
    const state = await this.#getState()
    const { size } = this.#options.source
    this.#aim(state)
    if (state.size !== size) {
      throw new RangeError(`The file has ${size} bytes; the upload was begun with one of ${state.size}`)
    }
    this.#waiting = state.missing
    this.#confirm(size - countBytes(state.missing))
  }

  #aim({ uploadId, location }: UploadState): void {
    const token = location === undefined ? null : new URL(location).searchParams.get('access_token')
    this.#target = { uploadId: Number(uploadId), token: token ?? '' }
  }

  #getState() {
    return this.#api.uploads.getUpload({ prId: this.#options.prId, id: this.#id, signal: this.#signal })
  }

  async #work(): Promise<void> {
    let failures = 0
    for (let chunk = this.#take(); chunk; chunk = this.#take()) {
      this.#signal.throwIfAborted()
      const { token } = this.#target
      try {
        await this.#send(chunk, failures)
        failures = 0
      } catch (error) {
        failures += 1
        if (isClosedAddress(error)) await this.#renew(chunk, error, token)
        else await this.#recover(chunk, error, failures)
      }
    }
  }

  /** The next chunk, cut off the front of what is waiting. */
  #take(): Range | undefined {
    const range = this.#waiting.shift()
    if (!range) return undefined
    const [start, end] = range
    const cut = findCut([start, end], this.#chunkBytes)
    if (cut < end) this.#waiting.unshift([cut, end])
    return [start, cut]
  }

  async #send([start, end]: Range, failures: number): Promise<void> {
    const { source, largestChunkBytes: mostBytes, chunkTimeoutMs: patienceMs = chunkTimeoutMs } = this.#options
    const timeoutMs = patienceMs * Math.min(2 ** failures, mostPatience)
    const body = await source.slice(start, end)
    const begun = performance.now()
    await this.#api.uploads.uploadChunk({
      uploadId: this.#target.uploadId,
      query: { position: start, access_token: this.#target.token },
      body,
      headers: await this.#toDigest(body),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
    })
    const tookMs = performance.now() - begun
    // Only here: of a chunk that failed something may still be on its way.
    if (body instanceof Uint8Array) source.release?.(body)
    this.#chunkBytes = adaptChunkBytes(this.#chunkBytes, end - start, tookMs, mostBytes)
    this.#confirm(end - start)
  }

  /** RFC 9530; browsers compute digests on secure pages only. */
  async #toDigest(body: UploadBytes): Promise<Record<string, string>> {
    const { digests = true } = this.#options
    if (digests === false || (digests === true && !globalThis.crypto?.subtle)) return {}
    const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body
    const digest = digests === true ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : digests(bytes)
    return { 'content-digest': `sha-256=:${btoa(String.fromCharCode(...digest))}:` }
  }

  /** A location ends with the session it was made in. Puts a chunk back for the location of the session of now. */
  async #renew(chunk: Range, error: unknown, usedToken: string): Promise<void> {
    this.#aim(await this.#getState())
    if (this.#target.token === usedToken) throw error
    this.#waiting.unshift(chunk)
  }

  /** After a pause, puts back what of a failed chunk is still missing: the part that came before the failure counts. */
  async #recover([start, end]: Range, error: unknown, failures: number): Promise<void> {
    if (this.#signal.aborted || isHopeless(error) || failures > mostFailures) throw error
    this.#chunkBytes = Math.max(smallestChunkBytes, Math.round(this.#chunkBytes / 2))
    await pause(toPause(failures, longestPauseMs), this.#signal)
    const left = await this.#getState().then(
      state => cutOut(state.missing, [start, end]),
      stateError => {
        if (isHopeless(stateError)) throw stateError
        return [[start, end] satisfies Range]
      },
    )
    this.#confirm(end - start - countBytes(left))
    this.#waiting.unshift(...left)
  }

  #confirm(bytes: number): void {
    this.#confirmedBytes += bytes
    this.#options.onProgress?.(this.#confirmedBytes, this.#options.source.size)
  }
}

/** Whether sending it again would be of no use: the service has refused for good, or its disk is full. */
function isHopeless(error: unknown): boolean {
  if (!(error instanceof ServiceError) || isDamage(error)) return false
  return isFinal(error) || error.status === 507
}

/** Whether a location takes no bytes, because the session it was made in has ended. */
function isClosedAddress(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 401 || error.status === 403)
}

/** A chunk whose bytes are not those of its digest; sent again, they may be. */
function isDamage({ type, data }: ServiceError): boolean {
  return type === 'ValidationError' && Array.isArray(data) && data[0]?.path === 'Content-Digest'
}

function countBytes(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0)
}

/** The parts of sorted ranges that lie within one. */
function cutOut(ranges: readonly Range[], [from, to]: Range): Range[] {
  return ranges
    .map(([start, end]): Range => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => start < end)
}
