/**
 * Test files that share a process. To load the service and to warm it up costs two to three seconds of the processor,
 * more than most files of tests do.
 */

import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const maxFiles = 20
/** Kinds of files, those first that take longest, so that the lanes end together. A group has files of one kind. */
const kinds = [
  /^apps\/web\//,
  /^(?:apps\/(?:cli|demo|server\/test)|packages\/(?:client|media-engine)|scripts)\//,
  /^apps\//,
  /./,
]
/** The long form makes hundreds of rounds. */
const isLong = process.env.RUSHES_LONG === '1'
const fileTimeoutMs = isLong ? 36_000_000 : 600_000
/** For the files of a group together, which take a few minutes: two of them may come to their limits. */
export const groupTimeoutMs = 2 * fileTimeoutMs
/** How long a group may go on when its tests are over. */
const openMs = 60_000
const [afterwards, untracked] = ['afterwards.ts', 'untracked.ts'].map(name =>
  JSON.stringify(new URL(name, import.meta.url).href),
)

/** Writes one file into `folder` for each group, with the test files as suites one after the other; gives their paths in order. */
export function writeGroups(folder: string, files: readonly string[], patienceMs = openMs): Promise<string[]> {
  const head = [
    `import { before, describe } from 'node:test'`,
    `import { endAfterwards } from ${afterwards}`,
    `import { stopTracking } from ${untracked}`,
  ]
  const guard = `endAfterwards(${patienceMs})`
  return Promise.all(
    toGroups(files).map(async (group, index) => {
      const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
      await writeFile(path, [...head, guard, ...group.map(toSuite), ''].join('\n'))
      return path
    }),
  )
}

/** The groups in the order in which they begin. */
export function toGroups(files: readonly string[]): string[][] {
  const ofKinds = Map.groupBy(files.toSorted(), file => kinds.findIndex(kind => kind.test(file)))
  const [pages = [], ...others] = kinds.map((_, kind) => split(ofKinds.get(kind) ?? []))
  // Between two groups with a browser one without, whose tests wait more.
  const rest = others.flat()
  return [...pages.flatMap((group, index) => [group, ...rest.slice(index, index + 1)]), ...rest.slice(pages.length)]
}

/** Neighbours stay together, in groups of much the same size. */
function split(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / maxFiles)
  const size = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size))
}

function toSuite(file: string): string {
  const [name, url] = [file, pathToFileURL(resolve(file)).href].map(text => JSON.stringify(text))
  return `describe(${name}, { timeout: ${fileTimeoutMs} }, async () => { before(stopTracking); await import(${url}) })`
}
