/** Where the service of a data folder listens, for programs on the same machine that know only the folder. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcessMark } from '../../database/opening/running-process.ts'

interface RunningAddress {
  readonly url: string
  readonly pid: number
  readonly mark: string | undefined
}

/** Notes the address of this process in the data folder; the result removes it again. */
export function noteAddress(dataDir: string, url: string): () => void {
  const noted: RunningAddress = { url, pid: process.pid, mark: findProcessMark(process.pid) }
  writeFileSync(toPath(dataDir), JSON.stringify(noted), { mode: 0o600 })
  return () => {
    if (read(dataDir)?.pid === process.pid) rmSync(toPath(dataDir), { force: true })
  }
}

/** The address of a service that runs on this data folder; undefined where none does. */
export function findRunningAddress(dataDir: string): string | undefined {
  const noted = read(dataDir)
  return noted && findProcessMark(noted.pid) === noted.mark ? noted.url : undefined
}

function read(dataDir: string): RunningAddress | undefined {
  try {
    return JSON.parse(readFileSync(toPath(dataDir), 'utf8')) as RunningAddress
  } catch {
    return undefined
  }
}

function toPath(dataDir: string): string {
  return join(dataDir, 'running.json')
}
