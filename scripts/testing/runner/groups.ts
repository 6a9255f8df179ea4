/**
 * Test files that share a process. To load the service and to warm it up costs two to three seconds of the processor,
 * more than most files of tests do.
 */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Lane } from '../lanes.ts'

/** How many files of a lane share a process. */
const maxFiles: Readonly<Record<Lane, number>> = { pure: 40, service: 16, pages: 3, alone: 1 }
const inGroup = JSON.stringify(new URL('in-group.ts', import.meta.url).href)

/** The groups of a lane, those first that took longest in the last run here. Neighbours stay together. */
export function toGroups(files: readonly string[], lane: Lane, times: ReadonlyMap<string, number>): string[][] {
  const count = Math.ceil(files.length / maxFiles[lane])
  const size = Math.ceil(files.length / count)
  const sorted = files.toSorted()
  const groups = Array.from({ length: count }, (_, index) => sorted.slice(index * size, (index + 1) * size))
  const estimate = (group: readonly string[]) => group.reduce((sum, file) => sum + estimateSeconds(file, times), 0)
  return groups
    .filter(group => group.length > 0)
    .map(group => ({ group, seconds: estimate(group) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ group }) => group)
}

/** Without a time of its own a file takes the longer the more text it has. */
function estimateSeconds(file: string, times: ReadonlyMap<string, number>): number {
  return times.get(file) ?? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2000
}

/** Writes the module that a process of tests runs: each file as a suite, one after the other. */
export function writeGroup(path: string, files: readonly string[], patienceMs: number): void {
  const lines = [
    `import { describeFile, endAfterwards, reportTests } from ${inGroup}`,
    'reportTests()',
    `endAfterwards(${patienceMs})`,
    ...files.map(file => `describeFile(${JSON.stringify(file)}, ${JSON.stringify(pathToFileURL(resolve(file)).href)})`),
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
