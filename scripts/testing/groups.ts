/**
 * Test files that share a process. To load the service and to warm it up costs more than most files of tests do: the files
 * of `annotations` take 99 seconds of the processor in a process each, and 39 in one.
 */

import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const maxFiles = 8
/** The long form makes hundreds of rounds. */
const isLong = process.env.RUSHES_LONG === '1'
const fileTimeoutMs = isLong ? 36_000_000 : 600_000
/** For the files of a group together. */
export const groupTimeoutMs = 4 * fileTimeoutMs

/** Writes one file into `folder` for each group, with the test files of a folder as suites one after the other; gives their paths. */
export function writeGroups(folder: string, files: readonly string[]): Promise<string[]> {
  return Promise.all(
    toGroups(files).map(async (group, index) => {
      const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
      await writeFile(path, [`import { describe } from 'node:test'`, ...group.map(toSuite), ''].join('\n'))
      return path
    }),
  )
}

function toGroups(files: readonly string[]): string[][] {
  const folders = Map.groupBy(files.toSorted(), dirname)
  return [...folders.values()].flatMap(group => {
    const count = Math.ceil(group.length / maxFiles)
    const size = Math.ceil(group.length / count)
    return Array.from({ length: count }, (_, index) => group.slice(index * size, (index + 1) * size))
  })
}

function toSuite(file: string): string {
  const [name, url] = [file, pathToFileURL(resolve(file)).href].map(text => JSON.stringify(text))
  return `describe(${name}, { timeout: ${fileTimeoutMs} }, async () => { await import(${url}) })`
}
