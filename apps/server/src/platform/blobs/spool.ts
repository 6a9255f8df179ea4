import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes that are held in memory before a file is made. */
const mostHeldBytes = 1024 * 1024

/**
 * Pieces of bytes that are too many for the memory, kept in the order in which they came and read as often as one
 * likes. What is small never touches the disk; a file has no name from its first moment, so that nothing of it is left
 * when it is closed or the process dies.
 */
export class Spool {
  readonly #folder: string
  readonly #lengths: number[] = []
  #held: Buffer[] = []
  #size = 0
  #file: FileHandle | undefined

  /** `folder` is where a file would be made. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Bytes in all pieces. */
  get size(): number {
    return this.#size
  }

  async append(piece: Buffer): Promise<void> {
    if (!this.#file && this.#size + piece.length > mostHeldBytes) {
      this.#file = await openNameless(this.#folder)
      await write(this.#file, Buffer.concat(this.#held), 0)
      this.#held = []
    }
    if (this.#file) await write(this.#file, piece, this.#size)
    else this.#held.push(piece)
    this.#lengths.push(piece.length)
    this.#size += piece.length
  }

  /** The pieces as they were appended. */
  async *read(): AsyncGenerator<Buffer> {
    let at = 0
    for (const [index, length] of this.#lengths.entries()) {
      yield this.#file ? await read(this.#file, length, at) : this.#held[index]!
      at += length
    }
  }

  /** Gives up the bytes; they cannot be read any more. */
  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#held = []
    this.#lengths.length = 0
    await file?.close()
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `spool-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function write(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  }
}

async function read(file: FileHandle, length: number, at: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('a spooled piece is shorter than it was')
    done += bytesRead
  }
  return bytes
}
