import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { CommandError } from '../errors/errors.ts'

/** A file to upload. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string
  /** As the service gets to know it: below a folder that was named, with the folders on the way, between slashes. */
  readonly fileName: string
  readonly size: number
  readonly modifiedMs: number
}

/**
 * The files that were named, and all files in the folders that were named, in the order of their names. Hidden files
 * and links to folders within folders are passed over; a file that was named twice comes once.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const name of named) {
    const path = resolve(name)
    const before = found.size
    for await (const file of walk(path, basename(path))) if (!found.has(file.path)) found.set(file.path, file)
    if (found.size === before && (await stat(path)).isDirectory()) {
      throw new CommandError('refused', `There are no files in ${name}`)
    }
  }
  return [...found.values()]
}

async function* walk(path: string, fileName: string): AsyncGenerator<FoundFile, void, undefined> {
  const facts = await stat(path)
  if (facts.isFile()) {
    yield { path, fileName, size: facts.size, modifiedMs: facts.mtimeMs }
  } else if (facts.isDirectory()) {
    const entries = await readdir(path, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const isPassedOver = entry.name.startsWith('.') || (await isLinkToFolder(join(path, entry.name), entry))
      if (!isPassedOver) yield* walk(join(path, entry.name), `${fileName}/${entry.name}`)
    }
  } else {
    throw new CommandError('refused', `${path} is neither a file nor a folder`)
  }
}

/** A link to a folder may lead back to where it is. */
async function isLinkToFolder(path: string, entry: { isSymbolicLink(): boolean }): Promise<boolean> {
  return entry.isSymbolicLink() && (await stat(path)).isDirectory()
}
