/**
 * Test files that share a process. To load the service and to warm it up costs two to three seconds of the processor,
 * more than most files of tests do; so each process takes the next file of its lane that no other has taken, as long as
 * there is one.
 */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Lane } from '../lanes.ts'

/** How many files a process takes at most: what one of them leaves behind in memory does not go on for ever. */
export const maxFiles: Readonly<Record<Lane, number>> = { pure: 70, service: 30, pages: 12, processes: 1, alone: 1 }
const inGroup = JSON.stringify(new URL('in-group.ts', import.meta.url).href)

/** Those first that took longest in the last run here. */
export function toOrder(files: readonly string[], times: ReadonlyMap<string, number>): string[] {
  const seconds = new Map(files.map(file => [file, estimateSeconds(file, times)]))
  return files.toSorted((a, b) => seconds.get(b)! - seconds.get(a)!)
}

/** Without a time of its own a file takes the longer the more text it has. */
function estimateSeconds(file: string, times: ReadonlyMap<string, number>): number {
  return times.get(file) ?? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2000
}

/** Takes a file for the process that asks; false where another one has taken it. */
export function claimFile(folder: string, file: string): boolean {
  try {
    mkdirSync(join(folder, encodeURIComponent(file)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export interface GroupModule {
  /** Files to choose from, in the order in which they are tried. */
  readonly files: readonly string[]
  /** The folder in which processes take files. */
  readonly claims: string
  readonly most: number
  readonly patienceMs: number
}

/** Writes the module that a process of tests runs: each file that it takes as a suite, one after the other. */
export function writeGroup(path: string, { files, claims, most, patienceMs }: GroupModule): void {
  const urls = files.map(file => [file, pathToFileURL(resolve(file)).href])
  const lines = [
    `import { endWithin, reportTests, takeFiles } from ${inGroup}`,
    'reportTests()',
    `await takeFiles(${JSON.stringify(urls)}, ${JSON.stringify(claims)}, ${most})`,
    `endWithin(${patienceMs})`,
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
}

/** Seconds of each file in the last run in this folder. */
export function readTimes(path: string): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>))
  } catch {
    return new Map()
  }
}
