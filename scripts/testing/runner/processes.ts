/** Processes that a group of tests leaves behind, found by a variable that they inherit, whatever group they are in. */

import { readdirSync, readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** Set by the runner: which group of tests a process belongs to. */
export const groupVariable = 'RUSHES_TEST_GROUP'

export interface Survivor {
  readonly pid: number
  readonly command: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** Processes that still run. Where there is no /proc, none are found. */
export function listSurvivors(group: string): Survivor[] {
  return listPids().flatMap(pid => {
    const environment = read(`/proc/${pid}/environ`)
    if (!environment.split('\0').includes(`${groupVariable}=${group}`)) return []
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    // A process that has ended and is not waited for has no command line.
    return command === '' ? [] : [{ pid, command: command.slice(0, 200), startedAt: findStart(pid) }]
  })
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter(pid => Number.isInteger(pid) && pid !== process.pid)
  } catch {
    return []
  }
}

/** Linux counts from the start of the machine, in hundredths of a second. */
function findStart(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0)
  return Date.now() - uptime() * 1000 + ticks * 10
}

/** The text of a file, empty where there is none. */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
