import { createWriteStream } from 'node:fs'
import { access, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { CommandError } from './errors.ts'

export interface FetchOptions {
  /** Gives an address of the bytes. */
  readonly getLink: () => Promise<string>
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
  const { folder, instanceId, signal, size } = options
  await mkdir(folder, { recursive: true })
  const path = join(folder, options.fileName)
  if (!options.replaces && (await exists(path))) throw alreadyThere(path)
  const part = join(folder, `.rushes-${instanceId}.part`)
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

async function fetchInto(part: string, there: number, { getLink, signal, onProgress }: FetchOptions) {
  const headers: Record<string, string> = there > 0 ? { range: `bytes=${there}-` } : {}
  const response = await fetch(await getLink(), { headers, signal })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new CommandError('unavailable', `The service answered ${response.status} instead of the bytes`)
  }
  const isRest = response.status === 206
  let done = isRest ? there : 0
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      done += chunk.length
      onProgress(done)
      next(null, chunk)
    },
  })
  const file = createWriteStream(part, { flags: isRest ? 'a' : 'w', flush: true })
  await pipeline(Readable.fromWeb(response.body as ReadableStream), counting, file, { signal })
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

function alreadyThere(path: string): CommandError {
  return new CommandError('refused', `${path} is there already`, 'Replace it with --force, or choose another folder.')
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A link is made only where nothing is, whoever else writes there meanwhile; not every disk knows links. */
async function moveToNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
    await rm(part)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyThere(path)
    await rename(part, path)
  }
}
