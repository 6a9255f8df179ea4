/** Folders are small enough to be read at once, and each is a subject of its own. */

import { basename, dirname } from 'node:path'

export const maxEntries = 15

export interface FolderRules {
  /** Whose entries are a list by nature. */
  readonly lists: readonly string[]
  /** Folders that still have more entries; one that no longer has has to be taken off. */
  readonly exceptions: readonly string[]
}

export const folderRules: FolderRules = {
  lists: [
    'apps/cli/src/commands',
    'apps/server/src/modules',
    'apps/server/src/platform/database/migrations',
    'apps/web/src',
    'packages/contract/src/endpoints',
    'packages/contract/src/resources',
  ],
  exceptions: [],
}

/** One line for each folder with too many entries or a single file, and for each exception that is not needed. */
export function findFolderViolations(files: readonly string[], { lists, exceptions }: FolderRules): string[] {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    for (let path = file; dirname(path) !== '.'; path = dirname(path)) {
      const folder = dirname(path)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(basename(path)))
    }
  }
  const large = [...entries].filter(([folder, names]) => names.size > maxEntries && !lists.includes(folder))
  return [
    ...large
      .filter(([folder]) => !exceptions.includes(folder))
      .map(
        ([folder, names]) =>
          `${folder} has ${names.size} entries, ${maxEntries} at most; give a subject its own folder`,
      ),
    ...[...entries]
      .filter(([folder, names]) => names.size === 1 && files.includes(`${folder}/${[...names][0]}`) && isInside(folder))
      .map(([folder, names]) => `${folder} has a single file, ${[...names][0]}; move it up`),
    ...exceptions
      .filter(folder => !large.some(([name]) => name === folder))
      .map(folder => `scripts/checks/folders.ts: ${folder} is no exception any more; take it off the list`),
  ]
}

/** Whether the folder is within the sources of a package, rather than a root that tools expect. */
function isInside(folder: string): boolean {
  return /^(?:apps|packages)\/[^/]+\/(?:src|test)\/.+/.test(folder)
}
