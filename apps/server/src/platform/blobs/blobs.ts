import type { Readable } from 'node:stream'

/**
 * Where the bytes of media are. Keys are made by the service (`<production>/<clip>/<instance>`), never from outside
 * names. What a store has on a disk is seen by nobody else: others ask for bytes, or for a local file while they use it.
 */
export interface BlobStore {
  /** Stores the file at `path`, in the staging folder, as the blob `key` and removes it; durable when it resolves. */
  adopt(path: string, key: string): Promise<void>
  /** Bytes from `start` up to and with `end`. Throws NotFoundError. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Throws NotFoundError. */
  getSize(key: string): Promise<number>
  /** Size and time of the last change, also of the name, in epoch milliseconds; undefined for a blob that is not there. */
  findFacts(key: string): Promise<{ size: number; changed: number } | undefined>
  delete(key: string): Promise<void>
  /** The keys of all blobs, some at a time. */
  listKeys(): AsyncIterable<readonly string[]>
  /** Calls `use` with a file that has the bytes, to be read only, which may be gone afterwards. Throws NotFoundError. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /**
   * Makes `path` a second name of the blob's file, which stays when the blob is deleted. False where the store cannot;
   * throws NotFoundError.
   */
  link(key: string, path: string): Promise<boolean>
  /**
   * An address that lets anyone who has it read the blob for some seconds, without the service; undefined where the
   * service sends the bytes. `headers` are answered with them.
   */
  toAddress(key: string, headers: DeliveryHeaders, seconds: number): Promise<URL | undefined>
  /** The origin of such addresses; undefined where there are none. */
  readonly addressOrigin: string | undefined
  /** The id of the service that the store belongs to; undefined for a store without a marker. */
  findMarker(): Promise<string | undefined>
  /** Marks the store as that of a service, unless it has a marker already. */
  writeMarker(serviceId: string): Promise<void>

  /** Prepares the place for the bytes of an upload, once in each store, before the first of them comes. */
  beginUpload(upload: StoredUpload): Promise<void>
  /** The place for the bytes of a chunk. Throws where the upload `hasBytes` and the store has none of them. */
  openUpload(upload: StoredUpload, chunk: StoredChunk): Promise<UploadFile>
  /** Whether there is anything of an upload, complete or not. */
  hasUpload(upload: StoredUpload): Promise<boolean>
  /** All bytes of an upload that was assembled; undefined where another close was faster. */
  readUpload(upload: StoredUpload): Promise<Readable | undefined>
  /** The first bytes of an upload, which are there without a gap; undefined where the store cannot read them yet. */
  readArrived(name: string, bytes: number): Promise<Readable | undefined>
  /**
   * Does beforehand what takes long of making a complete upload a blob; it may be done twice. Where an earlier
   * `UploadFile` `mayBeWritten` later by a process that stood still, what it writes is in none of what is read and made
   * from here on. Of chunks that were sent again and `refused`, nothing is in it, unless the store `writesOver` bytes.
   */
  assembleUpload(upload: StoredUpload, options: AssemblyOptions): Promise<void>
  /** Whether a chunk that is sent again goes over the bytes that came before as it is written. */
  readonly writesOver: boolean
  /** Makes a complete upload a blob, if it is none yet. */
  completeUpload(upload: StoredUpload): Promise<void>
  /**
   * Lets an upload that was assembled take bytes again, which become the blob `key`. False where those that came are
   * gone with that.
   */
  reopenUpload(upload: StoredUpload): Promise<boolean>
  /** Removes what there is of an upload that is not to be completed, or is a blob. */
  removeUpload(name: string): Promise<void>
  /**
   * Uploads of which something is in the store, by their names, with the time of the last change in epoch milliseconds;
   * none where all of it is in the staging folder.
   */
  listUploads(): AsyncIterable<{ name: string; changed: number }>
  /**
   * Ends what was begun to be stored before a time, in epoch milliseconds, and is neither complete nor of an upload, as
   * by processes that died amid it; gives how much that was. None where all of it is in the staging folder.
   */
  removeUnfinished(before: number): Promise<number>
}

/** Whether the service makes keys like this one; others may have put something else where its blobs are. */
export function isCreatedKey(key: string): boolean {
  return /^\d{1,18}\/\d{1,18}\/[a-z0-9][a-z0-9._-]*$/i.test(key)
}

/** How bytes are described to those who fetch them. */
export interface DeliveryHeaders {
  readonly contentType: string
  readonly contentDisposition: string
}

/** An upload as stores know it. */
export interface StoredUpload {
  /** What the store calls it until it is a blob. */
  readonly name: string
  /** The blob that it becomes. */
  readonly key: string
  /** Bytes that it has when it is complete; those that are known by now of one that grows. */
  readonly size: number
  /** Whether more bytes may come than `size` says, until the upload is assembled. */
  readonly isGrowing?: boolean
  /** Whether bytes of it were acknowledged: a store that has nothing of it has lost them. */
  readonly hasBytes?: boolean
}

/** What a close knows of the chunks of an upload. */
export interface AssemblyOptions {
  readonly mayBeWritten: boolean
  /** The numbers of those that were not recorded. */
  readonly refused?: readonly number[]
}

/** A chunk of an upload as stores know it. */
export interface StoredChunk {
  /** Of chunks with the same bytes, those of the largest number stay. */
  readonly number: number
  /** Whether some of its bytes came before, or another chunk may be writing them. */
  readonly isResent: boolean
  /** Ends what is on its way to the store. */
  readonly signal?: AbortSignal
}

/** The bytes of an upload that have come, at their places. */
export interface UploadFile {
  /** Writes bytes at `position`; they may be fewer than were given. */
  writev(buffers: readonly Buffer[], position: number): Promise<{ bytesWritten: number }>
  /** Reads bytes at `position`, of a store that writes over bytes; they may be fewer than there is room for. */
  read?(buffer: Buffer, position: number): Promise<{ bytesRead: number }>
  /** Resolves when all that was written is durable. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The store cannot be reached, or cannot answer now; the same call may succeed later. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'

  constructor(reason: string) {
    super(`The store of media cannot be used now: ${reason}`)
  }
}
