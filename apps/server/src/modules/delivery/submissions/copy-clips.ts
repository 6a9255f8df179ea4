/** Copies files into a folder so that each is there whole or not at all. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file to be copied. */
export interface CopyableFile {
  /** Without folders; unique in its folder. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  read(): Promise<Readable>
}

/** A file that was copied. */
export interface CopiedFile {
  readonly name: string
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
}

/**
 * Copies the files into `folder`, one after the other; `attempt` names what is not whole yet, so that an earlier copy of
 * the same work is written over and never added to. Throws when a file turns out shorter or longer than it should be.
 */
export async function copyFiles(
  files: readonly CopyableFile[],
  folder: string,
  attempt: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<CopiedFile[]> {
  await mkdir(folder, { recursive: true })
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const copied: CopiedFile[] = []
  let done = 0
  for (const file of files) {
    const sha256 = await copyFile(file, join(folder, file.name), join(folder, `.${attempt}.part`), signal, bytes => {
      done += bytes
      onProgress(total === 0 ? 1 : done / total)
    })
    copied.push({ name: file.name, size: file.size, sha256 })
  }
  await syncPath(folder)
  return copied
}

async function copyFile(
  file: CopyableFile,
  target: string,
  partial: string,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<string> {
  const digest = createHash('sha256')
  try {
    await pipeline(
      await file.read(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          onBytes(chunk.length)
          yield chunk
        }
      },
      createWriteStream(partial, { flush: true }),
      { signal },
    )
    const { size } = await stat(partial)
    if (size !== file.size) throw new Error(`${file.name} has ${size} bytes instead of ${file.size}`)
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
  return digest.digest('hex')
}

async function syncPath(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
