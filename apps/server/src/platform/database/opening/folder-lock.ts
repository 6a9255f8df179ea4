import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcessMark } from './running-process.ts'
import { StartError } from './start-error.ts'

/*
 * Lock files carry a growing number: `lock.7` is over once its process is, and taking over means being the one who
 * creates `lock.8`. An older file is removed only when a newer one exists, so a late process with a number that
 * was used before sees the newer one and steps back. No moment exists in which two processes may both believe.
 */
const lockName = /^lock\.(\d+)$/

/** A folder held by this process until `release`, or until its death. */
export interface FolderLock {
  release(): void
}

/** Whether a process that lives holds `folder`. */
export function isFolderHeld(folder: string): boolean {
  const last = findLastNumber(folder)
  return last > 0 && findHolder(join(folder, `lock.${last}`)) !== undefined
}

/** Takes `folder` for this process, or throws a `StartError` that names the process which has it. */
export function lockFolder(folder: string, dataDir: string): FolderLock {
  const draft = join(folder, `lock.draft-${process.pid}`)
  writeFileSync(draft, `${process.pid}\n${findProcessMark(process.pid)}\n`)
  try {
    for (;;) {
      const last = findLastNumber(folder)
      const holder = last === 0 ? undefined : findHolder(join(folder, `lock.${last}`))
      if (holder !== undefined) {
        throw new StartError(
          `The data folder ${dataDir} is in use by process ${holder}: stop that first, or set RUSHES_DATA to another folder`,
        )
      }
      const own = last + 1
      if (!createWhole(draft, join(folder, `lock.${own}`))) continue
      if (findLastNumber(folder) > own) {
        rmSync(join(folder, `lock.${own}`), { force: true })
        continue
      }
      removeOlder(folder, own)
      return { release: () => writeFileSync(join(folder, `lock.${own}`), '') }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A link appears with its whole content or not at all. */
function createWhole(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The process of a lock file, when it still lives and is not another one under the same id. */
function findHolder(path: string): number | undefined {
  const [pid, mark] = readIfThere(path).split('\n')
  if (!pid) return undefined
  return findProcessMark(Number(pid)) === mark ? Number(pid) : undefined
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function listNumbers(folder: string): number[] {
  return readdirSync(folder).flatMap(name => {
    const number = lockName.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
}

function findLastNumber(folder: string): number {
  return Math.max(0, ...listNumbers(folder))
}

function removeOlder(folder: string, own: number): void {
  for (const number of listNumbers(folder)) {
    if (number < own) rmSync(join(folder, `lock.${number}`), { force: true })
  }
}
