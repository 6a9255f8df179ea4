import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { CommandError } from '../errors/errors.ts'

export interface FetchOptions {
  /** Gives an address of the bytes. */
  readonly getLink: () => Promise<string>
  /** The address of the service: another one has other instances of the same ids. */
  readonly service: string
  readonly instanceId: number
  /** Without folders. */
  readonly fileName: string
  /** In bytes, where it is known. */
  readonly size: number | undefined
  readonly folder: string
  /** Whether a file that is there is replaced. */
  readonly replaces: boolean
  readonly signal: AbortSignal
  readonly onProgress: (doneBytes: number) => void
}

/**
 * Writes the bytes of a file into a folder and gives the path. They come into a part beside it, which a later call goes
 * on with: the bytes of an instance never change.
 */
export async function fetchFile(options: FetchOptions): Promise<string> {
  const { folder, signal, size } = options
  await mkdir(folder, { recursive: true })
  const path = join(folder, options.fileName)
  if (!options.replaces && (await exists(path))) throw alreadyThere(path)
  const part = join(folder, toPartName(options))
  const there = await stat(part).then(
    ({ size: bytes }) => (size === undefined || bytes > size ? 0 : bytes),
    () => 0,
  )
  if (there === 0 || there !== size) await fetchInto(part, there, options)
  const { size: written } = await stat(part)
  if (size !== undefined && written !== size) {
    if (written > size) await rm(part)
    throw new CommandError('unavailable', `${path}: ${written} of ${size} bytes came`, 'The same command goes on.')
  }
  signal.throwIfAborted()
  if (options.replaces) await rename(part, path)
  else await moveToNew(part, path)
  return path
}

/** The name of what has come so far of an instance of a service. */
export function toPartName({ service, instanceId }: Pick<FetchOptions, 'service' | 'instanceId'>): string {
  return `.rushes-${createHash('sha256').update(service).digest('hex').slice(0, 12)}-${instanceId}.part`
}

async function fetchInto(part: string, there: number, { getLink, signal, onProgress }: FetchOptions) {
  const headers: Record<string, string> = there > 0 ? { range: `bytes=${there}-` } : {}
  const response = await fetch(await getLink(), { headers, signal })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new CommandError('unavailable', `The service answered ${response.status} instead of the bytes`)
  }
  const isRest = response.status === 206
  const before = isRest ? there : 0
  const write = { flags: isRest ? 'a' : 'w', signal, onProgress: (done: number) => onProgress(before + done) }
  await writeBytes(Readable.fromWeb(response.body as ReadableStream), part, write)
}

/**
 * Writes bytes into a file as they come, and reports each piece. Errors of the disk name the file, so that they
 * can be told from those of the line.
 */
export async function writeBytes(
  bytes: Readable,
  path: string,
  { flags, signal, onProgress }: { flags: string; signal: AbortSignal; onProgress: (doneBytes: number) => void },
): Promise<void> {
  let done = 0
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      done += chunk.length
      onProgress(done)
      next(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags, flush: true })
  file.on('error', (error: NodeJS.ErrnoException) => {
    // A full disk is reported without the name of the file; what ends the bytes ends the file with the same error.
    if (error.syscall === 'write') Object.assign(error, { path })
  })
  await pipeline(bytes, counting, file, { signal })
}

/** A name without folders and without what would hide the file or steer a terminal. */
export function toSafeName(fileName: string): string {
  const base = fileName
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/\p{Cc}/gu, '_')
    .replace(/^\.+/, '')
  return base === '' ? 'unnamed' : base
}

/** That a file is there, which is not replaced unasked. */
export function alreadyThere(path: string): CommandError {
  return new CommandError('refused', `${path} is there already`, 'Replace it with --force, or choose another folder.')
}

/** Whether anything is there. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A link is created only where no file exists, even if others write there meanwhile; not every disk supports links. */
export async function moveToNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
    await rm(part)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyThere(path)
    await rename(part, path)
  }
}
