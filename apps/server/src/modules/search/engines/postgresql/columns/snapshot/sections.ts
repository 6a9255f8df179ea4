/**
 * The file of a snapshot: values one behind the other, each with its length and a checksum. A file that is cut off or
 * damaged anywhere does not read as a whole one.
 */

import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Gives the sections in the order in which they were written. */
export type NextSection = <T>() => Promise<T>

const headBytes = 8
/** What is written for each section at once. */
const maxSectionBytes = 2 ** 31 - 1

class DamagedSnapshotError extends Error {}

/** Replaces a file once the new one is completely written. */
export async function writeSections(path: string, sections: Iterable<unknown>): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      for (const section of sections) await writeSection(file, serialize(section))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeSection(file: FileHandle, bytes: Buffer): Promise<void> {
  if (bytes.length > maxSectionBytes) throw new Error(`a section of a snapshot has ${bytes.length} bytes`)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(bytes.length, 0)
  head.writeUInt32LE(crc32(bytes), 4)
  await writeWhole(file, head)
  await writeWhole(file, bytes)
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}

/** Reads the sections of a file one after the other; undefined where there is no such file. */
export async function openSections(
  path: string,
): Promise<{ readonly next: NextSection; close(): Promise<void> } | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  const { size } = await file.stat()
  const readWhole = async (length: number) => {
    if (length > size) throw new DamagedSnapshotError('a section is longer than the file')
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(bytes, done, length - done)
      if (bytesRead === 0) throw new DamagedSnapshotError('the file is cut off')
      done += bytesRead
    }
    return bytes
  }
  return {
    async next<T>() {
      const head = await readWhole(headBytes)
      const bytes = await readWhole(head.readUInt32LE(0))
      if (crc32(bytes) !== head.readUInt32LE(4)) throw new DamagedSnapshotError('a section is damaged')
      return deserialize(bytes) as T
    },
    close: () => file.close(),
  }
}
