/** The processes of a service, found in /proc by the data folder that they were given. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface FoundProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Every living process that was started for this data folder, or works in it. */
export function listProcesses(dataDir: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => findProcess(Number(name), dataDir) ?? [])
}

function findProcess(pid: number, dataDir: string): FoundProcess | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat === '' || state === 'Z') return undefined
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const isOurs =
    read(`/proc/${pid}/environ`).split('\0').includes(`RUSHES_DATA=${dataDir}`) ||
    command.includes(dataDir) ||
    readLink(`/proc/${pid}/cwd`).startsWith(dataDir)
  return isOurs ? { pid, parent: Number(parent), command } : undefined
}

/** Whether a process descends from another one. */
export function descendsFrom(processes: readonly FoundProcess[], pid: number, ancestor: number): boolean {
  for (let at = processes.find(found => found.pid === pid); at; at = processes.find(({ pid }) => pid === at?.parent)) {
    if (at.pid === ancestor) return true
  }
  return false
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
