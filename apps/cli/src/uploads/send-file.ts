import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type Client, createClient, createClip, type UploadSource, uploadFile } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import { CommandError } from '../errors/errors.ts'
import type { FoundFile } from './find-files.ts'
import { createByteSender } from './send-bytes.ts'
import { type Destination, openNote, type UploadNote } from './state.ts'

/** Chunks on their way are held in memory; larger ones send nothing faster. */
const largestChunkBytes = 16_000_000

export interface SendOptions {
  readonly api: Client
  readonly env: NodeJS.ProcessEnv
  readonly to: Destination
  /** Chunks on their way at once. */
  readonly parallel: number
  readonly digests: boolean
  /** Starts over, even if an upload could be resumed. */
  readonly restarts: boolean
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
}

/** A file that has come. */
export interface SentFile {
  readonly mediaObjectId: number
  readonly fileName: string
  readonly path: string
  readonly size: number
  /** The workflow of the ingest. */
  readonly workflowId?: string
  /** Whether this went on with an upload that was broken off. */
  readonly resumed: boolean
}

/** Sends a file, going on with an upload of it that was broken off. */
export async function sendFile(file: FoundFile, options: SendOptions): Promise<SentFile> {
  const { api, env, to, signal, parallel, digests, onProgress } = options
  const note = openNote(env, to, file)
  const unfinished = options.restarts ? undefined : await findUnfinished(api, to.prId, note, signal)
  const mediaObjectId = unfinished?.id ?? (await announce(file, options, note))
  const { fileName, path, size } = file
  if (!unfinished?.isClosed) {
    await withSource(file, signal, (source, whileUnchanged) =>
      uploadFile(createClient({ ...api.options, fetch: createByteSender() }), {
        prId: to.prId,
        fileName,
        source,
        mediaObjectId,
        parallel,
        digests: digests && hash,
        largestChunkBytes,
        signal: whileUnchanged,
        onProgress,
      }),
    )
  }
  await note.remove()
  const { workflowId } = await api.media.getMediaObject({ prId: to.prId, id: mediaObjectId })
  return { mediaObjectId, fileName, path, size, ...(workflowId && { workflowId }), resumed: unfinished !== undefined }
}

/** WebCrypto copies what it hashes, which takes longer than the hashing. */
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The clip of an upload that was broken off, unless the service has cleared it away. */
async function findUnfinished(api: Client, prId: number, note: UploadNote, signal: AbortSignal) {
  const id = await note.read()
  if (id === undefined) return undefined
  try {
    const { closed } = await api.uploads.getUpload({ prId, id, signal })
    return { id, isClosed: closed }
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

async function announce({ fileName, size }: FoundFile, { api, to, signal }: SendOptions, note: UploadNote) {
  const place = to.collection === undefined ? {} : { attachToEoId: to.collection }
  const { mediaObjectId } = await createClip(api, to.prId, { name: fileName, fileName, size, ...place }, { signal })
  await note.write(mediaObjectId)
  return mediaObjectId
}

/** Gives the bytes of a file as they are sent; ends the upload when the file is changed meanwhile. */
async function withSource<T>(
  { path, size, modifiedMs }: FoundFile,
  signal: AbortSignal,
  use: (source: UploadSource, whileUnchanged: AbortSignal) => Promise<T>,
): Promise<T> {
  const changed = new AbortController()
  await using handle = await open(path, 'r')
  const free: Uint8Array<ArrayBuffer>[] = []
  const source: UploadSource = {
    size,
    async slice(start, end) {
      // Allocating memory for each chunk costs as much as reading.
      const memory = free.pop() ?? new Uint8Array(Math.min(largestChunkBytes, size))
      const bytes = memory.subarray(0, end - start)
      let filled = 0
      for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
        read = (await handle.read(bytes, filled, bytes.length - filled, start + filled)).bytesRead
      }
      const { mtimeMs } = await handle.stat()
      if (filled === bytes.length && mtimeMs === modifiedMs) return bytes
      changed.abort(new CommandError('refused', `${path} was changed while it was uploaded`, 'Upload it again.'))
      throw changed.signal.reason
    },
    release: bytes => free.push(new Uint8Array(bytes.buffer)),
  }
  try {
    return await use(source, AbortSignal.any([signal, changed.signal]))
  } catch (error) {
    throw changed.signal.aborted ? changed.signal.reason : error
  }
}
