/** Files whose bytes are counted and digested on their way, so that nothing is written or read unnoticed. */

import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notePassingBytes } from '../../../platform/flow/passing-bytes.ts'
import { BackupError } from '../saving/backup-error.ts'

/** What a file holds. */
export interface Content {
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
}

/** A stream that hands its bytes on, and tells afterwards what they were. */
export interface Meter {
  readonly stream: Transform
  readonly content: () => Content
}

/** A new meter; `onBytes` is called with the length of each piece. */
export function createMeter(onBytes: (count: number) => void = () => {}): Meter {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    highWaterMark: 1024 * 1024,
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      notePassingBytes(chunk.length)
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  let content: Content | undefined
  return { stream, content: () => (content ??= { size, sha256: hash.digest('hex') }) }
}

/** Writes a new file, its owner's alone, through a meter; on the disk when it resolves. */
export async function writeFileOf(
  path: string,
  source: Readable | Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  { through, signal, onBytes }: WritingOptions = {},
): Promise<Content> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const meter = createMeter(onBytes)
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 })
  const options = signal ? { signal } : {}
  if (through) await pipeline(source, through, meter.stream, target, options)
  else await pipeline(source, meter.stream, target, options)
  return meter.content()
}

interface WritingOptions {
  /** What changes the bytes on their way. */
  readonly through?: Transform
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: ((count: number) => void) | undefined
}

/** Makes a folder that is its owner's alone, and what is missing above it as any other: one call would close it all. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Makes what a folder lists durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Moves a file or folder into a folder that is made if need be; there for good when it resolves. */
export async function moveInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  await syncFolder(dirname(to))
}

/**
 * Opens a plain file below a folder. What is a link, or lies behind one, is no file of a backup: it would be read from
 * somewhere else. Throws `NotPlainFile` for those and the system's error for what cannot be opened.
 */
export async function openPlainFile(folder: string, path: string): Promise<FileHandle> {
  const full = join(folder, path)
  // Neither waits for a pipe nor follows a link in the last place.
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(error => {
    if (error.code === 'ELOOP') throw new NotPlainFile()
    throw error
  })
  try {
    const isPlain = (await file.stat()).isFile() && (await realpath(full)) === join(await realpath(folder), path)
    if (!isPlain) throw new NotPlainFile()
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A link, a pipe or another thing instead of a file. */
class NotPlainFile extends Error {
  override name = 'NotPlainFile'
}

/** The bytes of an open file, which is closed after them. */
export function readAll(file: FileHandle): Readable {
  return file.createReadStream({ highWaterMark: 1024 * 1024 })
}

/** Longer than any line that a backup has. */
const mostLineChars = 64 * 1024

/** The lines of a text; throws `BackupError` where one has no end. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if ([rest, ...lines].some(line => line.length > mostLineChars))
      throw new BackupError('A line of a list is too long')
    yield* lines
  }
  if (rest !== '') yield rest
}
