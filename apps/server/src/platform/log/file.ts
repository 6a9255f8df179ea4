import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A log file in a folder: the newest records are in `rushes.log`, older ones in `rushes.log.1` and so on. */
export interface LogFile {
  /** The descriptor to write so many bytes to. The file is rotated before it would become too large. */
  take(bytes: number): number
}

const defaultMaxBytes = 16 * 1024 * 1024
const maxFiles = 10

/** Opens the log file, and creates its folder. Throws where the file cannot be written. */
export function openLogFile(folder: string, maxBytes = defaultMaxBytes): LogFile {
  const path = join(folder, 'rushes.log')
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let file = open(path)
  let size = fstatSync(file).size

  function rotate(): void {
    try {
      for (let age = maxFiles - 1; age > 0; age -= 1) rename(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
      const next = open(path)
      closeSync(file)
      file = next
      size = fstatSync(file).size
    } catch {
      // The records go on in the file that is open; the next ones try again.
    }
  }

  return {
    take(bytes) {
      if (size > 0 && size + bytes > maxBytes) rotate()
      size += bytes
      return file
    },
  }
}

/** Paths, names and addresses of requests are in it. */
const open = (path: string) => openSync(path, 'a', 0o600)

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
